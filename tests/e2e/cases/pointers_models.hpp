#pragma once

// Dynamic programming and models.
double soft_edit_distance(const double *a, int n, const double *b, int m, double *rows);
double viterbi_soft(const double *start, const double *step, const double *emit, int states, int times, double *from,
                    double *to);
double best_path(const double *cost, int n, int m, double *table);
double kalman(const double *z, int n, double q, double r);
double rnn(const double *wx, const double *wh, const double *x, int times, int hidden, double *h, double *next);
double softmax_cross_entropy(const double *logits, const int *label, int n, int classes);

// Physics.
double nbody(double *position, double *velocity, const double *mass, int n, double dt, int steps);
double lennard_jones(const double *x, const int *start, const int *neighbour, int n);
void assemble(const double *nodes, const int *elements, int count, double *stiffness, int n);
void runge_kutta(double *y, int n, double h, int steps, double *k1, double *k2, double *work);
void qr_step(double *d, double *e, int n);
double area(const double *xy, int n);
double trapezoid(const double *x, const double *y, unsigned long n);
