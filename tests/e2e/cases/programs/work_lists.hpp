// Loops over lists of what is left to do: stacks, queues and heaps whose elements say what is appended next.
#pragma once

#include <vector>

double depth_first(const std::vector<double> &weights, const std::vector<int> &begin, const std::vector<int> &to);
double breadth_first(const std::vector<double> &weights, const std::vector<int> &begin, const std::vector<int> &to);
double shortest_distances(const std::vector<double> &weights, const std::vector<int> &begin, const std::vector<int> &to);
double critical_path(const std::vector<double> &durations, const std::vector<std::vector<int>> &followers);
double adaptive_integral(double a, double b, int digits);
double huffman(const std::vector<double> &weights);
double postfix(const std::vector<int> &program, const std::vector<double> &x);
double events(const std::vector<double> &arrivals, double service, double patience);
double window_maxima(const std::vector<double> &x, int width);
double bisected(const std::vector<double> &levels, double low, double high);
double sand_piles(std::vector<double> piles, double most);
double merged_runs(const std::vector<double> &x, const std::vector<int> &ends);
double walks(const std::vector<double> &weights, const std::vector<int> &begin, const std::vector<int> &to, int starts);
double cheapest_tree(const std::vector<double> &costs, int n);
double both_ends(const std::vector<double> &x, double threshold);
double expanded(const std::vector<double> &seeds, double decay, int most);
double bounded_search(const std::vector<double> &x, int most);
double in_parts(const std::vector<double> &x, double part);
