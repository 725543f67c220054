inline double squared(double x) { return x * x; }
