// Loops over lists of what is left to do: stacks, queues and heaps whose elements say what is appended next.
#pragma once

#include <vector>

double adaptive_integral(double a, double b, int digits);
double huffman(const std::vector<double> &weights);
double postfix(const std::vector<int> &program, const std::vector<double> &x);
double events(const std::vector<double> &arrivals, double service, double patience);
double window_maxima(const std::vector<double> &x, int width);
double bisected(const std::vector<double> &levels, double low, double high);
double sand_piles(std::vector<double> piles, double most);
double merged_runs(const std::vector<double> &x, const std::vector<int> &ends);
double both_ends(const std::vector<double> &x, double threshold);
double expanded(const std::vector<double> &seeds, double decay, int most);
double bounded_search(const std::vector<double> &x, int most);
double in_parts(const std::vector<double> &x, double part);
double isotonic(const std::vector<double> &y, const std::vector<double> &w);
