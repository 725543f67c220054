// Searches in graphs by stacks, queues and heaps: what an edge weighs decides which node comes next.
#pragma once

#include <vector>

double depth_first(const std::vector<double> &weights, const std::vector<int> &begin, const std::vector<int> &to);
double breadth_first(const std::vector<double> &weights, const std::vector<int> &begin, const std::vector<int> &to);
double shortest_distances(const std::vector<double> &weights, const std::vector<int> &begin, const std::vector<int> &to);
double critical_path(const std::vector<double> &durations, const std::vector<std::vector<int>> &followers);
double walks(const std::vector<double> &weights, const std::vector<int> &begin, const std::vector<int> &to, int starts);
double cheapest_tree(const std::vector<double> &costs, int n);
