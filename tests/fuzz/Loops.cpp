// Loops of every form, with jumps out of them.
#include "Writer.h"

#include <utility>

using namespace soac::fuzz;

void Writer::jump(Lines &out) {
  static const std::vector<std::string> jumps{"break;", "continue;"};
  if (!giveBack.empty() && chance(25))
    out.push_back({"if (" + condition() + ") " + giveBack, {}, {}});
  else
    out.push_back({"if (" + condition() + ") " + pick(jumps), {}, {}});
}

void Writer::counted(Lines &out, int depth) {
  const Inner inner(*this);
  const std::string i = fresh("i");
  const int trips = inLoop > 1 ? 2 : 2 + below(4);
  const std::string end = std::to_string(trips);
  static const std::vector<std::string> types{"int ", "long ", "std::size_t ", "soac::index "};
  std::string head;
  switch (below(6)) {
  case 0: head = "for (int " + i + " = " + std::to_string(trips - 1) + "; " + i + " >= 0; --" + i + ") {"; break;
  case 1: head = "for (int " + i + " = 0; " + i + " < " + end + "; " + i + " += 2) {"; break;
  case 2: head = "for (int " + i + " = 1; " + i + " != " + end + "; " + i + "++) {"; break;
  case 3: head = "for (int " + i + " = " + end + "; " + i + "-- > 0;) {"; break;
  default: head = "for (" + pick(types) + i + " = 0; " + i + " < " + end + "; ++" + i + ") {";
  }
  scope.integers.push_back({i, trips});
  ++inLoop;
  Lines body;
  statements(body, 1 + below(4), depth);
  --inLoop;
  out.push_back({head, std::move(body), "}"});
}

void Writer::conditioned(Lines &out, int depth) {
  const std::string k = fresh("w");
  const int trips = inLoop > 1 ? 2 : 2 + below(4);
  out.push_back({"int " + k + " = 0;", {}, {}});
  const std::string test = k + "++ < " + std::to_string(trips) + (chance(60) ? " && " + condition() : "");
  const Inner inner(*this);
  scope.integers.push_back({k, trips + 1});
  ++inLoop;
  Lines body;
  statements(body, 1 + below(3), depth);
  --inLoop;
  if (chance(25))
    out.push_back({"do {", std::move(body), "} while (" + test + ");"});
  else
    out.push_back({"while (" + test + ") {", std::move(body), "}"});
}

void Writer::overElements(Lines &out, int depth) {
  std::vector<Array> ranges;
  for (const Array &a : scope.arrays)
    if (a.kind != Array::Pointer && a.kind != Array::Grown)
      ranges.push_back(a);
  if (ranges.empty() || inLoop > 1)
    return;
  const Array over = pick(ranges);
  const Inner inner(*this);
  const std::string e = fresh("e");
  const bool isChanged = over.isChangeable && chance(50);
  // What the loop runs over keeps its size, and is not swapped with another.
  scope.reals.push_back({e, isChanged});
  ++inLoop;
  Lines body;
  statements(body, 1 + below(3), depth);
  --inLoop;
  const std::string type = isChanged ? (chance(50) ? "real &" : "auto &") : (chance(50) ? "const real &" : "real ");
  if (type == "real ")
    scope.reals.back().isChangeable = true;
  out.push_back({"for (" + type + e + " : " + over.name + ") {", std::move(body), "}"});
}

void Writer::walking(Lines &out, int depth) {
  std::vector<Array> from;
  for (const Array &a : scope.arrays)
    if (a.isChangeable && a.kind <= Array::Grown)
      from.push_back(a);
  if (from.empty() || inLoop > 1)
    return;
  const Array over = pick(from);
  const std::string first =
      over.kind == Array::Pointer || over.kind == Array::CArray ? over.name : over.name + ".data()";
  const std::string p = fresh("p"), end = first + " + " + std::to_string(over.size);
  const Inner inner(*this);
  scope.reals.push_back({"(*" + p + ")", true});
  ++inLoop;
  Lines body;
  statements(body, 1 + below(2), depth);
  --inLoop;
  out.push_back(
      {"for (real *" + p + " = " + first + "; " + p + " != " + end + "; ++" + p + ") {", std::move(body), "}"});
}
