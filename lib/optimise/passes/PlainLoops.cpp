#include "optimise/passes/PlainLoops.h"
#include "optimise/passes/StoredRows.h"

#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {

using namespace ir;

namespace {

class PlainLoops {
public:
  explicit PlainLoops(ValueTable &values) : values(values) {}

  bool isPlain = true;

  void block(Block &b) {
    std::vector<Statement> made;
    for (Statement &s : b.statements) {
      substitute(s.op, same);
      if (isKernel(s.op))
        loop(takeKernel(std::move(s), values), made);
      else if (isArraySum(s)) {
        Builder b(values, made, s.location);
        addElements(std::get<Accumulate>(s.op), {}, b);
      } else if (const auto *store = std::get_if<Update>(&s.op); store && values.type(store->value).isArray()) {
        isPlain &= !rows.contains(store->array);
        Builder b(values, made, s.location);
        same[s.results[0]] = storeElements(*store, {}, store->array, b);
      } else if (!isRow(s)) {
        forEachOperand(s.op, [&](Value v) { isPlain &= !rows.contains(v); });
        forEachBlock(s.op, [&](Block &inner) { block(inner); });
        made.push_back(std::move(s));
      }
    }
    for (Value &r : b.results) {
      if (const auto found = same.find(r); found != same.end())
        r = found->second;
      isPlain &= !rows.contains(r);
    }
    b.statements = std::move(made);
  }

  /// The element of an array that a kernel's function gets: read, or known as a row.
  void bind(Value element, Value array, Value i, Builder &b) {
    Row at = rowOf(array);
    at.indices.push_back(i);
    if (values.type(element).isArray())
      rows[element] = std::move(at);
    else
      same[element] = b.read(at.array, at.indices, values.name(element));
  }

private:
  struct Row {
    Value array;
    Values indices;
  };
  ValueTable &values;
  llvm::DenseMap<Value, Row> rows;
  ValueMap same;

  /// The array itself, where it is no row of another one.
  Row rowOf(Value array) const {
    const auto found = rows.find(array);
    return found == rows.end() ? Row{array, {}} : found->second;
  }

  /// Of an array of the body's own.
  bool isArraySum(const Statement &s) const {
    const auto *addition = std::get_if<Accumulate>(&s.op);
    return addition && values.type(addition->value).isArray() && !rows.contains(addition->value);
  }

  /// At those indices of the array that is added, of which there may be more to come.
  void addElements(const Accumulate &addition, const Values &at, Builder &b) {
    if (at.size() == values.type(addition.value).rank) {
      Values indices = addition.indices;
      indices.append(at);
      b.accumulate(addition.accumulator, indices, b.read(addition.value, at));
      return;
    }
    b.loop(b.extent(addition.value, static_cast<unsigned>(at.size())), {}, [&](Builder &in, llvm::ArrayRef<Value> p) {
      Values next = at;
      next.push_back(p[0]);
      addElements(addition, next, in);
      return Values();
    });
  }

  /// Of a row that is stored in an array, those at the indices `at`; the array as it is then.
  Value storeElements(const Update &store, const Values &at, Value array, Builder &b) {
    Row from = rowOf(store.value);
    from.indices.append(at);
    Values indices = store.indices;
    indices.append(at);
    if (at.size() == values.type(store.value).rank)
      return b.update(array, indices, b.read(from.array, from.indices), values.name(array));
    return b.loop(b.extent(from.array, static_cast<unsigned>(from.indices.size())), {array}, [&](Builder &in, llvm::ArrayRef<Value> p) {
      Values below = at;
      below.push_back(p[0]);
      return Values{storeElements(store, below, p[1], in)};
    })[0];
  }

  // Takes part in rows: it makes one, or is changed to read the array itself.
  bool isRow(Statement &s) {
    if (auto *read = std::get_if<Index>(&s.op)) {
      Row at = rowOf(read->array);
      at.indices.append(read->indices);
      *read = Index{at.array, std::move(at.indices)};
      if (values.type(s.results[0]).isArray())
        rows[s.results[0]] = {read->array, read->indices};
      return values.type(s.results[0]).isArray();
    }
    if (auto *extent = std::get_if<Extent>(&s.op))
      if (const auto found = rows.find(extent->array); found != rows.end()) {
        extent->dimension += static_cast<unsigned>(found->second.indices.size());
        extent->array = found->second.array;
      }
    return false;
  }

  void loop(Kernel kernel, std::vector<Statement> &out) {
    Builder b(values, out, kernel.location);
    Loop op{kernel.count, {}, {}, {}, {}};
    for (const Reduction &r : kernel.reductions)
      op.inits.append(r.neutral);
    for (const Value v : kernel.mapped) {
      isPlain &= values.type(v).rank == 1;
      op.inits.push_back(b.fill(b.zero(values.type(v).scalar), {kernel.count}, values.name(v)));
    }
    for (const Value v : op.inits)
      isPlain &= values.type(v).isScalar() || !rows.contains(v);
    const Value i = kernel.fn.parameters[0];
    op.body.parameters.push_back(i);
    for (const Value v : op.inits)
      op.body.parameters.push_back(values.freshLike(v));
    Builder in(values, op.body.statements, kernel.location);
    for (auto [element, array] : llvm::zip_equal(llvm::drop_begin(kernel.fn.parameters), kernel.arrays))
      bind(element, array, i, in);
    std::vector<Statement> reads = std::move(op.body.statements);
    block(kernel.fn);
    op.body.statements = std::move(reads);
    llvm::move(kernel.fn.statements, std::back_inserter(op.body.statements));
    combine(kernel, op, in);
    Values results = kernel.reduced;
    results.append(kernel.mapped);
    out.push_back({std::move(results), std::move(op), kernel.location});
  }

  // What an iteration adds to what the loop carries.
  void combine(const Kernel &kernel, Loop &op, Builder &b) {
    std::size_t k = 0;
    for (const Reduction &r : kernel.reductions) {
      Values arguments(llvm::ArrayRef(op.body.parameters).drop_front(k + 1).take_front(r.neutral.size()));
      arguments.append(Values(llvm::ArrayRef(kernel.fn.results).drop_front(k).take_front(r.neutral.size())));
      isPlain &= llvm::all_of(arguments, [&](Value v) { return values.type(v).isScalar(); });
      Block join = cloneBlock(r.op, values);
      block(join); // it may read elements of rows
      op.body.results.append(b.inlineBlock(join, arguments));
      k += r.neutral.size();
    }
    for (; k < kernel.fn.results.size(); ++k)
      op.body.results.push_back(b.update(op.body.parameters[k + 1], {op.body.parameters[0]}, kernel.fn.results[k]));
  }
};

} // namespace

std::optional<Block> plainBody(const Kernel &kernel, ValueTable &values) {
  Block body = cloneBlock(kernel.fn, values);
  storeRows(body, values);
  PlainLoops plain(values);
  Block result;
  result.parameters.push_back(body.parameters[0]);
  Builder b(values, result.statements, kernel.location);
  for (auto [element, array] : llvm::zip_equal(llvm::drop_begin(body.parameters), kernel.arrays))
    plain.bind(element, array, body.parameters[0], b);
  plain.block(body);
  llvm::move(body.statements, std::back_inserter(result.statements));
  result.results = std::move(body.results);
  return plain.isPlain ? std::optional(std::move(result)) : std::nullopt;
}

} // namespace soac::optimise
