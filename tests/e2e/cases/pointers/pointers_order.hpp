// Raw pointers whose values steer what happens to them: sorts, selections, permutations, tables.
#pragma once

void insertion_sort(double *a, int n);
void bubble_sort_early(double *a, int n);
void heap_sort(double *a, int n);
double quick_select(double *a, int n, int k);
void fft(double *re, double *im, int n);
void prefix_sums(double *x, int n);
void histogram(const double *x, int n, double *bins, int *counts, int m);
double list_sum(const double *values, const int *next, int head);
void max_pool(const double *x, int rows, int columns, double *y);
void reverse_in_place(double *x, int n);
void block_scale(double *a, int lo, int hi, double s);
void centered_difference(double *middle, int n);
double longest_common(const double *a, int n, const double *b, int m, double *table);
void overlapping(double *x, int n);
