// Local arrays, matrices, vectors that grow, optionals.
#include "Writer.h"

#include <utility>

using namespace soac::fuzz;

void Writer::localArray(Lines &out, int) {
  const std::string name = fresh("v");
  const int size = 2 + below(3);
  const std::string n = std::to_string(size);
  Array::Kind kind = Array::CArray;
  std::string text, list = "{";
  for (int i = 0; i < size; ++i)
    list += (i ? ", " : "") + ("real(" + atom() + ")");
  list += "}";
  switch (below(6)) {
  case 0: text = "real " + name + "[" + n + "] = " + list + ";"; break;
  case 1: text = "real " + name + "[" + n + "] = {};"; break;
  case 2:
    kind = Array::StdArray;
    text = "std::array<real, " + n + "> " + name + list + ";";
    break;
  case 3:
    kind = Array::Vector;
    text = "std::vector<real> " + name + list + ";";
    break;
  case 4:
    kind = Array::Vector;
    text = "std::vector<real> " + name + "(" + n + ", real(" + damped() + "));";
    break;
  default: kind = Array::SoacArray; text = "soac::array<real> " + name + "(" + n + ");";
  }
  out.push_back({text, {}, {}});
  scope.arrays.push_back({name, size, kind, true});
}

void Writer::localMatrix(Lines &out, int) {
  const std::string name = fresh("m");
  const int rows = 2 + below(2), columns = 2 + below(2);
  const std::string r = std::to_string(rows), c = std::to_string(columns);
  bool isCalled = false;
  std::string text;
  switch (below(4)) {
  case 0: text = "real " + name + "[" + r + "][" + c + "] = {{real(" + atom() + ")}};"; break;
  case 1: text = "std::array<std::array<real, " + c + ">, " + r + "> " + name + "{};"; break;
  case 2:
    text =
        "std::vector<std::vector<real>> " + name + "(" + r + ", std::vector<real>(" + c + ", real(" + atom() + ")));";
    break;
  default: isCalled = true; text = "soac::array<real, 2> " + name + "(" + r + ", " + c + ");";
  }
  out.push_back({text, {}, {}});
  scope.matrices.push_back({name, rows, columns, isCalled, true});
  if (!isCalled && chance(50)) {
    const bool isVector = text.starts_with("std::vector"), isArray = text.starts_with("std::array");
    if (isVector && chance(50))
      out.push_back(
          {(chance(50) ? "std::swap(" + name + "[0], " + name + "[1]);" : name + "[1] = " + name + "[0];"), {}, {}});
    const std::string row = name + "[" + index(rows) + "]";
    scope.arrays.push_back({row, columns, isVector ? Array::Vector : isArray ? Array::StdArray : Array::CArray, true});
  }
  if (chance(60))
    out.push_back({element(scope.matrices.back()) + " = " + damped() + ";", {}, {}});
}

void Writer::growing(Lines &out, int depth) {
  const std::string name = fresh("g"), i = fresh("i");
  out.push_back({"std::vector<real> " + name + ";", {}, {}});
  const int trips = 2 + below(2);
  Lines body;
  {
    const Inner inner(*this);
    scope.integers.push_back({i, trips});
    const std::string outside = std::exchange(giveBack, "");
    const int loops = std::exchange(inLoop, 0);
    statements(body, below(2), depth);
    giveBack = outside;
    inLoop = loops;
    body.push_back({name + ".push_back(" + damped() + ");", {}, {}});
    if (chance(30))
      body.push_back({"if (" + condition() + ") " + name + ".push_back(" + damped() + ");", {}, {}});
  }
  out.push_back(
      {"for (int " + i + " = 0; " + i + " < " + std::to_string(trips) + "; ++" + i + ") {", std::move(body), "}"});
  // At least so many elements.
  scope.arrays.push_back({name, trips, Array::Grown, true});
  scope.reals.push_back({name + ".back()", true});
}

void Writer::optional(Lines &out, int) {
  const std::string name = fresh("q");
  out.push_back({"std::optional<real> " + name + ";", {}, {}});
  out.push_back({"if (" + condition() + ") " + name + " = " + damped() + ";", {}, {}});
  scope.reals.push_back({name + ".value_or(" + literal() + ")", false});
}

/// Filled, then emptied from the end.
void Writer::stack(Lines &out, int) {
  const std::string g = fresh("g"), s = fresh("t");
  add(out, "std::vector<real> " + g + "{real(" + atom() + ")};");
  add(out, g + ".push_back(" + damped() + ");");
  add(out, "if (" + condition() + ") " + g + ".push_back(" + damped() + ");");
  add(out, "real " + s + " = " + damped() + ";");
  out.push_back({"while (!" + g + ".empty()) {",
                 {{s + " = sin(" + s + " + " + g + ".back());", {}, {}}, {g + ".pop_back();", {}, {}}},
                 "}"});
  scope.reals.push_back({s, true});
}

void Writer::resizing(Lines &out, int) {
  const std::string g = fresh("g"), i = fresh("i");
  int size = 2 + below(2);
  add(out, "std::vector<real> " + g + "(" + std::to_string(size) + ", real(" + atom() + "));");
  add(out, g + "[1] = " + damped() + ";");
  for (int times = 2 + below(3); times > 0; --times)
    switch (below(8)) {
    case 0:
      add(out, g + ".insert(" + g + ".begin() + 1, real(" + damped() + "));");
      ++size;
      break;
    case 1:
      if (size > 2) {
        add(out, g + ".erase(" + g + ".begin());");
        --size;
      }
      break;
    case 2:
      size += 1;
      add(out, g + ".resize(" + std::to_string(size) + (chance(50) ? ", real(" + atom() + "));" : ");"));
      break;
    case 3:
      if (size > 2) {
        add(out, g + ".pop_back();");
        --size;
      }
      break;
    case 4:
      size = 2;
      add(out, g + ".assign(2, real(" + damped() + "));");
      break;
    case 5: add(out, "if (" + condition() + ") " + g + ".push_back(real(" + damped() + "));"); break;
    case 6:
      out.push_back({"for (std::size_t " + i + " = 0; " + i + " < " + g + ".size(); ++" + i + ") {",
                     {{g + "[" + i + "] *= " + damped() + ";", {}, {}}},
                     "}"});
      break;
    default: add(out, g + " = std::vector<real>(" + g + ");");
    }
  scope.arrays.push_back({g, size, Array::Grown, true});
}

/// A vector of vectors whose rows get their lengths one by one.
void Writer::rowLengths(Lines &out, int) {
  const std::string a = fresh("g"), i = fresh("i"), v = fresh("v");
  int rows = 2 + below(2);
  std::vector<int> sizes(static_cast<std::size_t>(rows)); // at least
  const auto row = [&](int k) { return a + "[" + std::to_string(k) + "]"; };
  const bool isFixed = chance(20);
  add(out, (isFixed ? "std::vector<real> " + row(rows) + ";"
                    : "std::vector<std::vector<real>> " + a + "(" + std::to_string(rows) + ");"));
  for (int times = 4 + below(6); times > 0; --times) {
    const int k = below(rows), other = below(rows), length = 1 + below(4);
    int &size = sizes[static_cast<std::size_t>(k)], &otherSize = sizes[static_cast<std::size_t>(other)];
    const std::string count = std::to_string(length);
    switch (below(isFixed ? 8 : 11)) {
    case 0:
      add(out, row(k) + ".push_back(" + damped() + ");");
      ++size;
      break;
    case 1:
      add(out, row(k) + ".resize(" + count + (chance(50) ? ", real(" + atom() + "));" : ");"));
      size = length;
      break;
    case 2:
      add(out, row(k) + ".assign(" + count + ", real(" + damped() + "));");
      size = length;
      break;
    case 3:
      add(out, row(k) + " = " + row(other) + ";");
      size = otherSize;
      break;
    case 4:
      if (k != other) {
        add(out, "std::swap(" + row(k) + ", " + row(other) + ");");
        std::swap(size, otherSize);
      }
      break;
    case 5:
      if (size > 1) {
        add(out, row(k) + ".pop_back();");
        --size;
      }
      break;
    case 6:
      out.push_back({"for (int " + i + " = 0; " + i + " < " + count + "; ++" + i + ") {",
                     {{row(k) + ".push_back(real(" + damped() + ") * real(double(" + i + ")));", {}, {}}},
                     "}"});
      size += length;
      break;
    case 7: add(out, "if (" + condition() + ") " + row(k) + ".push_back(real(" + damped() + "));"); break;
    case 8:
      add(out, a + ".push_back(std::vector<real>(" + count + ", real(" + atom() + ")));");
      sizes.push_back(length);
      ++rows;
      break;
    case 9:
      if (rows > 2) {
        add(out, a + ".erase(" + a + ".begin());");
        sizes.erase(sizes.begin());
        --rows;
      }
      break;
    default: add(out, a + " = std::vector<std::vector<real>>(" + a + ");");
    }
  }
  out.push_back({"for (std::vector<real> &" + v + " : " + a + ") {",
                 {{"for (real &" + i + " : " + v + ")", {}, {}}, {"  " + i + " = sin(" + i + ") * real(double(" + v + ".size()));", {}, {}}},
                 "}"});
  for (int k = 0; k < rows; ++k)
    if (sizes[static_cast<std::size_t>(k)] > 0)
      scope.arrays.push_back({row(k), sizes[static_cast<std::size_t>(k)], Array::Grown, true});
}

void Writer::product(Lines &out, int) {
  if (scope.matrices.empty() || inLoop > 1)
    return;
  const Matrix m = pick(scope.matrices);
  const std::string y = fresh("v"), i = fresh("i"), j = fresh("i"), r = std::to_string(m.rows),
                    c = std::to_string(m.columns);
  const std::string at = m.isCalled ? m.name + "(" + i + ", " + j + ")" : m.name + "[" + i + "][" + j + "]";
  const bool isTransposed = chance(40);
  add(out, "std::vector<real> " + y + "(" + (isTransposed ? c : r) + ");");
  std::string factor;
  {
    const Inner inner(*this);
    scope.integers.push_back({i, m.rows});
    scope.integers.push_back({j, m.columns});
    factor = atom();
  }
  out.push_back({"for (int " + i + " = 0; " + i + " < " + r + "; ++" + i + ") {",
                 {{"for (int " + j + " = 0; " + j + " < " + c + "; ++" + j + ") {",
                   {{y + "[" + (isTransposed ? j : i) + "] += " + at + " * sin(" + factor + ");", {}, {}}},
                   "}"}},
                 "}"});
  scope.arrays.push_back({y, isTransposed ? m.columns : m.rows, Array::Vector, true});
}
