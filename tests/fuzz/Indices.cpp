// Integers that are computed: arithmetic, tables, counts, orders.
#include "Writer.h"

#include <algorithm>

using namespace soac::fuzz;

/// Whether an integer made of others may be made of numbers.
bool Writer::steers() const {
  return std::any_of(scope.integers.begin(), scope.integers.end(), [](const Integer &i) { return i.onlySteers; });
}

void Writer::arithmetic(Lines &out, int) {
  if (scope.integers.empty())
    return;
  const std::string i = pick(scope.integers).name, j = pick(scope.integers).name, k = fresh("k");
  std::string value;
  int end = 4;
  switch (below(9)) {
  case 0: value = "(" + i + " * 3 + " + j + ") % 4"; break;
  case 1: value = "(" + i + " / 2 + " + j + " / 3) % 4"; break;
  case 2:
    value = i + " & 1";
    end = 2;
    break;
  case 3: value = "(" + i + " ^ 1) % 4"; break;
  case 4: value = "(" + i + " << 1) & 3"; break;
  case 5: value = "((" + i + " - " + j + ") % 4 + 4) % 4"; break;
  case 6: value = "std::min<int>(" + i + ", 3)"; break;
  case 7: value = condition() + " ? 1 : " + i + " % 4"; break;
  default: value = "(" + i + " >> 1) % 4";
  }
  add(out, (chance(50) ? "int " : "const int ") + k + " = static_cast<int>(" + value + ");");
  scope.integers.push_back({k, end, steers()});
}

void Writer::table(Lines &out, int) {
  const std::string w = fresh("w"), i = index(3);
  if (chance(50)) {
    static const std::vector<std::string> heads{"static const double ", "const double ", "static constexpr double "};
    add(out, pick(heads) + w + "[3] = {0.5, -1.25, 2.0};");
    scope.reals.push_back({"real(" + w + "[" + i + "])", false});
    return;
  }
  static const std::vector<std::string> heads{"static const int ", "const int ", "constexpr int ", "int "};
  add(out, pick(heads) + w + "[3] = {2, 0, 1};");
  scope.integers.push_back({w + "[" + i + "]", 3, steers()});
}

void Writer::counting(Lines &out, int) {
  std::vector<Array> ranges;
  for (const Array &a : scope.arrays)
    if (a.kind != Array::Pointer && a.kind < Array::Owner && a.kind != Array::Grown)
      ranges.push_back(a);
  if (ranges.empty())
    return;
  const Array a = pick(ranges);
  const std::string c = fresh("c"), e = fresh("e"), limit = literal();
  if (chance(50)) {
    add(out, "int " + c + " = 0;");
    out.push_back({"for (const real &" + e + " : " + a.name + ") {",
                   {{"if (" + e + " > " + limit + ") ++" + c + ";", {}, {}}},
                   "}"});
  } else {
    add(out, "const int " + c + " = static_cast<int>(std::count_if(std::begin(" + a.name + "), std::end(" + a.name +
                 "), [](const real &e) { return e > " + limit + "; }));");
  }
  scope.integers.push_back({c, a.size + 1});
}

void Writer::indices(Lines &out, int) {
  const std::string k = fresh("k"), i = fresh("i");
  switch (below(3)) {
  case 0: add(out, "int " + k + "[4] = {};"); break;
  case 1: add(out, "std::vector<int> " + k + "(4);"); break;
  default: add(out, "std::array<int, 4> " + k + "{};");
  }
  std::string value;
  {
    const Inner inner(*this);
    scope.integers.push_back({i, 4});
    value = "static_cast<int>(" + index(4) + ")";
    if (chance(30))
      value = condition() + " ? " + value + " : " + std::to_string(below(4));
  }
  out.push_back(
      {"for (int " + i + " = 0; " + i + " < 4; ++" + i + ") {", {{k + "[" + i + "] = " + value + ";", {}, {}}}, "}"});
  if (chance(40))
    add(out, "std::swap(" + k + "[0], " + k + "[2]);");
  const std::string at = index(4);
  scope.integers.push_back({k + "[" + at + "]", 4, steers()});
}

void Writer::order(Lines &out, int) {
  if (scope.arrays.empty())
    return;
  const Array a = pick(scope.arrays);
  const std::string o = fresh("o"), n = std::to_string(a.size);
  if (a.kind == Array::Grown)
    return;
  add(out, "std::vector<int> " + o + "(" + n + ");");
  add(out, "std::iota(" + o + ".begin(), " + o + ".end(), 0);");
  add(out, (chance(50) ? "std::sort(" : "std::stable_sort(") + o + ".begin(), " + o +
               ".end(), [&](int i, int j) { return " + a.name + "[i] " + (chance(50) ? "<" : ">") + " " + a.name +
               "[j]; });");
  const std::string at = index(a.size);
  scope.integers.push_back({o + "[" + at + "]", a.size});
}
