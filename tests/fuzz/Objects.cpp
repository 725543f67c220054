// Several records together, and structured bindings.
#include "Writer.h"

#include <utility>

using namespace soac::fuzz;

void Writer::objects(Lines &out, int depth) {
  if (records.empty())
    return;
  const Record record = pick(records);
  const std::string os = fresh("os"), &type = record.type;
  const int kind = below(4);
  switch (kind) {
  case 0: add(out, type + " " + os + "[2] = {};"); break;
  case 1: add(out, "std::array<" + type + ", 2> " + os + "{};"); break;
  case 2: add(out, "std::vector<" + type + "> " + os + "(2);"); break;
  default:
    add(out, "std::vector<" + type + "> " + os + ";");
    add(out, os + ".push_back(make_" + type + "(" + atom() + "));");
    add(out, os + ".push_back(make_" + type + "(" + atom() + "));");
  }
  for (int times = 1 + below(3); times > 0; --times) {
    const std::string i = index(2), o = fresh("o");
    switch (below(7)) {
    case 0: add(out, os + "[" + i + "].shift(" + damped() + ");"); break;
    case 1: add(out, "std::swap(" + os + "[0], " + os + "[1]);"); break;
    case 2: add(out, os + "[" + i + "] = make_" + type + "(" + atom() + ");"); break;
    case 3: {
      const Inner inner(*this);
      Lines body;
      scope.reals.push_back({o + ".a", true});
      scope.reals.push_back({o + ".energy()", false});
      scope.arrays.push_back({o + ".c", record.size, Array::CArray, true});
      ++inLoop;
      statements(body, 1 + below(2), depth);
      --inLoop;
      add(body, o + ".b = " + damped() + ";");
      out.push_back({"for (" + type + " &" + o + " : " + os + ") {", std::move(body), "}"});
      break;
    }
    case 4:
      add(out, type + " *" + o + " = &" + os + "[" + i + "];");
      scope.reals.push_back({o + "->a", true});
      scope.arrays.push_back({o + "->c", record.size, Array::CArray, true});
      break;
    case 5:
      add(out, "std::sort(std::begin(" + os + "), std::end(" + os + "), [](const " + type + " &p, const " + type +
                   " &q) { return p.a < q.a; });");
      break;
    default:
      add(out, "const " + type + " " + o + " = " + os + "[0] + " + os + "[" + i + "];");
      scope.reals.push_back({o + ".a", false});
      scope.reals.push_back({o + ".energy()", false});
    }
  }
  const std::string i = index(2);
  scope.reals.push_back({os + "[" + i + "].a", true});
  scope.reals.push_back({os + "[1].b", true});
  scope.arrays.push_back({os + "[0].c", record.size, Array::CArray, true});
}

void Writer::bindings(Lines &out, int) {
  std::vector<Array> fixed;
  for (const Array &a : scope.arrays)
    if (a.kind == Array::StdArray && a.size == 3)
      fixed.push_back(a);
  const std::string p = fresh("s"), q = fresh("s"), r = fresh("s");
  if (fixed.empty()) {
    const std::string v = fresh("v");
    add(out, "std::array<real, 3> " + v + "{real(" + atom() + "), real(" + atom() + "), real(" + damped() + ")};");
    scope.arrays.push_back({v, 3, Array::StdArray, true});
    fixed.push_back(scope.arrays.back());
  }
  const Array a = pick(fixed);
  const bool isReference = a.isChangeable && chance(50);
  add(out, std::string(isReference ? "auto &[" : "auto [") + p + ", " + q + ", " + r + "] = " + a.name + ";");
  for (const std::string &name : {p, q, r})
    scope.reals.push_back({name, true});
}
