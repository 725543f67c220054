#include "ops/rules/Evaluation.h"

#include <algorithm>

namespace soac::ops {

std::optional<Extents> Evaluation::extents(llvm::ArrayRef<ir::Value> vs) {
  Extents all;
  for (ir::Value v : vs) {
    all.push_back(integer(v));
    if (all.back() < 0) {
      fail("a negative extent: " + llvm::Twine(all.back()));
      return std::nullopt;
    }
  }
  return all;
}

void Evaluation::bindElement(ir::Value parameter, const RuntimeValue &array, std::int64_t i) {
  if (array.rank() == 1) {
    setNumber(parameter, array.elements()[static_cast<std::size_t>(i)]);
    ++counters.reads;
  } else {
    set(parameter, array.row(i));
  }
}

bool Evaluation::runIteration(const ir::Block &fn, std::int64_t i, llvm::ArrayRef<ir::Value> arrays) {
  setNumber(fn.parameters[0], numberOf(i));
  for (std::size_t k = 0; k < arrays.size(); ++k)
    bindElement(fn.parameters[k + 1], of(arrays[k]), i);
  return run(fn);
}

void Evaluation::release(llvm::ArrayRef<ir::Value> parameters) {
  for (ir::Value v : parameters)
    if (slots[v.id].isArray())
      slots[v.id].release();
}

std::optional<std::int64_t> Evaluation::position(const RuntimeValue &array, llvm::ArrayRef<ir::Value> indices) {
  std::int64_t at = 0;
  for (std::size_t d = 0; d < indices.size(); ++d) {
    const std::int64_t i = integer(indices[d]), n = array.extent(static_cast<unsigned>(d));
    if (i < 0 || i >= n) {
      fail("index " + llvm::Twine(i) + " is out of range for extent " + llvm::Twine(n));
      return std::nullopt;
    }
    at = at * n + i;
  }
  return at * product(array.extents().drop_front(indices.size()));
}

void Evaluation::write(RuntimeValue &array, std::int64_t start, const RuntimeValue &value) {
  if (array.isShared())
    counters.writes += static_cast<std::uint64_t>(array.size());
  // `value` may be a part of the same buffer, which is shared then: `to` is in a copy.
  const auto to = array.mutableElements();
  const auto from = value.elements();
  std::copy(from.begin(), from.end(), to.begin() + start);
  counters.writes += from.size();
}

bool Evaluation::fail(const llvm::Twine &text) {
  if (!hasFailed)
    message = text.str();
  hasFailed = true;
  return false;
}

Rows::Rows(const RuntimeValue &like, std::int64_t count) : element(like.type()), count(count) {
  make(Extents(like.extents()));
}

void Rows::make(Extents row) {
  row.insert(row.begin(), count);
  array = RuntimeValue(element.scalar, std::move(row));
  isMade = true;
}

bool Rows::put(std::int64_t i, const ir::Block &block, std::size_t result, Evaluation &eval) {
  return put(i, eval.of(block.results[result]), eval);
}

bool Rows::put(std::int64_t i, const RuntimeValue &row, Evaluation &eval) {
  if (!isMade)
    make(Extents(row.extents()));
  if (!sameShape(row.extents(), array.extents().drop_front()))
    return eval.fail("the rows of an array differ in shape");
  if (row.isArray()) {
    eval.write(array, i * row.size(), row);
  } else {
    array.mutableElements()[static_cast<std::size_t>(i)] = row.number();
    ++eval.counters.writes;
  }
  return true;
}

RuntimeValue Rows::take() { return std::move(array); }

RuntimeValue Rows::take(const ir::Statement &statement, ir::Value row, Evaluation &eval) {
  if (!isMade)
    make(eval.extentsOfNoRow(statement, row));
  return take();
}

bool checkExtents(std::int64_t count, llvm::ArrayRef<ir::Value> arrays, Evaluation &eval) {
  if (count < 0)
    return eval.fail("a negative extent: " + llvm::Twine(count));
  for (ir::Value v : arrays)
    if (eval.of(v).extent(0) != count)
      return eval.fail("an array of extent " + llvm::Twine(eval.of(v).extent(0)) + " where the extent is " +
                       llvm::Twine(count));
  return true;
}

bool combine(const ir::Block &op, llvm::MutableArrayRef<RuntimeValue> state, Evaluation &eval) {
  for (std::size_t k = 0; k < state.size(); ++k)
    eval.set(op.parameters[k], std::move(state[k]));
  if (!eval.run(op))
    return false;
  for (std::size_t k = 0; k < state.size(); ++k)
    state[k] = eval.result(op, k);
  return true;
}

} // namespace soac::ops
