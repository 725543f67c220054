// warning@-1: nothing-to-do
double untouched(double x) { return x; }
