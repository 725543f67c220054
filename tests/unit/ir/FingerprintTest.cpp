// Every change that a pass can make is seen.
#include "ir/Fingerprint.h"

#include "EveryStatement.h"
#include "ir/Fields.h"
#include "ir/Walk.h"
#include "ir/text/Parser.h"

#include <gtest/gtest.h>

#include <set>

namespace soac::ir {
namespace {

std::string sample() {
  return R"IR(
func @f(%x: f64, %n: i64) -> (f64) {
  %c: bool = lt %n, 10
  check %c, "too many"
  %e: f64 = call "f({0})" f64 (%x)
  %r: f64 = loop %n, (%e) stripmine(2) |%i: i64, %s: f64| {
    %t: f64 = add %s, 2.0
    yield %t
  }
  return %r
})IR";
}

Function parsed(const std::string &text) {
  ParseResult result = parse(text);
  EXPECT_FALSE(result.error) << result.error->message;
  return std::move(result.functions[0]);
}

TEST(Fingerprint, copiesAreEqual) {
  const Function f = parsed(sample()), copy = f;
  EXPECT_EQ(fingerprint(f), fingerprint(copy));
  EXPECT_EQ(fingerprint(f), fingerprint(parsed(sample())));
}

/// Changes every field of a block, one after the other, and looks at each change.
class EveryField {
public:
  explicit EveryField(Function &f) : f(f), before(fingerprint(f)) {}
  unsigned count = 0;

  void operator()(Value &v) { change(v, v ? f.values.freshLike(v) : f.values.fresh(boolType)); }
  void operator()(std::string &text) { change(text, text + "x"); }
  void operator()(Type &type) { change(type, Type(type.scalar, type.rank + 1u, type.accumulator)); }
  void operator()(std::shared_ptr<const interface::OutsideFunction> &face) {
    change(face, {std::shared_ptr<void>(), reinterpret_cast<const interface::OutsideFunction *>(&f)});
  }
  void operator()(Op &op) {
    std::visit(*this, static_cast<OpVariant &>(op));
    change(op, op.index() == 0 ? Op(Iota{}) : Op(Apply{}));
  }
  template <class T> void operator()(std::optional<T> &field) {
    if (field)
      (*this)(*field);
    change(field, field ? std::nullopt : std::optional(T{}));
  }
  template <class T, unsigned N> void operator()(llvm::SmallVector<T, N> &list) { all(list); }
  template <class T> void operator()(std::vector<T> &list) { all(list); }
  template <class T> void operator()(T &field) {
    if constexpr (std::is_same_v<T, bool>)
      change(field, !field);
    else if constexpr (std::is_arithmetic_v<T>)
      change(field, static_cast<T>(field + 1));
    else if constexpr (std::is_enum_v<T>)
      change(field, static_cast<T>(static_cast<int>(field) + 1));
    else
      forEachField(field, *this);
  }

private:
  template <class List> void all(List &list) {
    for (auto &x : list)
      (*this)(x);
    List longer = list;
    longer.emplace_back();
    change(list, std::move(longer));
  }
  template <class T> void change(T &field, T to) {
    const T kept = std::exchange(field, std::move(to));
    EXPECT_NE(fingerprint(f), before) << f.name << ", change " << count;
    field = kept;
    ++count;
  }

  Function &f;
  const std::uint64_t before;
};

TEST(Fingerprint, seesEveryFieldOfEveryStatement) {
  std::set<std::size_t> kinds;
  for (const char *text : test::everyStatement) {
    Function f = parsed(text);
    EveryField fields(f);
    fields(f.body);
    EXPECT_GT(fields.count, 20u);
    forEachStatement(f.body, [&](const Statement &s) { kinds.insert(s.op.index()); });
  }
  EXPECT_GE(kinds.size(), 25u);
}

TEST(Fingerprint, seesValuesAndDefinitions) {
  const Function f = parsed(sample());
  const std::function<void(Function &)> changes[] = {
      [](Function &g) { g.name = "g"; },
      [](Function &g) { g.values.setType(g.body.parameters[0], Scalar::F32); },
      [](Function &g) { g.values.setName(g.body.statements[2].results[0], "e_checkpoint"); },
      [](Function &g) { g.values.setName(g.body.statements[2].results[0], {"e", Role::Adjoint}); },
      [](Function &g) { g.values.setStored(g.body.statements[2].results[0], Stored::Undo); },
      [](Function &g) { g.files.push_back("f.cpp"); },
      [](Function &g) { g.isDefinition = true; },
      [](Function &g) { g.definitions.push_back(parsed(sample())); },
      [](Function &g) { std::get<Apply>(g.body.statements[0].op).arguments[1] = g.values.constantIndex(11); },
      [](Function &g) { std::swap(g.body.statements[1], g.body.statements[2]); },
  };
  for (const auto &change : changes) {
    Function g = f;
    change(g);
    EXPECT_NE(fingerprint(f), fingerprint(g)) << &change - changes;
  }
  Function g = f;
  g.definitions = {f};
  const auto before = fingerprint(g);
  g.definitions[0].body.statements.pop_back();
  EXPECT_NE(fingerprint(g), before);
}

} // namespace
} // namespace soac::ir
