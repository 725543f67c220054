// A long time loop, whose adjoint's memory is measured.
#pragma once

#include <vector>

double evolve(const std::vector<double> &x, int steps);
double evolve_2(const std::vector<double> &x, int steps);
double evolve_3(const std::vector<double> &x, int steps);
double evolve_r100(const std::vector<double> &x, int steps);
double smooth(const std::vector<double> &x, int steps);
double smooth_2(const std::vector<double> &x, int steps);
double smooth_3(const std::vector<double> &x, int steps);
double smooth_r100(const std::vector<double> &x, int steps);
