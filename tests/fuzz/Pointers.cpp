// Pointers that are swapped, walk and are aimed, and memory of the function's own.
#include "Writer.h"

#include <utility>

using namespace soac::fuzz;

/// Steps from one array to another, which then change their places.
void Writer::alternating(Lines &out, int depth) {
  if (inLoop > 1)
    return;
  const std::string a = fresh("v"), b = fresh("v"), i = fresh("i"), t = fresh("i"), n = std::to_string(2 + below(3));
  const int size = std::stoi(n), kind = below(4);
  std::string from = a, to = b;
  if (kind == 3) {
    add(out, "real " + a + "[" + n + "] = {real(" + atom() + "), real(" + atom() + ")}, " + b + "[" + n + "] = {};");
  } else {
    add(out, "std::vector<real> " + a + "(" + n + ", real(" + atom() + ")), " + b + "(" + n + ");");
    add(out, a + "[1] = " + damped() + ";");
  }
  const bool arePointers = kind >= 2;
  if (arePointers) {
    from = fresh("p"), to = fresh("p");
    add(out, "real *" + from + " = " + (kind == 3 ? a : a + ".data()") + ", *" + to + " = " +
                 (kind == 3 ? b : b + ".data()") + ";");
  }
  Lines body, step;
  {
    const Inner inner(*this);
    scope.integers.push_back({t, 3});
    ++inLoop;
    {
      const Inner deeper(*this);
      scope.integers.push_back({i, size});
      scope.arrays.push_back({from, size, arePointers ? Array::Pointer : Array::Vector, false});
      ++inLoop;
      statements(step, below(2), depth);
      --inLoop;
      add(step, to + "[" + i + "] = " + damped() + " + real(0.25) * " + from + "[" + i + "];");
    }
    out.reserve(out.size() + 1);
    body.push_back({"for (int " + i + " = 0; " + i + " < " + n + "; ++" + i + ") {", std::move(step), "}"});
    --inLoop;
    if (chance(30))
      add(body, "if (" + condition() + ") break;");
    add(body, kind == 1 ? from + ".swap(" + to + ");" : "std::swap(" + from + ", " + to + ");");
  }
  out.push_back({loopPragma(true) + "for (int " + t + " = 0; " + t + " < 3; ++" + t + ") {", std::move(body), "}"});
  scope.arrays.push_back({from, size, arePointers ? Array::Pointer : Array::Vector, chance(50)});
}

void Writer::stepping(Lines &out, int) {
  std::vector<Array> arrays;
  for (const Array &a : scope.arrays)
    if (a.kind <= Array::Vector)
      arrays.push_back(a);
  if (arrays.empty())
    return;
  const Array a = pick(arrays);
  const std::string p = fresh("p"), s = fresh("s"), end = first(a) + " + " + std::to_string(a.size);
  const std::string type = a.isChangeable && chance(50) ? "real *" : "const real *";
  switch (below(4)) {
  case 0:
    add(out, type + p + " = " + first(a) + ";");
    add(out, "real " + s + " = *" + p + "++;");
    add(out, s + " += sin(*" + p + ") * " + atom() + ";");
    break;
  case 1:
    add(out, type + p + " = " + first(a) + ";");
    add(out, "real " + s + " = " + damped() + ";");
    out.push_back({"while (" + p + " != " + end + ") {", {{s + " = sin(" + s + " + *" + p + "++);", {}, {}}}, "}"});
    break;
  case 2:
    add(out, type + p + " = " + end + ";");
    add(out, "real " + s + " = " + damped() + ";");
    out.push_back(
        {"while (" + p + " != " + first(a) + ") {", {{s + " = cos(" + s + " * *--" + p + ");", {}, {}}}, "}"});
    break;
  default:
    add(out, type + p + " = " + first(a) + ";");
    add(out, "if (" + condition() + ") ++" + p + ";");
    add(out, "real " + s + " = " + p + "[0] * *" + p + ";");
  }
  scope.reals.push_back({s, true});
}

void Writer::best(Lines &out, int) {
  // Two rows by an index that is computed are two arrays to soac.
  std::vector<Array> arrays;
  for (const Array &a : changeable(Array::Vector))
    if (a.name.find('[') == std::string::npos)
      arrays.push_back(a);
  if (arrays.empty())
    return;
  const Array a = pick(arrays);
  const std::string p = fresh("p"), i = fresh("i"), at = a.name + "[" + i + "]";
  add(out, "real *" + p + " = &" + a.name + "[0];");
  out.push_back({"for (int " + i + " = 1; " + i + " < " + std::to_string(a.size) + "; ++" + i + ") {",
                 {{"if (" + at + (chance(50) ? " > *" : " < *") + p + ") " + p + " = &" + at + ";", {}, {}}},
                 "}"});
  scope.reals.push_back({"(*" + p + ")", true});
}

/// Allocated, used and given back.
void Writer::memory(Lines &out, int depth) {
  if (inLoop > 1)
    return;
  const std::string m = fresh("m"), t = fresh("t"), i = fresh("i"), n = std::to_string(2 + below(3));
  const int size = std::stoi(n);
  add(out, "real " + t + " = real(0);");
  Lines all, fill;
  std::string release;
  bool isZero = false;
  switch (below(6)) {
  case 0:
    add(all, "real *" + m + " = new real[" + n + "];");
    release = "delete[] " + m + ";";
    break;
  case 1:
    add(all, "real *" + m + " = new real[" + n + "]();");
    release = "delete[] " + m + ";";
    isZero = true;
    break;
  case 2:
    add(all, "real *" + m + " = static_cast<real *>(std::malloc(" + n + " * sizeof(real)));");
    release = "std::free(" + m + ");";
    break;
  case 3:
    add(all, "real *" + m + " = (real *)std::calloc(" + n + ", sizeof(real));");
    release = "std::free(" + m + ");";
    isZero = true;
    break;
  case 4: add(all, "std::unique_ptr<real[]> " + m + "(new real[" + n + "]);"); break;
  default: add(all, "auto " + m + " = std::make_unique<real[]>(" + n + ");"); isZero = true;
  }
  {
    const Inner inner(*this);
    if (!isZero || chance(50)) {
      {
        const Inner deeper(*this);
        scope.integers.push_back({i, size});
        add(fill, m + "[" + i + "] = " + damped() + ";");
      }
      all.push_back({"for (int " + i + " = 0; " + i + " < " + n + "; ++" + i + ") {", std::move(fill), "}"});
    }
    scope.arrays.push_back({m, size, release.empty() ? Array::Owner : Array::Pointer, true});
    // What leaves between would not release it.
    const std::string outside = release.empty() ? giveBack : std::exchange(giveBack, "");
    const int loops = release.empty() ? inLoop : std::exchange(inLoop, 0);
    statements(all, 2 + below(3), depth);
    giveBack = outside;
    inLoop = loops;
    add(all, t + " = " + m + "[0] + " + damped() + " * " + m + "[" + index(size) + "];");
    if (!release.empty())
      add(all, release);
  }
  out.push_back({"{", std::move(all), "}"});
  scope.reals.push_back({t, true});
}
