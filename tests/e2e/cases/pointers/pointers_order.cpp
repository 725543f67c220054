#include "pointers_order.hpp"
#include "pointers_order.soac.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

// Raw pointers whose values steer what happens to them: sorts, selections, permutations, tables.

#pragma soac differentiate(vjp, jvp)
void insertion_sort(double *a, int n) {
  for (int i = 1; i < n; i++) {
    const double x = a[i];
    int j = i - 1;
    while (j >= 0 && a[j] > x) {
      a[j + 1] = a[j];
      j--;
    }
    a[j + 1] = x;
  }
}

#pragma soac differentiate(vjp, jvp)
void bubble_sort_early(double *a, int n) {
  bool swapped = true;
  while (swapped) {
    swapped = false;
    for (int i = 1; i < n; i++)
      if (a[i - 1] > a[i]) {
        std::swap(a[i - 1], a[i]);
        swapped = true;
      }
    n--;
  }
}

static void sift_down(double *a, int root, int n) {
  while (2 * root + 1 < n) {
    int child = 2 * root + 1;
    if (child + 1 < n && a[child] < a[child + 1])
      child++;
    if (a[root] >= a[child])
      return;
    std::swap(a[root], a[child]);
    root = child;
  }
}

#pragma soac differentiate(vjp, jvp)
void heap_sort(double *a, int n) {
  for (int i = n / 2 - 1; i >= 0; i--)
    sift_down(a, i, n);
  for (int end = n - 1; end > 0; end--) {
    std::swap(a[0], a[end]);
    sift_down(a, 0, end);
  }
}

// The k-th smallest (Hoare).
#pragma soac differentiate(vjp, jvp)
double quick_select(double *a, int n, int k) {
  int left = 0, right = n - 1;
  while (left < right) {
    const double pivot = a[k];
    int i = left, j = right;
    do {
      while (a[i] < pivot)
        i++;
      while (pivot < a[j])
        j--;
      if (i <= j) {
        const double t = a[i];
        a[i] = a[j];
        a[j] = t;
        i++;
        j--;
      }
    } while (i <= j);
    if (j < k)
      left = i;
    if (k < i)
      right = j;
  }
  return a[k];
}

#pragma soac differentiate(vjp, jvp)
void fft(double *re, double *im, int n) {
  for (int i = 1, j = 0; i < n; i++) {
    int bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      std::swap(re[i], re[j]);
      std::swap(im[i], im[j]);
    }
  }
  for (int len = 2; len <= n; len <<= 1) {
    const double angle = -2 * 3.14159265358979323846 / len;
    for (int i = 0; i < n; i += len)
      for (int k = 0; k < len / 2; k++) {
        const double c = std::cos(angle * k), s = std::sin(angle * k);
        const int u = i + k, v = i + k + len / 2;
        const double tr = re[v] * c - im[v] * s, ti = re[v] * s + im[v] * c;
        re[v] = re[u] - tr;
        im[v] = im[u] - ti;
        re[u] += tr;
        im[u] += ti;
      }
  }
}

#pragma soac differentiate(vjp, jvp)
void prefix_sums(double *x, int n) {
  for (int i = 1; i < n; i++)
    x[i] += x[i - 1] * x[i - 1];
}

#pragma soac differentiate(vjp, jvp)
void histogram(const double *x, int n, double *bins, int *counts, int m) {
  for (int i = 0; i < n; i++) {
    const int b = static_cast<int>(x[i] * m);
    if (b < 0 || b >= m)
      continue;
    bins[b] += x[i] * x[i];
    counts[b]++;
  }
}

#pragma soac differentiate(vjp, jvp)
double list_sum(const double *values, const int *next, int head) {
  double s = 0, w = 1;
  for (int i = head; i >= 0; i = next[i]) {
    s += w * values[i] * values[i];
    w *= 0.5;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
void max_pool(const double *x, int rows, int columns, double *y) {
  for (int i = 0; i < rows / 2; i++)
    for (int j = 0; j < columns / 2; j++) {
      double best = x[2 * i * columns + 2 * j];
      for (int di = 0; di < 2; di++)
        for (int dj = 0; dj < 2; dj++) {
          const double v = x[(2 * i + di) * columns + 2 * j + dj];
          if (v > best)
            best = v;
        }
      y[i * (columns / 2) + j] = best;
    }
}

#pragma soac differentiate(vjp, jvp)
void reverse_in_place(double *x, int n) {
  for (int i = 0, j = n - 1; i < j; i++, j--) {
    const double t = x[i];
    x[i] = x[j] * x[j];
    x[j] = t;
  }
}

// Only the elements lo .. hi-1 belong to the caller.
#pragma soac differentiate(vjp, jvp)
void block_scale(double *a, int lo, int hi, double s) {
  for (int i = lo; i < hi; i++)
    a[i] = a[i] * a[i] * s;
}

// `middle` points to the middle of 2n+1 elements.
#pragma soac differentiate(vjp, jvp)
void centered_difference(double *middle, int n) {
  for (int i = 1; i <= n; i++)
    middle[i] = middle[i] * middle[-i] + middle[i - 1];
}

#pragma soac differentiate(vjp, jvp)
double longest_common(const double *a, int n, const double *b, int m, double *table) {
  for (int i = 0; i <= n; i++)
    for (int j = 0; j <= m; j++) {
      double &cell = table[i * (m + 1) + j];
      if (i == 0 || j == 0)
        cell = 0.1 * (i + j);
      else
        cell = std::min(table[(i - 1) * (m + 1) + j - 1],
                        std::min(table[(i - 1) * (m + 1) + j], table[i * (m + 1) + j - 1])) +
               (a[i - 1] - b[j - 1]) * (a[i - 1] - b[j - 1]);
    }
  return table[n * (m + 1) + m];
}

static void next_from_last(const double *from, double *to, int n) {
  for (int i = 0; i < n; ++i)
    to[i] = from[i] * to[i] + from[i] * from[i];
}
#pragma soac differentiate(vjp, jvp)
void overlapping(double *x, int n) { next_from_last(x, x + 1, n - 1); }
