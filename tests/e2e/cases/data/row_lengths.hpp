// Vectors of vectors whose rows are made empty and get their lengths one by one.
#pragma once

#include <vector>

namespace row_lengths {

using row = std::vector<double>;

// Rows of one length in the end.
double resized(const row &x, int m);
double resized_later(const row &x, int m);
double appended(const row &x, int m);
double assigned(const row &x, int m);
double filled(const row &x, int m);

// Rows of different lengths.
double triangle(const row &x);
double copies(const row &x);
double moved(const row &x);
double swapped(const row &x);
double swapped_in_a_loop(const row &x);
double buckets(const row &x);
double some_empty(const row &x);
double appended_rows(const row &x);
double shorter_and_longer(const row &x);
double outer_resized(const row &x);
double rows_in_the_middle(const row &x);
double memorised(const row &x);
double pascal(const row &x);
double sorted_rows(const row &x);
double by_reference(const row &x);
double conditional(const row &x);

// What takes all rows at once takes rows of one length.
double as_a_whole(const row &x, int last);

} // namespace row_lengths
