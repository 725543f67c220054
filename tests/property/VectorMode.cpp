// Derivatives in several directions at once against the same one after another.
#include "Properties.h"

#include "ir/verify/Verifier.h"
#include "optimise/Passes.h"
#include "support/Derivatives.h"
#include "support/Directions.h"
#include "support/Trace.h"

#include <llvm/ADT/StringExtras.h>

namespace soac::property {
namespace {

using ops::RuntimeValue;

constexpr unsigned directions = 3;

using test::inDirection;

std::vector<RuntimeValue> joined(llvm::ArrayRef<RuntimeValue> a, llvm::ArrayRef<RuntimeValue> b) {
  std::vector<RuntimeValue> all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  return all;
}

std::string compare(const ir::Function &single, const ir::Function &many, std::size_t primals,
                    llvm::ArrayRef<RuntimeValue> arguments, llvm::ArrayRef<RuntimeValue> seeds) {
  if (const auto problems = ir::verify(many); !problems.empty())
    return "not well-formed: " + llvm::join(problems, "; ");
  const test::Trace all = test::trace(many, joined(arguments, seeds));
  if (!all.failure.empty())
    return "fails: " + all.failure;
  for (unsigned d = 0; d < directions; ++d) {
    const test::Trace one = test::trace(single, joined(arguments, inDirection(seeds, d)));
    const auto derivatives = inDirection(llvm::ArrayRef(all.results).drop_front(primals), d);
    const auto values = joined(llvm::ArrayRef(all.results).take_front(primals), derivatives);
    if (std::string s = test::compareResults(values, one.results, 1e-10); !s.empty())
      return "direction " + std::to_string(d) + ": " + s;
  }
  return "";
}

} // namespace

std::string vectorMode(const ir::Function &f, llvm::ArrayRef<RuntimeValue> arguments) {
  const auto results = test::trace(f, arguments).results;
  for (const bool isTangent : {true, false}) {
    const auto wrapped = [&](unsigned k) { return isTangent ? test::wrapTangent(f, k) : test::wrapAdjoint(f, k); };
    const std::string mode = isTangent ? "tangent: " : "adjoint: ";
    std::string why;
    const auto single = test::differentiated(wrapped(0), &why);
    const auto many = single ? test::differentiated(wrapped(directions), &why) : std::nullopt;
    if (!many)
      return mode + "refused: " + why;
    const auto seeds = isTangent ? test::seedsLike(arguments, directions) : test::seedsLike(results, directions);
    for (const ir::Function &g : {*many, optimise::optimise(*many)})
      if (std::string s = compare(*single, g, results.size(), arguments, seeds); !s.empty())
        return mode + s;
  }
  return "";
}

} // namespace soac::property
