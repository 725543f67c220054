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
