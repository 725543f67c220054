// That the table is complete and consistent with itself.
#include "prims/Prims.h"

#include <gtest/gtest.h>

#include <set>

namespace soac::prims {
namespace {

using types::Scalar;

constexpr int primCount = 0
#define SOAC_PRIM(...) +1
#include "prims/Prims.def"
    ;

constexpr Scalar scalars[] = {Scalar::Bool, Scalar::I8,  Scalar::I16, Scalar::I32, Scalar::I64, Scalar::U8,
                              Scalar::U16,  Scalar::U32, Scalar::U64, Scalar::F32, Scalar::F64};

/// Calls `use` with every choice of operand types that the row accepts.
template <class F> void forEachTyping(Prim p, F use) {
  llvm::SmallVector<Scalar, 3> types(info(p).arity);
  const auto fill = [&](auto self, unsigned i) -> void {
    if (i < types.size()) {
      for (Scalar s : scalars)
        types[i] = s, self(self, i + 1);
    } else if (accepts(p, types)) {
      use(llvm::ArrayRef<Scalar>(types));
    }
  };
  fill(fill, 0);
}

TEST(Table, NamesAreUniqueAndFound) {
  std::set<std::string> names;
  for (int i = 0; i < primCount; ++i) {
    const auto p = static_cast<Prim>(i);
    EXPECT_TRUE(names.insert(info(p).name).second) << info(p).name;
    EXPECT_EQ(byName(info(p).name), p);
  }
  EXPECT_FALSE(byName("no such primitive"));
}

TEST(Table, EveryRowHasAValueOnEveryTypeItAccepts) {
  for (int i = 0; i < primCount; ++i) {
    const auto p = static_cast<Prim>(i);
    unsigned typings = 0;
    forEachTyping(p, [&](llvm::ArrayRef<Scalar> types) {
      ++typings;
      llvm::SmallVector<Number, 3> ones;
      for (Scalar s : types) {
        Number n;
        if (types::isFloat(s))
          n.f = 1;
        else
          n.i = 1;
        ones.push_back(n);
      }
      const Scalar operand = types[p == Prim::Select || prims::info(p).operands == prims::Operands::Order ? 1 : 0];
      EXPECT_TRUE(evaluate(p, operand, resultType(p, types), ones)) << info(p).name << " on " << types::name(operand);
    });
    EXPECT_GT(typings, 0u) << info(p).name;
  }
}

TEST(Table, CommutativeRowsAre) {
  for (int i = 0; i < primCount; ++i) {
    const auto p = static_cast<Prim>(i);
    if (!info(p).commutative)
      continue;
    forEachTyping(p, [&](llvm::ArrayRef<Scalar> types) {
      Number a, b;
      if (types::isFloat(types[0]))
        a.f = 0.5, b.f = 3;
      else
        a.i = 1, b.i = types[0] == Scalar::Bool ? 0 : 5;
      const Scalar result = resultType(p, types);
      EXPECT_EQ(evaluate(p, types[0], result, {a, b})->i, evaluate(p, types[0], result, {b, a})->i) << info(p).name;
    });
  }
}

TEST(Table, SpellingsUseEveryOperand) {
  for (int i = 0; i < primCount; ++i) {
    const auto p = static_cast<Prim>(i);
    for (Scalar s : {Scalar::Bool, Scalar::I32, Scalar::F64})
      for (unsigned k = 0; k < info(p).arity; ++k)
        EXPECT_NE(std::string(spelling(p, s).format).find("{" + std::to_string(k) + "}"), std::string::npos)
            << info(p).name;
  }
}

TEST(Table, LogicOnBoolIsSpelledAsLogic) {
  EXPECT_STREQ(spelling(Prim::And, Scalar::Bool).format, "{0} && {1}");
  EXPECT_STREQ(spelling(Prim::And, Scalar::I32).format, "{0} & {1}");
  EXPECT_STREQ(spelling(Prim::Not, Scalar::Bool).format, "!{0}");
}

} // namespace
} // namespace soac::prims
