// A header of C, which does not say so.
double source_text_half(double x);
