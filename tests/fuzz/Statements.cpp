// Statements without loops: numbers, assignments, branches, references, lambdas, calls, records, tuples.
#include "Writer.h"

#include <utility>

using namespace soac::fuzz;

const std::vector<Writer::Choice> &Writer::choices() {
  static const std::vector<Choice> all{
      {10, &Writer::number, false},
      {16, &Writer::assignment, false},
      {3, &Writer::exchange, false},
      {9, &Writer::conditional, true},
      {4, &Writer::selection, true},
      {3, &Writer::leaving, false},
      {4, &Writer::alias, false},
      {5, &Writer::closure, true},
      {5, &Writer::call, false},
      {5, &Writer::object, false},
      {4, &Writer::tuple, false},
      {3, &Writer::integer, false},
      {10, &Writer::counted, true},
      {5, &Writer::conditioned, true},
      {5, &Writer::overElements, true},
      {3, &Writer::walking, true},
      {5, &Writer::localArray, false},
      {3, &Writer::localMatrix, false},
      {3, &Writer::growing, true},
      {2, &Writer::optional, false},
      {6, &Writer::algorithm, false},
      {7, &Writer::combinator, false},
      {3, &Writer::flag, false},
      {2, &Writer::guard, false},
      {2, &Writer::chosenPlace, false},
      {3, &Writer::headed, true},
      {4, &Writer::calledAtOnce, true},
      {3, &Writer::stateful, false},
      {3, &Writer::ofFunctions, false},
      {2, &Writer::exchanged, false},
      {4, &Writer::throughFunction, false},
      {3, &Writer::arithmetic, false},
      {3, &Writer::table, false},
      {3, &Writer::counting, false},
      {3, &Writer::indices, false},
      {3, &Writer::order, false},
      {5, &Writer::objects, true},
      {3, &Writer::bindings, false},
      {4, &Writer::endless, true},
      {3, &Writer::settling, false},
      {4, &Writer::triangle, true},
      {3, &Writer::meeting, true},
      {3, &Writer::searching, true},
      {4, &Writer::alternating, true},
      {4, &Writer::stepping, false},
      {2, &Writer::best, false},
      {5, &Writer::memory, true},
      {3, &Writer::stack, false},
      {4, &Writer::resizing, false},
      {4, &Writer::rowLengths, false},
      {3, &Writer::product, false},
      {4, &Writer::onCopy, false},
      {5, &Writer::selecting, false},
      {4, &Writer::onRows, false},
      {8, &Writer::proceeding, false},
  };
  return all;
}

void Writer::statements(Lines &out, int count, int depth) {
  int total = 0;
  for (const Choice &c : choices())
    total += c.weight;
  for (int i = 0; i < count; ++i) {
    int at = below(total);
    for (const Choice &c : choices()) {
      at -= c.weight;
      if (at >= 0)
        continue;
      if (!c.needsDepth || depth > 0)
        (this->*c.write)(out, depth - 1);
      break;
    }
  }
}

Lines Writer::block(int count, int depth) {
  const Inner inner(*this);
  Lines out;
  statements(out, count, depth);
  return out;
}

void Writer::number(Lines &out, int) {
  const std::string name = fresh("t");
  static const std::vector<std::string> types{"real ", "const real ", "auto "};
  const std::string type = pick(types);
  out.push_back({type + name + " = real(" + (chance(50) ? damped() : real()) + ");", {}, {}});
  scope.reals.push_back({name, type[0] != 'c'});
}

void Writer::integer(Lines &out, int) {
  const std::string name = fresh("k");
  std::string value;
  bool onlySteers = true;
  switch (below(3)) {
  case 0:
    value = std::to_string(below(4));
    onlySteers = false;
    break;
  case 1: value = scope.integers.empty() ? "2" : pick(scope.integers).name + " % 4"; break;
  default: value = "static_cast<int>(fabs(" + atom() + ")) % 4";
  }
  static const std::vector<std::string> types{"int ", "const int ", "long ", "unsigned char "};
  out.push_back({pick(types) + name + " = " + value + ";", {}, {}});
  scope.integers.push_back({name, 4, onlySteers});
}

void Writer::assignment(Lines &out, int) {
  const std::string to = place();
  if (to.empty())
    return;
  switch (below(7)) {
  case 0: out.push_back({to + " += " + damped() + ";", {}, {}}); break;
  case 1: out.push_back({to + " -= " + damped() + ";", {}, {}}); break;
  case 2: out.push_back({to + " *= " + damped() + ";", {}, {}}); break;
  case 3: out.push_back({to + " /= real(1.5) + fabs(" + real(1) + ");", {}, {}}); break;
  case 4: {
    const std::string other = place();
    out.push_back({to + " = " + other + " = " + damped() + ";", {}, {}});
    break;
  }
  default: out.push_back({to + " = " + damped() + ";", {}, {}});
  }
}

void Writer::exchange(Lines &out, int) {
  const std::string a = place(), b = place();
  if (!a.empty())
    out.push_back({"std::swap(" + a + ", " + b + ");", {}, {}});
}

void Writer::conditional(Lines &out, int depth) {
  Line line{"if (" + condition() + ") {", block(1 + below(3), depth), "}"};
  if (chance(50)) {
    line.close = "} else {";
    out.push_back(std::move(line));
    out.push_back({"", block(1 + below(2), depth), "}"});
    // Head and tail of one statement: they are left out together.
    Line tail = std::move(out.back());
    out.pop_back();
    Line head = std::move(out.back());
    out.pop_back();
    out.push_back({"{", {{head.text, std::move(head.block), "}"}, {"else {", std::move(tail.block), "}"}}, "}"});
    return;
  }
  out.push_back(std::move(line));
}

void Writer::selection(Lines &out, int depth) {
  if (scope.integers.empty())
    return;
  Lines cases;
  const int count = 2 + below(2);
  for (int i = 0; i < count; ++i) {
    cases.push_back({(i + 1 == count && chance(50) ? "default: {" : "case " + std::to_string(i) + ": {"),
                     block(1 + below(2), depth), chance(75) ? "} break;" : "} [[fallthrough]];"});
  }
  cases.back().close = "} break;";
  out.push_back({"switch (" + pick(scope.integers).name + " % 3) {", std::move(cases), "}"});
}

void Writer::leaving(Lines &out, int) {
  if (inLoop == 0 && !giveBack.empty())
    out.push_back({"if (" + condition() + ") " + giveBack, {}, {}});
  else if (inLoop > 0)
    jump(out);
}

void Writer::alias(Lines &out, int) {
  const std::string to = place();
  if (to.empty())
    return;
  const std::string name = fresh("r");
  if (chance(60)) {
    out.push_back({(chance(50) ? "real &" : "auto &") + name + " = " + to + ";", {}, {}});
    scope.reals.push_back({name, true});
    return;
  }
  // A pointer that may point to two things, as soac has it, points into one array.
  std::vector<Array> arrays;
  for (const Array &a : scope.arrays)
    if (a.isChangeable)
      arrays.push_back(a);
  std::string target = "&" + to;
  if (!arrays.empty() && chance(50)) {
    const Array &a = pick(arrays);
    const std::string first = index(a.size), second = index(a.size);
    target = "&" + a.name + "[" + condition() + " ? " + first + " : " + second + "]";
  }
  out.push_back({"real *" + name + " = " + target + ";", {}, {}});
  scope.reals.push_back({"(*" + name + ")", true});
}

std::string Writer::lambda(int count) {
  const Inner inner(*this);
  std::string parameters;
  std::vector<Real> own;
  for (int i = 0; i < count; ++i) {
    own.push_back({fresh("a"), false});
    parameters += (i ? ", real " : "real ") + own.back().name;
  }
  if (chance(70))
    scope.reals = own;
  else
    scope.reals.insert(scope.reals.end(), own.begin(), own.end());
  return "[&](" + parameters + ") { return real(" + damped() + "); }";
}

void Writer::closure(Lines &out, int depth) {
  const std::string name = fresh("f");
  if (chance(60)) {
    const int count = 1 + below(2);
    out.push_back({"const auto " + name + " = " + lambda(count) + ";", {}, {}});
    scope.callables.push_back({name, count, false});
    return;
  }
  const std::string changed = fresh("a");
  Lines body;
  {
    const Inner inner(*this);
    const std::string outside = std::exchange(giveBack, "return;");
    const int loops = std::exchange(inLoop, 0);
    scope.reals.push_back({changed, true});
    statements(body, 1 + below(3), depth);
    giveBack = outside;
    inLoop = loops;
  }
  out.push_back({"const auto " + name + " = [&](real &" + changed + ") {", std::move(body), "};"});
  scope.callables.push_back({name, 0, true});
}

void Writer::call(Lines &out, int) {
  std::vector<Callable> changing;
  for (const Callable &f : scope.callables)
    if (f.changes)
      changing.push_back(f);
  const std::string to = place();
  if (changing.empty() || to.empty())
    return;
  const Callable f = pick(changing);
  std::string text = f.name + "(";
  for (int i = 0; i < f.reals; ++i)
    text += "real(" + atom() + "), "; // a copy: the parameters are not one variable
  out.push_back({text + to + ");", {}, {}});
}

void Writer::object(Lines &out, int) {
  if (records.empty())
    return;
  const Record &record = pick(records);
  const std::string name = fresh("o");
  switch (below(3)) {
  case 0: out.push_back({record.type + " " + name + "{" + damped() + ", " + atom() + ", {}};", {}, {}}); break;
  case 1: out.push_back({record.type + " " + name + "{};", {}, {}}); break;
  default: out.push_back({record.type + " " + name + " = make_" + record.type + "(" + atom() + ");", {}, {}});
  }
  scope.reals.push_back({name + ".a", true});
  scope.reals.push_back({name + ".b", true});
  scope.reals.push_back({name + ".energy()", false});
  scope.arrays.push_back({name + ".c", record.size, Array::CArray, true});
  if (chance(60))
    out.push_back({name + ".shift(" + damped() + ");", {}, {}});
  if (chance(30)) {
    const std::string copy = fresh("o");
    out.push_back({record.type + " " + copy + " = " + name + " + " + name + ";", {}, {}});
    scope.reals.push_back({copy + ".a", true});
    scope.arrays.push_back({copy + ".c", record.size, Array::CArray, true});
    if (chance(50))
      out.push_back({"std::swap(" + copy + ", " + name + ");", {}, {}});
  }
}

void Writer::tuple(Lines &out, int) {
  const std::string a = fresh("s"), b = fresh("s");
  switch (below(3)) {
  case 0:
    out.push_back({"auto [" + a + ", " + b + "] = std::pair<real, real>(" + real() + ", " + damped() + ");", {}, {}});
    break;
  case 1:
    out.push_back(
        {"auto [" + a + ", " + b + "] = std::make_tuple(real(" + damped() + "), real(" + atom() + "));", {}, {}});
    break;
  default:
    out.push_back({"real " + a + " = real(" + atom() + "), " + b + " = real(" + atom() + ");", {}, {}});
    out.push_back(
        {"std::tie(" + a + ", " + b + ") = std::make_pair(real(" + damped() + "), real(" + a + "));", {}, {}});
  }
  scope.reals.push_back({a, true});
  scope.reals.push_back({b, true});
}
