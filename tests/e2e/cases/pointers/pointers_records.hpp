// Pointers to records that hold fixed arrays.
#pragma once

#include <array>
#include <vector>

struct Planet {
  double position[3];
  double velocity[3];
  double mass;
};
struct Lens {
  double focal;
  std::array<double, 2> distortion;
};
struct Viewer {
  double rotation[3][3];
  std::array<double, 3> centre;
  Lens lens;
  int frames;
};
struct Cell {
  float values[2];
};

double potential_energy(const Planet *planets, int n);
void leapfrog(Planet *planets, int n, double dt, int steps);
double projected(const Viewer *viewers, const int *which, const std::array<double, 3> *points, int n);
double by_reference(const Planet *planets, int n);
double by_element_pointer(const Planet *planets, int n);
double with_helpers(const Planet *planets, int n);
void sorted_pair(Planet *planets);
double ended_and_shifted(double x, Planet *planets, double y, const std::vector<double> &z, int n);
double moved_when_near(Planet *planets, double limit);
void shifted_copies(const Planet *from, Planet *to, int n);
double whole_records(const Planet *planets, int n);
double backwards(const Planet *end, int n);
double single(const Planet *planet);
void multiplied(Planet *end, int n, int steps);
double rows_of_table(const std::array<double, 3> *table, int n);
void smoothed(std::array<double, 3> *table, int n, int sweeps);
float mixed(const Cell *cells, const double *weights, int n);
double rows_by_index(const Planet *planets, const int *which, int rows, int columns);
double chosen(const Planet *a, const Planet *b, bool first);
double rotated_first(Viewer *viewers, double angle);
