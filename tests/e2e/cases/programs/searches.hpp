// Integers decide: dynamic programming, graphs, queues, tables, state machines.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

double edit_distance(const std::vector<int> &a, const std::vector<int> &b, double insertion, double substitution);
double shortest_paths(std::vector<double> d, int n);
double flooded_area(const int *cells, const double *heights, int rows, int columns, int start);
double table_lookup(const std::vector<double> &x, const std::vector<double> &y, double at);
double knapsack(const std::vector<int> &weights, const std::vector<double> &values, int capacity);
double matrix_chain(const double *sizes, int n);
double matrix_chain_by_comparison(const std::vector<double> &sizes);
double state_machine(const char *text, int n, double x);
double collatz_weighted(unsigned n, double x);
double prime_sum(int n, double x);
double longest_rise(const std::vector<double> &x);
double binomials(int n, double p);
double shuffled_sum(std::vector<double> x, std::uint32_t seed);
double bits_of(double x, std::uint8_t mask);
double dijkstra(const std::vector<std::array<int, 2>> &edges, const std::vector<double> &lengths, int nodes);
double triangle_walk(const double *triangle, int rows);
double interpreter(const std::vector<int> &program, double x, double y);
double second_largest(const double *x, int n);
double run_lengths(const std::vector<int> &symbols, double x);
double shortest_paths_by_comparison(std::vector<double> d, int n);
double knapsack_by_comparison(const std::vector<int> &weights, const std::vector<double> &values, int capacity);
double sorted_by_exchanges(std::vector<double> x);
double joined_sets(const std::vector<double> &weights, const std::vector<int> &a, const std::vector<int> &b, int n);
double rotated(std::vector<double> a, int n, int sweeps);
