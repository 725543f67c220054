#include "records.hpp"

#include "records.soac.hpp"

#include <array>
#include <cmath>

static double dot(const vector3 &a, const vector3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vector3 cross(const vector3 &a, const vector3 &b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }

/// O. Rodrigues: around the axis `r`, by its length.
static vector3 rotated(const vector3 &r, const vector3 &p) {
  const double square = dot(r, r);
  if (square == 0) {
    const vector3 c = cross(r, p);
    return {p.x + c.x, p.y + c.y, p.z + c.z};
  }
  const double angle = std::sqrt(square), cosine = std::cos(angle), sine = std::sin(angle);
  const vector3 axis = {r.x / angle, r.y / angle, r.z / angle}, c = cross(axis, p);
  const double along = dot(axis, p) * (1 - cosine);
  return {p.x * cosine + c.x * sine + axis.x * along, p.y * cosine + c.y * sine + axis.y * along, p.z * cosine + c.z * sine + axis.z * along};
}

static vector2 reprojection(const camera &from, const vector3 &point, double weight, const vector2 &feature) {
  const vector3 seen = rotated(from.rotation, {point.x - from.center.x, point.y - from.center.y, point.z - from.center.z});
  const double x = seen.x / seen.z, y = seen.y / seen.z;
  const double square = x * x + y * y;
  const double scale = from.focal * (1 + from.distortion.x * square + from.distortion.y * square * square);
  return {weight * (x * scale + from.principal.x - feature.x), weight * (y * scale + from.principal.y - feature.y)};
}
static double weight_residual(double weight) { return 1 - weight * weight; }

residuals adjustment(const scene &all) {
  const std::size_t n = all.observations.size();
  residuals result = {std::vector<vector2>(n), std::vector<double>(n)};
  for (std::size_t i = 0; i < n; ++i) {
    const observation &o = all.observations[i];
    result.reprojections[i] = reprojection(all.cameras[o.camera], all.points[o.point], all.weights[i], all.features[i]);
  }
  for (std::size_t i = 0; i < n; ++i)
    result.weights[i] = weight_residual(all.weights[i]);
  return result;
}

sparse_matrix pattern_of_adjustment(const scene &all) {
  const int n = static_cast<int>(all.observations.size());
  const int first_point = 11 * static_cast<int>(all.cameras.size()), first_weight = first_point + 3 * static_cast<int>(all.points.size());
  sparse_matrix j;
  j.starts.push_back(0);
  for (int i = 0; i < n; ++i)
    for (int row = 0; row < 2; ++row) {
      for (int k = 0; k < 11; ++k)
        j.columns.push_back(11 * all.observations[i].camera + k);
      for (int k = 0; k < 3; ++k)
        j.columns.push_back(first_point + 3 * all.observations[i].point + k);
      j.columns.push_back(first_weight + i);
      j.starts.push_back(static_cast<int>(j.columns.size()));
    }
  for (int i = 0; i < n; ++i) {
    j.columns.push_back(first_weight + i);
    j.starts.push_back(static_cast<int>(j.columns.size()));
  }
  j.values.resize(j.columns.size());
  return j;
}

static void put(double *row, const camera &by_camera, const vector3 &by_point, double by_weight) {
  row[0] = by_camera.rotation.x;
  row[1] = by_camera.rotation.y;
  row[2] = by_camera.rotation.z;
  row[3] = by_camera.center.x;
  row[4] = by_camera.center.y;
  row[5] = by_camera.center.z;
  row[6] = by_camera.focal;
  row[7] = by_camera.principal.x;
  row[8] = by_camera.principal.y;
  row[9] = by_camera.distortion.x;
  row[10] = by_camera.distortion.y;
  row[11] = by_point.x;
  row[12] = by_point.y;
  row[13] = by_point.z;
  row[14] = by_weight;
}

void jacobian_of_adjustment(const scene &all, sparse_matrix &j) {
  const std::size_t n = all.observations.size();
  for (std::size_t i = 0; i < n; ++i) {
    const observation &o = all.observations[i];
    const auto [cameras, points, weights] = soac::jacobian_reverse<reprojection, soac::wrt<0, 1, 2>>(
        all.cameras[o.camera], all.points[o.point], all.weights[i], all.features[i]);
    put(&j.values[30 * i], std::get<0>(cameras), std::get<0>(points), weights.x);
    put(&j.values[30 * i + 15], std::get<1>(cameras), std::get<1>(points), weights.y);
  }
  for (std::size_t i = 0; i < n; ++i)
    j.values[30 * n + i] = soac::gradient<weight_residual>(all.weights[i]);
}

/// The same over pointers: a camera of 11 numbers, a point of 3.
#pragma soac differentiate(vjp, wrt: 0 1 2)
void reprojection_error(const double *camera, const double *point, double weight, const double *feature, double *error) {
  double from[3], seen[3], square = 0;
  for (int i = 0; i < 3; ++i) {
    from[i] = point[i] - camera[3 + i];
    square += camera[i] * camera[i];
  }
  if (square != 0) {
    const double angle = std::sqrt(square), cosine = std::cos(angle), sine = std::sin(angle), inverse = 1 / angle;
    double axis[3], along = 0;
    for (int i = 0; i < 3; ++i)
      axis[i] = camera[i] * inverse;
    for (int i = 0; i < 3; ++i)
      along += axis[i] * from[i];
    along *= 1 - cosine;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      seen[i] = from[i] * cosine + (axis[j] * from[k] - axis[k] * from[j]) * sine + axis[i] * along;
    }
  } else {
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      seen[i] = from[i] + camera[j] * from[k] - camera[k] * from[j];
    }
  }
  const double x[2] = {seen[0] / seen[2], seen[1] / seen[2]};
  const double radius = x[0] * x[0] + x[1] * x[1];
  const double scale = camera[6] * (1 + camera[9] * radius + camera[10] * radius * radius);
  for (int i = 0; i < 2; ++i)
    error[i] = weight * (x[i] * scale + camera[7 + i] - feature[i]);
}

void jacobian_of_adjustment_by_pointers(const scene &all, sparse_matrix &j) {
  const std::size_t n = all.observations.size();
  soac::workspace workspace;
  for (std::size_t i = 0; i < n; ++i) {
    const observation &o = all.observations[i];
    for (int row = 0; row < 2; ++row) {
      double *by = &j.values[30 * i + 15 * row];
      for (int k = 0; k < 15; ++k)
        by[k] = 0;
      double error[2], seed[2] = {row == 0 ? 1.0 : 0.0, row == 0 ? 0.0 : 1.0};
      reprojection_error_vjp(&all.cameras[o.camera].rotation.x, &all.points[o.point].x, all.weights[i], &all.features[i].x, error,
                             by, by + 11, by[14], seed, workspace);
    }
  }
  for (std::size_t i = 0; i < n; ++i)
    j.values[30 * n + i] = soac::gradient<weight_residual>(all.weights[i]);
}

void jacobian_of_adjustment_by_hand(const scene &all, sparse_matrix &j) {
  const std::size_t n = all.observations.size();
  for (std::size_t i = 0; i < n; ++i) {
    const observation &o = all.observations[i];
    const camera &from = all.cameras[o.camera];
    const vector3 &r = from.rotation, &point = all.points[o.point];
    const vector3 p = {point.x - from.center.x, point.y - from.center.y, point.z - from.center.z};
    const double w = all.weights[i], square_of_angle = dot(r, r), angle = std::sqrt(square_of_angle);
    const double cosine = std::cos(angle), sine = std::sin(angle), inverse = 1 / angle;
    const vector3 axis = {r.x * inverse, r.y * inverse, r.z * inverse}, c = cross(axis, p);
    const double product = dot(axis, p), along = product * (1 - cosine);
    const vector3 seen = {p.x * cosine + c.x * sine + axis.x * along, p.y * cosine + c.y * sine + axis.y * along,
                          p.z * cosine + c.z * sine + axis.z * along};
    const double inverse_z = 1 / seen.z, x = seen.x * inverse_z, y = seen.y * inverse_z;
    const double square = x * x + y * y;
    const double distortion = 1 + from.distortion.x * square + from.distortion.y * square * square, scale = from.focal * distortion;
    const double slope = 2 * from.focal * (from.distortion.x + 2 * from.distortion.y * square); // of the scale by x is slope * x
    // A row: the result's derivatives by x and y, which are u and v, and what else is in its formula.
    const auto put_row = [&](double *row, double u, double v, double at) {
      const vector3 s = {u * inverse_z, v * inverse_z, -(u * x + v * y) * inverse_z};
      // The rotated point is p cos + axis x p sin + axis (axis . p)(1 - cos).
      const double s_axis = dot(s, axis);
      const vector3 sp = cross(p, s);
      const vector3 by_axis = {sp.x * sine + along * s.x + s_axis * (1 - cosine) * p.x, sp.y * sine + along * s.y + s_axis * (1 - cosine) * p.y,
                               sp.z * sine + along * s.z + s_axis * (1 - cosine) * p.z};
      const double by_angle = (dot(s, c) * cosine - dot(s, p) * sine + s_axis * product * sine) - dot(by_axis, axis) * inverse;
      row[0] = by_axis.x * inverse + by_angle * axis.x;
      row[1] = by_axis.y * inverse + by_angle * axis.y;
      row[2] = by_axis.z * inverse + by_angle * axis.z;
      const vector3 sa = cross(s, axis);
      const double part = s_axis * (1 - cosine);
      row[11] = s.x * cosine + sa.x * sine + part * axis.x;
      row[12] = s.y * cosine + sa.y * sine + part * axis.y;
      row[13] = s.z * cosine + sa.z * sine + part * axis.z;
      row[3] = -row[11];
      row[4] = -row[12];
      row[5] = -row[13];
      row[6] = w * at * distortion;
      row[9] = w * at * from.focal * square;
      row[10] = row[9] * square;
    };
    double *row = &j.values[30 * i];
    put_row(row, w * (scale + slope * x * x), w * slope * x * y, x);
    row[7] = w;
    row[8] = 0;
    row[14] = x * scale + from.principal.x - all.features[i].x;
    put_row(row + 15, w * slope * x * y, w * (scale + slope * y * y), y);
    row[22] = 0;
    row[23] = w;
    row[29] = y * scale + from.principal.y - all.features[i].y;
  }
  for (std::size_t i = 0; i < n; ++i)
    j.values[30 * n + i] = -2 * all.weights[i];
}

using complex = std::complex<double>;

/// The Faddeeva function exp(-z^2) erfc(-i z): near 0 by a Fourier expansion (S. M. Abrarov, B. M. Quine, "Efficient algorithmic
/// implementation of the Voigt/complex error function based on exponential series approximation", 2011), elsewhere by
/// Gauss-Hermite quadrature with four points.
static complex faddeeva(complex z) {
  const complex i(0, 1), square = z * z;
  if (std::norm(z) >= 36)
    return i * z * (0.5124242247547685 / (square - 0.27525512860841095) + 0.05176535879298782 / (square - 2.724744871391589));
  constexpr double tau = 12, pi = 3.14159265358979323846;
  const complex turn = std::exp(i * (tau * z));
  complex sum = 0;
  double sign = -1;
  for (int n = 1; n <= 10; ++n) {
    const double angle = n * pi;
    sum += std::exp(-angle * angle / (tau * tau)) * (sign * turn - 1.0) / (angle * angle - tau * tau * square);
    sign = -sign;
  }
  return i * ((1.0 - turn) / (tau * z) + 2 * tau * z * sum);
}

/// Twice the phase shift of a wave of the angular momentum l on a hard sphere, for the radius times the wave number.
static double phase_shift(int l, double radius) {
  const double square = radius * radius;
  double phase = radius;
  if (l == 1)
    phase -= std::atan(radius);
  else if (l == 2)
    phase -= std::atan(3 * radius / (3 - square));
  else if (l == 3)
    phase -= std::atan(radius * (15 - square) / (15 - 6 * square));
  return 2 * phase;
}

double resonances(const flights &all, const mixture_of_nuclides &in, const reactions &of, int n_poles, int n_windows) {
  constexpr double doppler = 0.5;
  const int n = static_cast<int>(all.energies.size());
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double energy = all.energies[i], root = std::sqrt(energy);
    double macroscopic[4] = {};
    for (int k = in.first[all.materials[i]]; k < in.first[all.materials[i] + 1]; ++k) {
      const int nuclide = in.nuclides[k];
      complex factors[4];
      for (int l = 0; l < 4; ++l) {
        const double phase = phase_shift(l, of.radii[nuclide * 4 + l] * root);
        factors[l] = complex(std::cos(phase), -std::sin(phase));
      }
      const window &here = of.windows[nuclide * n_windows + static_cast<int>(energy * n_windows)];
      double total = energy * here.total, absorption = energy * here.absorption, fission = energy * here.fission;
      for (int p = here.first; p < here.last; ++p) {
        const pole &at = of.poles[nuclide * n_poles + p];
        const complex w = faddeeva((root - at.energy) * doppler);
        total += (at.total * w * factors[at.momentum]).real();
        absorption += (at.absorption * w).real();
        fission += (at.fission * w).real();
      }
      macroscopic[0] += in.concentrations[k] * total;
      macroscopic[1] += in.concentrations[k] * absorption;
      macroscopic[2] += in.concentrations[k] * fission;
      macroscopic[3] += in.concentrations[k] * (total - absorption);
    }
    for (const double m : macroscopic)
      sum += m * m;
  }
  return sum;
}
double run_resonances(const flights &all, const mixture_of_nuclides &in, const reactions &of, int n_poles, int n_windows) {
  return soac::run<resonances>(all, in, of, n_poles, n_windows);
}
reactions gradient_resonances(const flights &all, const mixture_of_nuclides &in, const reactions &of, int n_poles, int n_windows) {
  return soac::gradient<resonances, soac::wrt<2>>(all, in, of, n_poles, n_windows);
}
