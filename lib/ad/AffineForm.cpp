#include "ad/AffineForm.h"

namespace soac::ad {

EntrySum &EntrySum::add(const EntrySum &other, std::int64_t factor) {
  literal += other.literal * factor;
  for (const auto &[v, n] : other.terms)
    if ((terms[v] += n * factor) == 0)
      terms.erase(v);
  return *this;
}

ir::Value EntrySum::value(ir::Builder &b) const {
  ir::Value sum;
  const auto append = [&](ir::Value v, bool isNegative) {
    sum = !sum ? (isNegative ? b.neg(v) : v) : isNegative ? b.sub(sum, v) : b.add(sum, v);
  };
  for (const bool isNegative : {false, true})
    for (const auto &[v, n] : terms)
      if ((n < 0) == isNegative) {
        const ir::Value wide = b.cast(ir::Scalar::I64, v);
        append(n == 1 || n == -1 ? wide : b.mul(b.index(isNegative ? -n : n), wide), isNegative);
      }
  if (!sum)
    return b.index(literal);
  if (literal != 0)
    append(b.index(literal < 0 ? -literal : literal), literal < 0);
  return sum;
}

AffineForm &AffineForm::add(const AffineForm &other, std::int64_t factor) {
  constant.add(other.constant, factor);
  for (const auto &[counter, step] : other.steps)
    if (steps[counter].add(step, factor) == EntrySum())
      steps.erase(counter);
  return *this;
}

} // namespace soac::ad
