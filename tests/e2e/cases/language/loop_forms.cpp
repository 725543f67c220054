#include "loop_forms.hpp"
#include "loop_forms.soac.hpp"

#pragma soac differentiate(vjp, jvp)
double pairs_ahead(const double *x, int n) {
  double s = 0;
  for (int i = 0; i + 1 < n; ++i)
    s += x[i] * x[i + 1];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double doubled_index(const double *x, int n) {
  double s = 0;
  for (int i = 0; 2 * i < n; ++i)
    s += x[i] * x[2 * i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double square_limit(const double *x, int n) {
  double s = 0;
  for (int i = 1; i * i <= n; ++i)
    s += x[i] * x[i * i - 1];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double while_counts(const double *x, int n) {
  double s = 0;
  int i = 0;
  while (i < n) {
    s = 0.5 * s + x[i] * x[i];
    ++i;
  }
  return s * i;
}

#pragma soac differentiate(vjp, jvp)
double while_starts_before(const double *x, int n) {
  double s = 0;
  int i = -1;
  while (i + 1 < n) {
    ++i;
    s = s * x[i] + i;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double do_increments(const double *x, int n) {
  double s = 0;
  int i = 0;
  do {
    s = 0.5 * s + x[i] * x[i];
  } while (++i < n);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double do_countdown(const double *x, int n) {
  double s = 1;
  do {
    --n;
    s = s * x[n] + 1;
  } while (n > 0);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double endless_with_exit(const double *x, int n) {
  double s = 0;
  for (int i = 0;; ++i) {
    if (i >= n)
      break;
    s = s * x[i] + 2;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double endless_with_last_exit(const double *x, int n) {
  double s = 0;
  int i = 0;
  while (true) {
    s = s * x[i] + 2;
    ++i;
    if (i == n)
      break;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double exit_is_equality(const double *x, int n) {
  double s = 0;
  int i = 0;
  for (;;) {
    if (i == n) {
      break;
    }
    s += x[i] * x[i] * x[i];
    i += 1;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double two_ends_meet(const double *x, int n) {
  double s = 0;
  for (int i = 0, j = n - 1; i < j; ++i, --j)
    s = 0.5 * s + x[i] * x[j];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double second_variable(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0, j = 2 * n - 1; i < n; ++i, j -= 2)
    s += x[i] * y[j];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double unsigned_countdown(const double *x, std::size_t n) {
  double s = 0;
  for (std::size_t i = n; i-- > 0;)
    s = s * 0.5 + x[i] * x[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double countdown_in_condition(const double *x, int n) {
  double s = 0;
  while (n--) {
    s = s * *x + *x;
    x++;
  }
  return s * n;
}

#pragma soac differentiate(vjp, jvp)
double countdown_before(const double *x, int n) {
  double s = 0;
  while (--n >= 0)
    s = s * 0.5 + x[n] * x[n];
  return s * (n + 3);
}

#pragma soac differentiate(vjp, jvp)
double variable_step(const double *x, int n, int step) {
  double s = 0;
  int i = 0;
  while (i < n) {
    s = 0.5 * s + x[i] * x[i];
    i += step;
  }
  return s * i;
}

#pragma soac differentiate(vjp, jvp)
double iterators(const std::vector<double> &x) {
  double s = 0;
  auto it = x.begin();
  while (it != x.end()) {
    s = s * *it + 1;
    ++it;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double reverse_iterators(const std::vector<double> &x) {
  double s = 0;
  for (auto it = x.rbegin(); it != x.rend(); ++it)
    s = s * *it + 1;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double member_bound(const Samples &s) {
  double sum = 0;
  for (int i = 0; i + 1 < s.count; i += 2)
    sum += s.values[i] * s.values[i + 1] * s.step;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double member_array(Samples s) {
  for (std::size_t i = 1; i + 1 < s.values.size(); ++i)
    s.values[i] = s.values[i - 1] * s.step + s.values[i + 1];
  double sum = 0;
  for (double v : s.values)
    sum += v * v;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double pointer_runs(const double *x, int n) {
  double s = 0;
  const double *p = x, *end = x + n;
  while (p < end)
    s = s * *p++ + 1;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double counted_pointer(const double *x, int n) {
  double s = 0;
  for (const double *p = x + n; p != x;) {
    --p;
    s = s * 0.5 + *p * *p;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double limit_and_limit(const double *x, int n, int m) {
  double s = 0;
  int i = 0;
  for (; i < n && i < m; ++i)
    s = s * x[i] + 1;
  return s * i;
}

#pragma soac differentiate(vjp, jvp)
double step_in_body(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n;) {
    s += x[i] * x[i];
    i += 2;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double step_in_both_branches(const double *x, int n) {
  double s = 0;
  int i = 0;
  while (i < n) {
    if (x[i] > 1) {
      s += x[i];
      ++i;
      continue;
    }
    s *= x[i];
    ++i;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double running_position(const double *x, int n) {
  double s = 0;
  int k = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      s += x[k++] * (j + 1) * x[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double continued(const double *x, int n) {
  double s = 0;
  int i = 0;
  while (i < n) {
    const int k = i++;
    if (x[k] < 0)
      continue;
    s = s * 0.5 + x[k] * x[k];
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double halving(const double *x, int n) {
  double s = 0;
  for (int h = n / 2; h > 0; h /= 2)
    s = s * x[h] + x[h - 1];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double not_equal_down(const double *x, int n) {
  double s = 0;
  for (int i = n - 1; i != -1; --i)
    s = s * x[i] + 1;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double post_increment_condition(const double *x, int n) {
  double s = 0;
  int i = 0;
  while (i++ < n)
    s = s * x[i - 1] + i;
  return s * i;
}

#pragma soac differentiate(vjp, jvp)
double sparse_row_sums(const double *a, const int *columns, const int *row_starts, const double *x, int rows) {
  double s = 0;
  int r = 0;
  while (r < rows) {
    double row = 0;
    int k = row_starts[r];
    while (k < row_starts[r + 1]) {
      row += a[k] * x[columns[k]];
      ++k;
    }
    s += row * row;
    ++r;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double wraps(const double *x, unsigned char n) {
  double s = 0;
  unsigned char at = 250;
  for (unsigned char i = 0; i < n; i++) {
    at = static_cast<unsigned char>(at + 3);
    s += x[at % 4] * x[i] * at;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double counter_after(const double *x, int n) {
  double s = 0;
  int i = 1, taken = 0;
  while (3 * i <= n) {
    s += x[i] * x[i];
    i += 2;
    taken++;
  }
  return s * x[taken] + i;
}

#pragma soac differentiate(vjp, jvp)
double changing_bound(const double *x, int n) {
  double s = 0;
  int last = n;
  for (int i = 0; i < last; ++i) {
    if (x[i] > 1)
      --last;
    s = s * x[i] + 1;
  }
  return s * last;
}

#pragma soac differentiate(vjp, jvp)
double comes_round(const double *x, int n) {
  double s = 0;
  for (unsigned char c = 250; c != 3; ++c)
    s = s * 0.5 + x[c % n] * x[0];
  return s;
}

// Below 2 the difference is huge, and nothing is summed.
#pragma soac differentiate(vjp, jvp)
double unsigned_difference(const double *x, std::size_t first, std::size_t n) {
  double s = x[0];
  for (std::size_t i = first; i - 2 < n; ++i)
    s += x[i - 2] * x[i - 2];
  return s;
}
