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

std::string Writer::loopPragma(bool isCounted) {
  if (!chance(12))
    return "";
  // States are copies; the extents of raw pointers, which these need, may depend on data.
  switch (below(3)) {
  case 0: return takesPointers ? "" : "#pragma soac stripmine(2)\n";
  case 1: return takesPointers ? "" : "#pragma soac checkpoint(revolve: 2)\n";
  default: return isCounted ? "" : "#pragma soac bound(12)\n";
  }
}

void Writer::counted(Lines &out, int depth) {
  const std::string pragma = loopPragma(true);
  const Inner inner(*this);
  const std::string i = fresh("i");
  const int trips = inLoop > 1 ? 2 : 2 + below(4);
  const std::string end = std::to_string(trips);
  static const std::vector<std::string> types{"int ", "long ", "std::size_t ", "soac::index "};
  std::string head;
  switch (below(7)) {
  case 6:
    if (!scope.integers.empty() && inLoop <= 1) {
      const Integer last = pick(scope.integers);
      if (last.end > 1 && last.end < 6) {
        head = "for (int " + i + " = 0; " + i + " < static_cast<int>(" + last.name + "); ++" + i + ") {";
        scope.integers.push_back({i, last.end - 1});
        break;
      }
    }
    [[fallthrough]];
  case 0: head = "for (int " + i + " = " + std::to_string(trips - 1) + "; " + i + " >= 0; --" + i + ") {"; break;
  case 1: head = "for (int " + i + " = 0; " + i + " < " + end + "; " + i + " += 2) {"; break;
  case 2: head = "for (int " + i + " = 1; " + i + " != " + end + "; " + i + "++) {"; break;
  case 3: head = "for (int " + i + " = " + end + "; " + i + "-- > 0;) {"; break;
  default: head = "for (" + pick(types) + i + " = 0; " + i + " < " + end + "; ++" + i + ") {";
  }
  if (scope.integers.empty() || scope.integers.back().name != i)
    scope.integers.push_back({i, trips});
  ++inLoop;
  Lines body;
  statements(body, 1 + below(4), depth);
  --inLoop;
  out.push_back({pragma + head, std::move(body), "}"});
}

void Writer::conditioned(Lines &out, int depth) {
  const std::string k = fresh("w");
  const int trips = inLoop > 1 ? 2 : 2 + below(4);
  out.push_back({"int " + k + " = 0;", {}, {}});
  const std::string test = k + "++ < " + std::to_string(trips) + (chance(60) ? " && " + condition() : "");
  const std::string pragma = loopPragma(true);
  const Inner inner(*this);
  scope.integers.push_back({k, trips + 1});
  ++inLoop;
  Lines body;
  statements(body, 1 + below(3), depth);
  --inLoop;
  if (chance(25))
    out.push_back({pragma + "do {", std::move(body), "} while (" + test + ");"});
  else
    out.push_back({pragma + "while (" + test + ") {", std::move(body), "}"});
}

void Writer::overElements(Lines &out, int depth) {
  std::vector<Array> ranges;
  for (const Array &a : scope.arrays)
    if (a.kind != Array::Pointer && a.kind != Array::Grown && a.kind != Array::Owner)
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

void Writer::endless(Lines &out, int depth) {
  if (inLoop > 1)
    return;
  const std::string k = fresh("w"), last = std::to_string(1 + below(3));
  add(out, "int " + k + " = 0;");
  Lines body;
  {
    const Inner inner(*this);
    scope.integers.push_back({k, 5});
    const std::string leave = chance(40) ? " || " + condition() : "";
    add(body, "if (" + k + "++ == " + last + leave + ") break;");
    ++inLoop;
    statements(body, 1 + below(3), depth);
    --inLoop;
  }
  out.push_back({loopPragma(true) + (chance(50) ? "for (;;) {" : "while (true) {"), std::move(body), "}"});
}

/// Until a number is small.
void Writer::settling(Lines &out, int) {
  const std::string r = fresh("t"), k = fresh("w");
  add(out, "real " + r + " = " + damped() + ";");
  add(out, "int " + k + " = 0;");
  const std::string factor = damped();
  out.push_back({loopPragma(false) + "while (fabs(" + r + ") > real(0.2) && " + k + " < 4) {",
                 {{r + " *= real(0.7) + real(0.1) * " + factor + ";", {}, {}}, {"++" + k + ";", {}, {}}},
                 "}"});
  scope.reals.push_back({r, true});
  scope.integers.push_back({k, 5, true});
}

void Writer::triangle(Lines &out, int depth) {
  if (inLoop > 1)
    return;
  const std::string i = fresh("i"), j = fresh("i");
  const bool isClosed = chance(50);
  Lines body, inside;
  {
    const Inner inner(*this);
    scope.integers.push_back({i, 3});
    ++inLoop;
    statements(body, below(2), depth);
    {
      const Inner deeper(*this);
      scope.integers.push_back({j, 3});
      ++inLoop;
      statements(inside, 1 + below(3), depth);
      --inLoop;
    }
    const std::string head =
        chance(30) ? "for (int " + j + " = " + i + "; " + j + " < 3; ++" + j + ") {"
                   : "for (int " + j + " = 0; " + j + (isClosed ? " <= " : " < ") + i + "; ++" + j + ") {";
    body.push_back({head, std::move(inside), "}"});
    statements(body, below(2), depth);
    --inLoop;
  }
  out.push_back({loopPragma(true) + "for (int " + i + " = 0; " + i + " < 3; ++" + i + ") {", std::move(body), "}"});
}

void Writer::meeting(Lines &out, int depth) {
  const std::vector<Array> arrays = changeable(Array::Vector);
  if (arrays.empty() || inLoop > 1)
    return;
  const Array a = pick(arrays);
  const std::string i = fresh("i"), j = fresh("i"), last = std::to_string(a.size - 1);
  Lines body;
  if (chance(50)) {
    const std::string p = fresh("p"), q = fresh("p");
    const Inner inner(*this);
    scope.reals.push_back({"(*" + p + ")", true});
    scope.reals.push_back({"(*" + q + ")", true});
    ++inLoop;
    statements(body, 1 + below(2), depth);
    --inLoop;
    out.push_back({"for (real *" + p + " = " + first(a) + ", *" + q + " = " + first(a) + " + " + last + "; " + p +
                       " < " + q + "; ++" + p + ", --" + q + ") {",
                   std::move(body), "}"});
    return;
  }
  const Inner inner(*this);
  scope.integers.push_back({i, a.size});
  scope.integers.push_back({j, a.size});
  ++inLoop;
  statements(body, below(2), depth);
  add(body, "std::swap(" + a.name + "[" + i + "], " + a.name + "[" + j + "]);");
  statements(body, below(2), depth);
  --inLoop;
  out.push_back({"for (int " + i + " = 0, " + j + " = " + last + "; " + i + " < " + j + "; ++" + i + ", --" + j + ") {",
                 std::move(body), "}"});
}

/// Out of two loops by a flag.
void Writer::searching(Lines &out, int depth) {
  if (inLoop > 1)
    return;
  const std::string found = fresh("b"), i = fresh("i"), j = fresh("i");
  add(out, "bool " + found + " = false;");
  Lines outside, inside;
  {
    const Inner inner(*this);
    scope.integers.push_back({i, 3});
    scope.integers.push_back({j, 2});
    inLoop += 2;
    statements(inside, 1 + below(2), depth);
    inside.push_back({"if (" + condition() + ") {", {{found + " = true;", {}, {}}, {"break;", {}, {}}}, "}"});
    statements(inside, below(2), depth);
    inLoop -= 2;
  }
  outside.push_back({"for (int " + j + " = 0; " + j + " < 2; ++" + j + ") {", std::move(inside), "}"});
  add(outside, "if (" + found + ") break;");
  out.push_back({"for (int " + i + " = 0; " + i + " < 3 && !" + found + "; ++" + i + ") {", std::move(outside), "}"});
  scope.flags.push_back(found);
}
