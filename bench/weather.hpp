// The dynamics of dry air over a flat ground by finite volumes: the user's functions in two styles, and what the benchmark times.
#pragma once

#include <soac/soac.hpp>

#include <vector>

using vector = std::vector<double>;

/// nx x nz cells of dx x dz, and the length of a time step.
struct air {
  int nx, nz;
  double dx, dz, dt;
};

/// Density, two momenta and heat, the deviations from air at rest, in all cells and two more on each side: start [4, nz + 4, nx + 4].
/// Fluxes between cells are interpolated with fourth order and damped by third differences; a step goes along each axis in three
/// substeps (Runge and Kutta's scheme of L. J. Wicker and W. C. Skamarock, "Time-splitting methods for elastic models using forward
/// time schemes", 2002), as does M. Norman's miniapp miniWeather. The sum of the squares of all that is left after `steps`.
/// Here with functions of references to vectors, and a loop over the axes.
double weather(const air &a, const vector &start, int steps);
double run_weather(const air &a, const vector &start, int steps);
vector gradient_weather(const air &a, const vector &start, int steps);

/// The same with pointers; functions are given one array for two of them.
double weather_in_c(const air &a, const vector &start, int steps);
double run_weather_in_c(const air &a, const vector &start, int steps);
vector gradient_weather_in_c(const air &a, const vector &start, int steps);
