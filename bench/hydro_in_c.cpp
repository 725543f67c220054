// Hydrodynamics with pointers: scratch at the top of functions, a loop for each quantity.
#include "hydro.hpp"

#include "hydro_in_c.soac.hpp"

#include <cmath>

namespace {

struct body {
  int elements, nodes;
  const int *corners, *beside, *border;
  const double *volo, *nodal_mass;
  double *x, *y, *z, *xd, *yd, *zd, *fx, *fy, *fz;
  double *e, *p, *q, *ql, *qq, *v, *delv, *vdov, *length, *ss, *vnew;
};

void gather(const int *node, const double *of, double local[8]) {
  for (int k = 0; k < 8; ++k)
    local[k] = of[node[k]];
}

double triple(double x1, double y1, double z1, double x2, double y2, double z2, double x3, double y3, double z3) {
  return x1 * (y2 * z3 - z2 * y3) + x2 * (z1 * y3 - y1 * z3) + x3 * (y1 * z2 - z1 * y2);
}

double element_volume(const double x[8], const double y[8], const double z[8]) {
  const double x61 = x[6] - x[1], y61 = y[6] - y[1], z61 = z[6] - z[1];
  const double x70 = x[7] - x[0], y70 = y[7] - y[0], z70 = z[7] - z[0];
  const double x63 = x[6] - x[3], y63 = y[6] - y[3], z63 = z[6] - z[3];
  const double x20 = x[2] - x[0], y20 = y[2] - y[0], z20 = z[2] - z[0];
  const double x50 = x[5] - x[0], y50 = y[5] - y[0], z50 = z[5] - z[0];
  const double x64 = x[6] - x[4], y64 = y[6] - y[4], z64 = z[6] - z[4];
  const double x31 = x[3] - x[1], y31 = y[3] - y[1], z31 = z[3] - z[1];
  const double x72 = x[7] - x[2], y72 = y[7] - y[2], z72 = z[7] - z[2];
  const double x43 = x[4] - x[3], y43 = y[4] - y[3], z43 = z[4] - z[3];
  const double x57 = x[5] - x[7], y57 = y[5] - y[7], z57 = z[5] - z[7];
  const double x14 = x[1] - x[4], y14 = y[1] - y[4], z14 = z[1] - z[4];
  const double x25 = x[2] - x[5], y25 = y[2] - y[5], z25 = z[2] - z[5];
  return (triple(x31 + x72, y31 + y72, z31 + z72, x63, y63, z63, x20, y20, z20) +
          triple(x43 + x57, y43 + y57, z43 + z57, x64, y64, z64, x70, y70, z70) +
          triple(x14 + x25, y14 + y25, z14 + z25, x61, y61, z61, x50, y50, z50)) / 12.0;
}

/// The cofactors of the Jacobian at the middle, as derivatives of the corners' shape functions.
void shape_derivatives(const double x[8], const double y[8], const double z[8], double b[3][8], double *volume) {
  const double fjxxi = .125 * ((x[6] - x[0]) + (x[5] - x[3]) - (x[7] - x[1]) - (x[4] - x[2]));
  const double fjxet = .125 * ((x[6] - x[0]) - (x[5] - x[3]) + (x[7] - x[1]) - (x[4] - x[2]));
  const double fjxze = .125 * ((x[6] - x[0]) + (x[5] - x[3]) + (x[7] - x[1]) + (x[4] - x[2]));
  const double fjyxi = .125 * ((y[6] - y[0]) + (y[5] - y[3]) - (y[7] - y[1]) - (y[4] - y[2]));
  const double fjyet = .125 * ((y[6] - y[0]) - (y[5] - y[3]) + (y[7] - y[1]) - (y[4] - y[2]));
  const double fjyze = .125 * ((y[6] - y[0]) + (y[5] - y[3]) + (y[7] - y[1]) + (y[4] - y[2]));
  const double fjzxi = .125 * ((z[6] - z[0]) + (z[5] - z[3]) - (z[7] - z[1]) - (z[4] - z[2]));
  const double fjzet = .125 * ((z[6] - z[0]) - (z[5] - z[3]) + (z[7] - z[1]) - (z[4] - z[2]));
  const double fjzze = .125 * ((z[6] - z[0]) + (z[5] - z[3]) + (z[7] - z[1]) + (z[4] - z[2]));
  const double xi[3] = {fjyet * fjzze - fjzet * fjyze, fjzet * fjxze - fjxet * fjzze, fjxet * fjyze - fjyet * fjxze};
  const double et[3] = {fjzxi * fjyze - fjyxi * fjzze, fjxxi * fjzze - fjzxi * fjxze, fjyxi * fjxze - fjxxi * fjyze};
  const double ze[3] = {fjyxi * fjzet - fjzxi * fjyet, fjzxi * fjxet - fjxxi * fjzet, fjxxi * fjyet - fjyxi * fjxet};
  for (int d = 0; d < 3; ++d) {
    b[d][0] = -xi[d] - et[d] - ze[d];
    b[d][1] = xi[d] - et[d] - ze[d];
    b[d][2] = xi[d] + et[d] - ze[d];
    b[d][3] = -xi[d] + et[d] - ze[d];
    b[d][4] = -b[d][2];
    b[d][5] = -b[d][3];
    b[d][6] = -b[d][0];
    b[d][7] = -b[d][1];
  }
  *volume = 8.0 * (fjxet * et[0] + fjyet * et[1] + fjzet * et[2]);
}

/// A quarter of a face's normal goes to each of its corners.
void add_face(double normal[3][8], const double x[8], const double y[8], const double z[8], int a, int b, int c, int d) {
  const double x0 = .5 * (x[d] + x[c] - x[b] - x[a]), x1 = .5 * (x[c] + x[b] - x[d] - x[a]);
  const double y0 = .5 * (y[d] + y[c] - y[b] - y[a]), y1 = .5 * (y[c] + y[b] - y[d] - y[a]);
  const double z0 = .5 * (z[d] + z[c] - z[b] - z[a]), z1 = .5 * (z[c] + z[b] - z[d] - z[a]);
  const double nx = .25 * (y0 * z1 - z0 * y1), ny = .25 * (z0 * x1 - x0 * z1), nz = .25 * (x0 * y1 - y0 * x1);
  normal[0][a] += nx;
  normal[0][b] += nx;
  normal[0][c] += nx;
  normal[0][d] += nx;
  normal[1][a] += ny;
  normal[1][b] += ny;
  normal[1][c] += ny;
  normal[1][d] += ny;
  normal[2][a] += nz;
  normal[2][b] += nz;
  normal[2][c] += nz;
  normal[2][d] += nz;
}

void node_normals(double b[3][8], const double x[8], const double y[8], const double z[8]) {
  for (int k = 0; k < 8; ++k) {
    b[0][k] = 0.0;
    b[1][k] = 0.0;
    b[2][k] = 0.0;
  }
  add_face(b, x, y, z, 0, 1, 2, 3);
  add_face(b, x, y, z, 0, 4, 5, 1);
  add_face(b, x, y, z, 1, 5, 6, 2);
  add_face(b, x, y, z, 2, 6, 7, 3);
  add_face(b, x, y, z, 3, 7, 4, 0);
  add_face(b, x, y, z, 4, 7, 6, 5);
}

void stress_forces(body *d, const double *sigma, double *determ) {
  double b[3][8], x_local[8], y_local[8], z_local[8];
  for (int k = 0; k < d->elements; ++k) {
    const int *node = d->corners + 8 * k;
    gather(node, d->x, x_local);
    gather(node, d->y, y_local);
    gather(node, d->z, z_local);
    shape_derivatives(x_local, y_local, z_local, b, &determ[k]);
    node_normals(b, x_local, y_local, z_local);
    for (int c = 0; c < 8; ++c) {
      d->fx[node[c]] -= sigma[k] * b[0][c];
      d->fy[node[c]] -= sigma[k] * b[1][c];
      d->fz[node[c]] -= sigma[k] * b[2][c];
    }
  }
}

/// The derivatives of an element's volume by one of its corners, from six around it.
void volume_derivative(const double x[8], const double y[8], const double z[8], int a, int b, int c, int d, int e, int f, double *dvdx,
                       double *dvdy, double *dvdz) {
  *dvdx = ((y[b] + y[c]) * (z[a] + z[b]) - (y[a] + y[b]) * (z[b] + z[c]) + (y[a] + y[e]) * (z[d] + z[e]) -
           (y[d] + y[e]) * (z[a] + z[e]) - (y[c] + y[f]) * (z[d] + z[f]) + (y[d] + y[f]) * (z[c] + z[f])) / 12.0;
  *dvdy = (-(x[b] + x[c]) * (z[a] + z[b]) + (x[a] + x[b]) * (z[b] + z[c]) - (x[a] + x[e]) * (z[d] + z[e]) +
           (x[d] + x[e]) * (z[a] + z[e]) + (x[c] + x[f]) * (z[d] + z[f]) - (x[d] + x[f]) * (z[c] + z[f])) / 12.0;
  *dvdz = (-(y[b] + y[c]) * (x[a] + x[b]) + (y[a] + y[b]) * (x[b] + x[c]) - (y[a] + y[e]) * (x[d] + x[e]) +
           (y[d] + y[e]) * (x[a] + x[e]) + (y[c] + y[f]) * (x[d] + x[f]) - (y[d] + y[f]) * (x[c] + x[f])) / 12.0;
}

void volume_derivatives(const double x[8], const double y[8], const double z[8], double *dvdx, double *dvdy, double *dvdz) {
  volume_derivative(x, y, z, 1, 2, 3, 4, 5, 7, &dvdx[0], &dvdy[0], &dvdz[0]);
  volume_derivative(x, y, z, 2, 3, 0, 5, 6, 4, &dvdx[1], &dvdy[1], &dvdz[1]);
  volume_derivative(x, y, z, 3, 0, 1, 6, 7, 5, &dvdx[2], &dvdy[2], &dvdz[2]);
  volume_derivative(x, y, z, 0, 1, 2, 7, 4, 6, &dvdx[3], &dvdy[3], &dvdz[3]);
  volume_derivative(x, y, z, 7, 6, 5, 0, 3, 1, &dvdx[4], &dvdy[4], &dvdz[4]);
  volume_derivative(x, y, z, 4, 7, 6, 1, 0, 2, &dvdx[5], &dvdy[5], &dvdz[5]);
  volume_derivative(x, y, z, 5, 4, 7, 2, 1, 3, &dvdx[6], &dvdy[6], &dvdz[6]);
  volume_derivative(x, y, z, 6, 5, 4, 3, 2, 0, &dvdx[7], &dvdy[7], &dvdz[7]);
}

/// Resistance of one component of the velocities to the four modes that keep the volume.
void hourglass_force(const double velocity[8], const double modes[8][4], double coefficient, double force[8]) {
  double along[4];
  for (int i = 0; i < 4; ++i)
    along[i] = modes[0][i] * velocity[0] + modes[1][i] * velocity[1] + modes[2][i] * velocity[2] + modes[3][i] * velocity[3] +
               modes[4][i] * velocity[4] + modes[5][i] * velocity[5] + modes[6][i] * velocity[6] + modes[7][i] * velocity[7];
  for (int c = 0; c < 8; ++c)
    force[c] = coefficient * (modes[c][0] * along[0] + modes[c][1] * along[1] + modes[c][2] * along[2] + modes[c][3] * along[3]);
}

void hourglass_forces(body *d, const double *determ, const double *x8n, const double *y8n, const double *z8n, const double *dvdx,
                      const double *dvdy, const double *dvdz, double strength) {
  static const double gamma[4][8] = {{1, 1, -1, -1, -1, -1, 1, 1}, {1, -1, -1, 1, -1, 1, 1, -1}, {1, -1, 1, -1, 1, -1, 1, -1}, {-1, 1, -1, 1, 1, -1, 1, -1}};
  double xd1[8], yd1[8], zd1[8], hgfx[8], hgfy[8], hgfz[8], modes[8][4];
  for (int k = 0; k < d->elements; ++k) {
    const int *node = d->corners + 8 * k;
    const int i3 = 8 * k;
    const double volinv = 1.0 / determ[k];
    for (int i = 0; i < 4; ++i) {
      double modex = 0, modey = 0, modez = 0;
      for (int c = 0; c < 8; ++c) {
        modex += x8n[i3 + c] * gamma[i][c];
        modey += y8n[i3 + c] * gamma[i][c];
        modez += z8n[i3 + c] * gamma[i][c];
      }
      for (int c = 0; c < 8; ++c)
        modes[c][i] = gamma[i][c] - volinv * (dvdx[i3 + c] * modex + dvdy[i3 + c] * modey + dvdz[i3 + c] * modez);
    }
    const double coefficient = -strength * 0.01 * d->ss[k] * d->volo[k] / cbrt(determ[k]);
    gather(node, d->xd, xd1);
    gather(node, d->yd, yd1);
    gather(node, d->zd, zd1);
    hourglass_force(xd1, modes, coefficient, hgfx);
    hourglass_force(yd1, modes, coefficient, hgfy);
    hourglass_force(zd1, modes, coefficient, hgfz);
    for (int c = 0; c < 8; ++c) {
      d->fx[node[c]] += hgfx[c];
      d->fy[node[c]] += hgfy[c];
      d->fz[node[c]] += hgfz[c];
    }
  }
}

void hourglass_control(body *d, double *determ, double strength) {
  vector dvdx(8 * d->elements), dvdy(8 * d->elements), dvdz(8 * d->elements);
  vector x8n(8 * d->elements), y8n(8 * d->elements), z8n(8 * d->elements);
  double x1[8], y1[8], z1[8], pfx[8], pfy[8], pfz[8];
  for (int k = 0; k < d->elements; ++k) {
    gather(d->corners + 8 * k, d->x, x1);
    gather(d->corners + 8 * k, d->y, y1);
    gather(d->corners + 8 * k, d->z, z1);
    volume_derivatives(x1, y1, z1, pfx, pfy, pfz);
    for (int c = 0; c < 8; ++c) {
      const int at = 8 * k + c;
      dvdx[at] = pfx[c];
      dvdy[at] = pfy[c];
      dvdz[at] = pfz[c];
      x8n[at] = x1[c];
      y8n[at] = y1[c];
      z8n[at] = z1[c];
    }
    determ[k] = d->volo[k] * d->v[k];
  }
  hourglass_forces(d, determ, x8n.data(), y8n.data(), z8n.data(), dvdx.data(), dvdy.data(), dvdz.data(), strength);
}

void forces_on_nodes(body *d) {
  for (int n = 0; n < d->nodes; ++n) {
    d->fx[n] = 0;
    d->fy[n] = 0;
    d->fz[n] = 0;
  }
  vector sigma(d->elements), determ(d->elements);
  for (int k = 0; k < d->elements; ++k)
    sigma[k] = -d->p[k] - d->q[k];
  stress_forces(d, sigma.data(), determ.data());
  hourglass_control(d, determ.data(), 3.0);
}

double cut(double a, double least) { return fabs(a) < least ? 0.0 : a; }

void move_nodes(body *d, const mesh *m) {
  const double dt = m->dt;
  for (int n = 0; n < d->nodes; ++n) {
    d->fx[n] /= d->nodal_mass[n];
    d->fy[n] /= d->nodal_mass[n];
    d->fz[n] /= d->nodal_mass[n];
  }
  const int nx = (int)m->on_x.size(), ny = (int)m->on_y.size(), nz = (int)m->on_z.size();
  for (int i = 0; i < nx; ++i)
    d->fx[m->on_x[i]] = 0;
  for (int i = 0; i < ny; ++i)
    d->fy[m->on_y[i]] = 0;
  for (int i = 0; i < nz; ++i)
    d->fz[m->on_z[i]] = 0;
  for (int n = 0; n < d->nodes; ++n) {
    d->xd[n] = cut(d->xd[n] + d->fx[n] * dt, 1e-7);
    d->yd[n] = cut(d->yd[n] + d->fy[n] * dt, 1e-7);
    d->zd[n] = cut(d->zd[n] + d->fz[n] * dt, 1e-7);
  }
  for (int n = 0; n < d->nodes; ++n) {
    d->x[n] += d->xd[n] * dt;
    d->y[n] += d->yd[n] * dt;
    d->z[n] += d->zd[n] * dt;
  }
}

/// The square of a face's area, 16 times.
double area_of_face(const double x[8], const double y[8], const double z[8], int a, int b, int c, int d) {
  const double fx = (x[c] - x[a]) - (x[d] - x[b]), fy = (y[c] - y[a]) - (y[d] - y[b]), fz = (z[c] - z[a]) - (z[d] - z[b]);
  const double gx = (x[c] - x[a]) + (x[d] - x[b]), gy = (y[c] - y[a]) + (y[d] - y[b]), gz = (z[c] - z[a]) + (z[d] - z[b]);
  const double fg = fx * gx + fy * gy + fz * gz;
  return (fx * fx + fy * fy + fz * fz) * (gx * gx + gy * gy + gz * gz) - fg * fg;
}

double characteristic_length(const double x[8], const double y[8], const double z[8], double volume) {
  double most = 0;
  most = fmax(area_of_face(x, y, z, 0, 1, 2, 3), most);
  most = fmax(area_of_face(x, y, z, 4, 5, 6, 7), most);
  most = fmax(area_of_face(x, y, z, 0, 1, 5, 4), most);
  most = fmax(area_of_face(x, y, z, 1, 2, 6, 5), most);
  most = fmax(area_of_face(x, y, z, 2, 3, 7, 6), most);
  most = fmax(area_of_face(x, y, z, 3, 0, 4, 7), most);
  return 4.0 * volume / sqrt(most);
}

/// The diagonal of the velocities' gradient.
void velocity_gradient(const double xd[8], const double yd[8], const double zd[8], const double b[3][8], double detj, double dxx[3]) {
  const double inv = 1.0 / detj;
  dxx[0] = inv * (b[0][0] * (xd[0] - xd[6]) + b[0][1] * (xd[1] - xd[7]) + b[0][2] * (xd[2] - xd[4]) + b[0][3] * (xd[3] - xd[5]));
  dxx[1] = inv * (b[1][0] * (yd[0] - yd[6]) + b[1][1] * (yd[1] - yd[7]) + b[1][2] * (yd[2] - yd[4]) + b[1][3] * (yd[3] - yd[5]));
  dxx[2] = inv * (b[2][0] * (zd[0] - zd[6]) + b[2][1] * (zd[1] - zd[7]) + b[2][2] * (zd[2] - zd[4]) + b[2][3] * (zd[3] - zd[5]));
}

void kinematics(body *d, double dt) {
  double b[3][8], rate[3], x_local[8], y_local[8], z_local[8], xd_local[8], yd_local[8], zd_local[8];
  for (int k = 0; k < d->elements; ++k) {
    const int *node = d->corners + 8 * k;
    double detj = 0;
    gather(node, d->x, x_local);
    gather(node, d->y, y_local);
    gather(node, d->z, z_local);
    const double volume = element_volume(x_local, y_local, z_local), relative = volume / d->volo[k];
    d->vnew[k] = relative;
    d->delv[k] = relative - d->v[k];
    d->length[k] = characteristic_length(x_local, y_local, z_local, volume);
    gather(node, d->xd, xd_local);
    gather(node, d->yd, yd_local);
    gather(node, d->zd, zd_local);
    const double half = .5 * dt;
    for (int c = 0; c < 8; ++c) {
      x_local[c] -= half * xd_local[c];
      y_local[c] -= half * yd_local[c];
      z_local[c] -= half * zd_local[c];
    }
    shape_derivatives(x_local, y_local, z_local, b, &detj);
    velocity_gradient(xd_local, yd_local, zd_local, b, detj, rate);
    d->vdov[k] = rate[0] + rate[1] + rate[2];
  }
}

/// How velocities change across elements in three directions.
void velocity_differences(const body *d, double *delx_xi, double *delx_eta, double *delx_zeta, double *delv_xi, double *delv_eta,
                          double *delv_zeta) {
  const double tiny = 1e-36;
  double x[8], y[8], z[8], xv[8], yv[8], zv[8];
  for (int k = 0; k < d->elements; ++k) {
    const int *node = d->corners + 8 * k;
    gather(node, d->x, x);
    gather(node, d->y, y);
    gather(node, d->z, z);
    gather(node, d->xd, xv);
    gather(node, d->yd, yv);
    gather(node, d->zd, zv);
    const double vol = d->volo[k] * d->vnew[k], norm = 1.0 / (vol + tiny);
    const double dxj = -0.25 * ((x[0] + x[1] + x[5] + x[4]) - (x[3] + x[2] + x[6] + x[7]));
    const double dyj = -0.25 * ((y[0] + y[1] + y[5] + y[4]) - (y[3] + y[2] + y[6] + y[7]));
    const double dzj = -0.25 * ((z[0] + z[1] + z[5] + z[4]) - (z[3] + z[2] + z[6] + z[7]));
    const double dxi = 0.25 * ((x[1] + x[2] + x[6] + x[5]) - (x[0] + x[3] + x[7] + x[4]));
    const double dyi = 0.25 * ((y[1] + y[2] + y[6] + y[5]) - (y[0] + y[3] + y[7] + y[4]));
    const double dzi = 0.25 * ((z[1] + z[2] + z[6] + z[5]) - (z[0] + z[3] + z[7] + z[4]));
    const double dxk = 0.25 * ((x[4] + x[5] + x[6] + x[7]) - (x[0] + x[1] + x[2] + x[3]));
    const double dyk = 0.25 * ((y[4] + y[5] + y[6] + y[7]) - (y[0] + y[1] + y[2] + y[3]));
    const double dzk = 0.25 * ((z[4] + z[5] + z[6] + z[7]) - (z[0] + z[1] + z[2] + z[3]));

    double ax = dyi * dzj - dzi * dyj, ay = dzi * dxj - dxi * dzj, az = dxi * dyj - dyi * dxj;
    delx_zeta[k] = vol / sqrt(ax * ax + ay * ay + az * az + tiny);
    ax *= norm;
    ay *= norm;
    az *= norm;
    double dxv = 0.25 * ((xv[4] + xv[5] + xv[6] + xv[7]) - (xv[0] + xv[1] + xv[2] + xv[3]));
    double dyv = 0.25 * ((yv[4] + yv[5] + yv[6] + yv[7]) - (yv[0] + yv[1] + yv[2] + yv[3]));
    double dzv = 0.25 * ((zv[4] + zv[5] + zv[6] + zv[7]) - (zv[0] + zv[1] + zv[2] + zv[3]));
    delv_zeta[k] = ax * dxv + ay * dyv + az * dzv;

    ax = dyj * dzk - dzj * dyk;
    ay = dzj * dxk - dxj * dzk;
    az = dxj * dyk - dyj * dxk;
    delx_xi[k] = vol / sqrt(ax * ax + ay * ay + az * az + tiny);
    ax *= norm;
    ay *= norm;
    az *= norm;
    dxv = 0.25 * ((xv[1] + xv[2] + xv[6] + xv[5]) - (xv[0] + xv[3] + xv[7] + xv[4]));
    dyv = 0.25 * ((yv[1] + yv[2] + yv[6] + yv[5]) - (yv[0] + yv[3] + yv[7] + yv[4]));
    dzv = 0.25 * ((zv[1] + zv[2] + zv[6] + zv[5]) - (zv[0] + zv[3] + zv[7] + zv[4]));
    delv_xi[k] = ax * dxv + ay * dyv + az * dzv;

    ax = dyk * dzi - dzk * dyi;
    ay = dzk * dxi - dxk * dzi;
    az = dxk * dyi - dyk * dxi;
    delx_eta[k] = vol / sqrt(ax * ax + ay * ay + az * az + tiny);
    ax *= norm;
    ay *= norm;
    az *= norm;
    dxv = -0.25 * ((xv[0] + xv[1] + xv[5] + xv[4]) - (xv[3] + xv[2] + xv[6] + xv[7]));
    dyv = -0.25 * ((yv[0] + yv[1] + yv[5] + yv[4]) - (yv[3] + yv[2] + yv[6] + yv[7]));
    dzv = -0.25 * ((zv[0] + zv[1] + zv[5] + zv[4]) - (zv[3] + zv[2] + zv[6] + zv[7]));
    delv_eta[k] = ax * dxv + ay * dyv + az * dzv;
  }
}

/// How smooth the change of velocities is in one direction, from 0 to 1.
double limiter(const double *delv, int k, const int *beside, const int *border) {
  const double norm = 1.0 / (delv[k] + 1e-36);
  double before = 0, behind = 0;
  switch (border[0]) {
  case 0: before = delv[beside[0]]; break;
  case 1: before = delv[k]; break;
  default: before = 0; break;
  }
  switch (border[1]) {
  case 0: behind = delv[beside[1]]; break;
  case 1: behind = delv[k]; break;
  default: behind = 0; break;
  }
  before = before * norm;
  behind = behind * norm;
  double phi = .5 * (before + behind);
  before *= 2.0;
  behind *= 2.0;
  if (before < phi)
    phi = before;
  if (behind < phi)
    phi = behind;
  if (phi < 0.)
    phi = 0.;
  if (phi > 1.0)
    phi = 1.0;
  return phi;
}

void artificial_viscosity(body *d) {
  const int n = d->elements;
  vector delx_xi(n), delx_eta(n), delx_zeta(n), delv_xi(n), delv_eta(n), delv_zeta(n);
  velocity_differences(d, delx_xi.data(), delx_eta.data(), delx_zeta.data(), delv_xi.data(), delv_eta.data(), delv_zeta.data());
  for (int k = 0; k < n; ++k) {
    const double phixi = limiter(delv_xi.data(), k, d->beside + 6 * k, d->border + 6 * k);
    const double phieta = limiter(delv_eta.data(), k, d->beside + 6 * k + 2, d->border + 6 * k + 2);
    const double phizeta = limiter(delv_zeta.data(), k, d->beside + 6 * k + 4, d->border + 6 * k + 4);
    double qlin, qquad;
    if (d->vdov[k] > 0.) {
      qlin = 0.;
      qquad = 0.;
    } else {
      double xi = delv_xi[k] * delx_xi[k], eta = delv_eta[k] * delx_eta[k], zeta = delv_zeta[k] * delx_zeta[k];
      if (xi > 0.)
        xi = 0.;
      if (eta > 0.)
        eta = 0.;
      if (zeta > 0.)
        zeta = 0.;
      const double rho = 1.0 / d->vnew[k];
      qlin = -0.5 * rho * (xi * (1. - phixi) + eta * (1. - phieta) + zeta * (1. - phizeta));
      qquad = (2.0 / 3.0) * rho * (xi * xi * (1. - phixi * phixi) + eta * eta * (1. - phieta * phieta) + zeta * zeta * (1. - phizeta * phizeta));
    }
    d->qq[k] = qquad;
    d->ql[k] = qlin;
  }
}

void pressures(double *p, double *bvc, double *pbvc, const double *e, const double *compression, const double *v, int n) {
  for (int k = 0; k < n; ++k) {
    bvc[k] = (2.0 / 3.0) * (compression[k] + 1.);
    pbvc[k] = 2.0 / 3.0;
  }
  for (int k = 0; k < n; ++k) {
    p[k] = bvc[k] * e[k];
    if (fabs(p[k]) < 1e-7)
      p[k] = 0.0;
    if (v[k] >= 1e9)
      p[k] = 0.0;
    if (p[k] < 0.0)
      p[k] = 0.0;
  }
}

double speed_of_sound(double pbvc, double e, double v, double bvc, double p) {
  double ssc = pbvc * e + v * v * bvc * p;
  if (ssc <= .1111111e-36)
    ssc = .3333333e-18;
  else
    ssc = sqrt(ssc);
  return ssc;
}

void energies(double *p_new, double *e_new, double *q_new, double *bvc, double *pbvc, const double *p_old, const double *e_old,
              const double *q_old, const double *compression, const double *half_step, const double *v, const double *work,
              const double *delv, const double *qq, const double *ql, int n) {
  vector p_half(n);
  for (int k = 0; k < n; ++k) {
    e_new[k] = e_old[k] - 0.5 * delv[k] * (p_old[k] + q_old[k]) + 0.5 * work[k];
    if (e_new[k] < -1e15)
      e_new[k] = -1e15;
  }
  pressures(p_half.data(), bvc, pbvc, e_new, half_step, v, n);
  for (int k = 0; k < n; ++k) {
    const double v_half = 1. / (1. + half_step[k]);
    if (delv[k] > 0.)
      q_new[k] = 0.;
    else
      q_new[k] = speed_of_sound(pbvc[k], e_new[k], v_half, bvc[k], p_half[k]) * ql[k] + qq[k];
    e_new[k] = e_new[k] + 0.5 * delv[k] * (3.0 * (p_old[k] + q_old[k]) - 4.0 * (p_half[k] + q_new[k]));
  }
  for (int k = 0; k < n; ++k) {
    e_new[k] += 0.5 * work[k];
    if (fabs(e_new[k]) < 1e-7)
      e_new[k] = 0.;
    if (e_new[k] < -1e15)
      e_new[k] = -1e15;
  }
  pressures(p_new, bvc, pbvc, e_new, compression, v, n);
  for (int k = 0; k < n; ++k) {
    double q_tilde;
    if (delv[k] > 0.)
      q_tilde = 0.;
    else
      q_tilde = speed_of_sound(pbvc[k], e_new[k], v[k], bvc[k], p_new[k]) * ql[k] + qq[k];
    e_new[k] -= (7.0 * (p_old[k] + q_old[k]) - 8.0 * (p_half[k] + q_new[k]) + (p_new[k] + q_tilde)) * delv[k] / 6.0;
    if (fabs(e_new[k]) < 1e-7)
      e_new[k] = 0.;
    if (e_new[k] < -1e15)
      e_new[k] = -1e15;
  }
  pressures(p_new, bvc, pbvc, e_new, compression, v, n);
  for (int k = 0; k < n; ++k)
    if (delv[k] <= 0.) {
      q_new[k] = speed_of_sound(pbvc[k], e_new[k], v[k], bvc[k], p_new[k]) * ql[k] + qq[k];
      if (fabs(q_new[k]) < 1e-7)
        q_new[k] = 0.;
    }
}

void equation_of_state(body *d) {
  const int n = d->elements;
  vector e_old(n), delvc(n), p_old(n), q_old(n), compression(n), half_step(n), qq_old(n), ql_old(n), work(n), p_new(n), e_new(n), q_new(n), bvc(n), pbvc(n), vnewc(n);
  for (int k = 0; k < n; ++k) {
    vnewc[k] = d->vnew[k];
    if (vnewc[k] < 1e-9)
      vnewc[k] = 1e-9;
    if (vnewc[k] > 1e9)
      vnewc[k] = 1e9;
  }
  for (int k = 0; k < n; ++k) {
    e_old[k] = d->e[k];
    delvc[k] = d->delv[k];
    p_old[k] = d->p[k];
    q_old[k] = d->q[k];
    qq_old[k] = d->qq[k];
    ql_old[k] = d->ql[k];
  }
  for (int k = 0; k < n; ++k) {
    compression[k] = 1. / vnewc[k] - 1.;
    const double v_half = vnewc[k] - delvc[k] * .5;
    half_step[k] = 1. / v_half - 1.;
    work[k] = 0.;
  }
  for (int k = 0; k < n; ++k)
    if (vnewc[k] <= 1e-9)
      half_step[k] = compression[k];
  for (int k = 0; k < n; ++k)
    if (vnewc[k] >= 1e9) {
      p_old[k] = 0.;
      compression[k] = 0.;
      half_step[k] = 0.;
    }
  energies(p_new.data(), e_new.data(), q_new.data(), bvc.data(), pbvc.data(), p_old.data(), e_old.data(), q_old.data(), compression.data(),
           half_step.data(), vnewc.data(), work.data(), delvc.data(), qq_old.data(), ql_old.data(), n);
  for (int k = 0; k < n; ++k) {
    d->p[k] = p_new[k];
    d->e[k] = e_new[k];
    d->q[k] = q_new[k];
  }
  for (int k = 0; k < n; ++k)
    d->ss[k] = speed_of_sound(pbvc[k], e_new[k], vnewc[k], bvc[k], p_new[k]);
}

void update_volumes(body *d) {
  for (int k = 0; k < d->elements; ++k) {
    double relative = d->vnew[k];
    if (fabs(relative - 1.0) < 1e-7)
      relative = 1.0;
    d->v[k] = relative;
  }
}

void time_step(body *d, const mesh *m) {
  forces_on_nodes(d);
  move_nodes(d, m);
  kinematics(d, m->dt);
  artificial_viscosity(d);
  equation_of_state(d);
  update_volumes(d);
}

} // namespace

double hydro_in_c(const mesh &m, const flow &start, int steps) {
  const int n = m.elements;
  vector x = start.x, y = start.y, z = start.z, xd = start.xd, yd = start.yd, zd = start.zd, e = start.e;
  vector fx(m.nodes), fy(m.nodes), fz(m.nodes);
  vector p(n), q(n), ql(n), qq(n), v(n, 1.0), delv(n), vdov(n), length(n), ss(n), vnew(n);
  body d = {n, m.nodes, m.corners.data(), m.beside.data(), m.border.data(), m.volume.data(), m.mass_of_node.data(), x.data(), y.data(),
            z.data(), xd.data(), yd.data(), zd.data(), fx.data(), fy.data(), fz.data(), e.data(), p.data(), q.data(), ql.data(),
            qq.data(), v.data(), delv.data(), vdov.data(), length.data(), ss.data(), vnew.data()};
  for (int t = 0; t < steps; ++t)
    time_step(&d, &m);
  double energy = 0;
  for (int k = 0; k < n; ++k)
    energy += e[k] * m.volume[k];
  return energy;
}

double run_hydro_in_c(const mesh &m, const flow &start, int steps) { return soac::run<hydro_in_c>(m, start, steps); }
flow gradient_hydro_in_c(const mesh &m, const flow &start, int steps) {
  return soac::gradient<hydro_in_c, soac::wrt<1>>(m, start, steps);
}
