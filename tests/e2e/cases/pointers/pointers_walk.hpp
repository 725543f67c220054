// Pointers that walk: over elements, rows and records, towards an end or towards each other.
#pragma once

struct particle {
  double x, y;
  float m;
  int kind;
};

double walk_sum(const double *p, int n);
double walk_end(const double *p, int n);
double walk_while(const double *p, int n);
void copy_walk(const double *src, double *dst, int n);
double difference(const double *a, int n);
double rows(const double *a, int n, int m);
void row_update(double *a, int n, int m);
void particles(particle *p, int n, double dt);
double particle_sum(const particle *p, int n);
double sum_array(const double a[], int n);
double choose(const double *a, const double *b, int n, bool c);
double two_ends(double *p, int n);
