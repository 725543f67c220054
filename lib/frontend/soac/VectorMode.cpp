// Many directions at once: jmp, mjp and the Jacobians.
//
// jmp and mjp are a `Differentiate` in many directions. Its seeds and derivatives have the directions as their last
// dimension, those of the user's call as their first, so they are transposed. A Jacobian's directions are the unit
// vectors of every leaf of the parameters (forward) or of the result (reverse): one map per dimension of the leaf, so
// that the entries are an array of these dimensions.
//   forward Jacobian of f at x, n elements   ->   transpose of: map n |i| { tangent of f at x in direction e_i }
#include "frontend/parse/Clang.h"
#include "frontend/requests/Derivatives.h"
#include "ir/Walk.h"

#include <numeric>

namespace soac::frontend {
namespace {

/// A map over `arrays` with the results of `body`, which gets the rows.
ir::Values mapped(Lowering &l, ir::Value count, llvm::ArrayRef<ir::Value> arrays,
                  llvm::function_ref<ir::Values(ir::Value i, llvm::ArrayRef<ir::Value> rows)> body) {
  ir::Types types{ir::indexType};
  for (ir::Value array : arrays)
    types.push_back(l.builder().type(array).element());
  ir::Map map{count, ir::Values(arrays), {}};
  map.fn = l.operatorBlock(
      types, {"k"}, [&](llvm::ArrayRef<ir::Value> p) { return body(p[0], p.drop_front()); }, nullptr);
  return l.failed() ? ir::Values() : l.builder().emit(std::move(map));
}

/// `v` reshaped to its own extents: the inner extents of an array without elements are unspecified otherwise.
ir::Value shaped(Lowering &l, ir::Value v, llvm::ArrayRef<ir::Value> extents) {
  return extents.size() > 1 ? l.builder().emit1(ir::Reshape{v, ir::Values(extents)}) : v;
}

/// `v` with its dimensions rotated: dimension `first` becomes the first.
ir::Value rotated(Lowering &l, ir::Value v, unsigned first) {
  llvm::SmallVector<unsigned, 4> order(l.builder().type(v).rank);
  if (order.size() <= 1)
    return v;
  std::iota(order.begin(), order.end(), 0);
  std::rotate(order.begin(), order.begin() + first, order.end());
  return l.builder().emit1(ir::Rearrange{v, order});
}

ir::Values join(llvm::ArrayRef<ir::Value> a, llvm::ArrayRef<ir::Value> b) {
  ir::Values all(a);
  all.append(b.begin(), b.end());
  return all;
}

/// The leaves of the chosen parameters.
ir::Values chosenLeaves(const Operator &op, const Arguments &arguments) {
  ir::Values leaves;
  for (unsigned parameter : op.wrt)
    leaves.append(arguments[parameter].begin(), arguments[parameter].end());
  return leaves;
}

// ---- jmp, mjp. -------------------------------------------------------------------------------------------------------

ir::Values manyDirections(Lowering &l, const Operator &op, const Arguments &arguments, const Arguments &seeds) {
  ir::Builder &b = l.builder();
  const bool isForward = op.row().mode == ir::Mode::Tangent;
  const ir::Values primal = callCallee(l, op.callee, arguments, op.place);
  if (l.failed())
    return {};
  const ir::Values inputs = chosenLeaves(op, arguments);
  const ir::Values &from = isForward ? inputs : primal, &to = isForward ? primal : inputs;

  ir::Values directions;
  unsigned leaf = 0;
  for (const ir::Values &seed : seeds)
    for (ir::Value v : seed)
      if (isDifferentiable(l, from[leaf++]))
        directions.push_back(v);
  const bool isFixed = op.directions >= 0;
  const ir::Value count = isFixed ? b.index(op.directions) : b.extent(directions[0]);
  for (ir::Value v : llvm::drop_begin(directions, isFixed ? 0 : 1))
    b.checkArgument(b.equal(count, b.extent(v)),
            isFixed ? "soac: the seeds have not " + std::to_string(op.directions) + " directions"
                    : "soac: the seeds differ in their number of directions");

  for (ir::Value &v : directions) {
    ir::Values extents = b.extents(v = rotated(l, v, 1));
    extents.back() = count;
    if (isFixed)
      v = b.emit1(ir::Reshape{v, extents});
  }
  const ir::Values derivatives =
      derivative(
          l, op, op.row().mode, arguments,
          [&](llvm::ArrayRef<ir::Value>) { return directions; }, count)
          .derivative;
  if (l.failed())
    return {};
  ir::Values results;
  const ir::Value *next = derivatives.begin();
  for (ir::Value v : to) {
    const ir::Values extents = join(count, b.extents(v));
    results.push_back(isDifferentiable(l, v) ? shaped(l, rotated(l, *next++, b.type(v).rank), extents)
                                             : b.fill(b.zero(b.type(v).scalar), extents));
  }
  return results;
}

// ---- Jacobians. ------------------------------------------------------------------------------------------------------

/// A member of a tangent type, where tuples are taken apart: a number or record, or an array of them.
struct Component {
  unsigned rank = 0; ///< of the array
  unsigned first = 0, count = 0; ///< its leaves
  bool isRecord = false;         ///< its elements are records
};

void addComponents(const Layout *layout, std::vector<Component> &components, unsigned &first) {
  if (layout->kind == Layout::Kind::Record && layout->isTuple()) {
    for (const Layout::Field &field : layout->fields)
      addComponents(field.layout, components, first);
    return;
  }
  const auto count = static_cast<unsigned>(layout->leaves.size());
  const bool isArray = layout->kind == Layout::Kind::Array;
  components.push_back(
      {isArray ? layout->rank : 0, first, count, (isArray ? layout->element : layout)->kind == Layout::Kind::Record});
  first += count;
}

std::vector<Component> componentsOf(Lowering &l, clang::QualType type) {
  std::vector<Component> components;
  unsigned first = 0;
  addComponents(l.types.of(type), components, first);
  return components;
}

/// An array of v's shape that is one at `at` and zero elsewhere.
ir::Value unitVector(Lowering &l, ir::Value v, llvm::ArrayRef<ir::Value> at) {
  ir::Builder &b = l.builder();
  const ir::Value one = b.one(b.type(v).scalar);
  return at.empty() ? one : b.update(b.zerosLike(v), at, one);
}

/// The derivatives in the direction of unit vectors.
class UnitDirections {
public:
  /// `inGroups`: several directions at once, so that the function runs once per group, at the price of memory for each
  /// direction.
  UnitDirections(Lowering &l, const Operator &op, const Arguments &arguments, llvm::ArrayRef<ir::Value> from,
                 llvm::ArrayRef<ir::Value> to, bool inGroups)
      : l(l), op(op), arguments(arguments), from(from), to(to), inGroups(inGroups),
        mode(op.row().mode) {}

  /// The derivatives by every element of leaf `position` of `from`: each has the dimensions of that leaf, then its own.
  ir::Values of(std::size_t position) {
    v = from[position];
    extents = l.builder().extents(v);
    return level(position);
  }

private:
  static constexpr std::int64_t groupSize = 8;

  ir::Values level(std::size_t position) {
    if (at.size() == extents.size())
      return along(position, unitVector(l, v, at), {});
    if (inGroups && at.size() + 1 == extents.size())
      return grouped(position);
    return mapped(l, extents[at.size()], {}, [&](ir::Value i, llvm::ArrayRef<ir::Value>) {
      at.push_back(i);
      const ir::Values values = level(position);
      at.pop_back();
      return values;
    });
  }

  ir::Values along(std::size_t position, ir::Value seed, ir::Value directions) {
    return derivative(
               l, op, mode, arguments,
               [&](llvm::ArrayRef<ir::Value>) {
                 ir::Values seeds;
                 for (std::size_t k = 0; k < from.size(); ++k)
                   if (isDifferentiable(l, from[k]))
                     seeds.push_back(k == position ? seed : ir::Value());
                 return seeds;
               },
               directions)
        .derivative;
  }

  /// The derivatives by the elements along the last dimension. Group g has the unit vectors g k .. g k + k - 1; unit
  /// vectors past the end are zero, and their derivatives are cut off.
  ir::Values grouped(std::size_t position) {
    ir::Builder &outer = l.builder();
    const ir::Value k = outer.index(groupSize), n = extents.back();
    const ir::Value groups = outer.div(outer.add(n, outer.index(groupSize - 1)), k);
    const ir::Values found = mapped(l, groups, {}, [&](ir::Value g, llvm::ArrayRef<ir::Value>) {
      ir::Builder &b = l.builder();
      const ir::Value first = b.mul(g, k), zero = b.zero(b.type(v).scalar), one = b.one(b.type(v).scalar);
      const ir::Value rows = mapped(l, n, {}, [&](ir::Value i, llvm::ArrayRef<ir::Value>) {
        return mapped(l, k, {}, [&](ir::Value d, llvm::ArrayRef<ir::Value>) -> ir::Values {
          ir::Builder &in = l.builder();
          return {in.select(in.equal(i, in.add(first, d)), one, zero)};
        });
      })[0];
      return along(position, at.empty() ? rows : b.update(b.fill(zero, join(extents, k)), at, rows), k);
    });
    ir::Values all;
    const ir::Value *next = found.begin();
    for (ir::Value target : to) {
      if (l.failed() || !isDifferentiable(l, target))
        continue;
      llvm::SmallVector<unsigned, 4> order(outer.type(*next).rank);
      std::iota(order.begin(), order.end(), 0);
      std::rotate(order.begin() + 1, order.end() - 1, order.end());
      const ir::Value inOrder = order.size() > 2 ? outer.emit1(ir::Rearrange{*next, order}) : *next;
      ++next;
      const ir::Value flat = outer.emit1(ir::Reshape{inOrder, join(outer.mul(groups, k), outer.extents(target))});
      all.push_back(outer.emit1(ir::Slice{flat, outer.index(0), n, 1}));
    }
    return all;
  }

  Lowering &l;
  const Operator &op;
  const Arguments &arguments;
  const llvm::ArrayRef<ir::Value> from, to;
  const bool inGroups;
  const ir::Mode mode;
  ir::Value v;
  ir::Values extents, at;
};

/// Does one of the statements, or of those in their blocks, run a loop?
bool hasLoop(llvm::ArrayRef<ir::Statement> statements) {
  return llvm::any_of(statements, [](const ir::Statement &s) {
    bool found = std::holds_alternative<ir::Loop>(s.op);
    ir::forEachBlock(s.op, [&](const ir::Block &block) { found = found || hasLoop(block.statements); });
    return found;
  });
}

/// `v` as another floating-point type.
ir::Value converted(Lowering &l, ir::Value v, ir::Scalar to) {
  ir::Builder &b = l.builder();
  if (b.type(v).scalar == to)
    return v;
  const auto level = [&](const auto &self, ir::Builder &in, ir::Value x) -> ir::Value {
    if (!in.type(x).isArray())
      return in.cast(to, x);
    return in.map(in.extent(x), {x}, [&](ir::Builder &inner, llvm::ArrayRef<ir::Value> p) -> ir::Values {
      return {self(self, inner, p[1])};
    })[0];
  };
  return level(level, b, v);
}

/// The entries for one leaf of the result and one leaf of the parameters: the result's first `resultRank` dimensions, the
/// parameter's, then the result's other dimensions, which its leaf has within a record.
ir::Value arranged(Lowering &l, ir::Value entries, bool resultIsFirst, ir::Value result, ir::Value parameter,
                   unsigned resultRank) {
  ir::Builder &b = l.builder();
  const unsigned m = b.type(result).rank, n = b.type(parameter).rank;
  llvm::SmallVector<unsigned, 4> order(m + n);
  std::iota(order.begin(), order.end(), 0);
  if (!resultIsFirst)
    std::rotate(order.begin(), order.begin() + n, order.end()); // the parameter's dimensions were first
  ir::Value all = entries;
  if (!llvm::is_sorted(order))
    all = b.emit1(ir::Rearrange{all, order});
  all = shaped(l, all, join(b.extents(result), b.extents(parameter)));
  if (resultRank < m && n > 0) { // the result's records hold arrays
    std::iota(order.begin(), order.end(), 0);
    std::rotate(order.begin() + resultRank, order.begin() + m, order.end());
    all = b.emit1(ir::Rearrange{all, order});
  }
  return all;
}

ir::Values jacobian(Lowering &l, const Operator &op, const Arguments &arguments) {
  ir::Builder &b = l.builder();
  const bool isForward = op.row().mode == ir::Mode::Tangent;
  const std::size_t before = b.statements().size();
  const ir::Values results = callCallee(l, op.callee, arguments, op.place);
  if (l.failed())
    return {};
  // Without loops, the passes find that all unit vectors share the function's own values.
  const bool inGroups = hasLoop(llvm::ArrayRef(b.statements()).drop_front(before));
  const ir::Values parameters = chosenLeaves(op, arguments);
  const ir::Values &from = isForward ? parameters : results, &to = isForward ? results : parameters;
  UnitDirections directions(l, op, arguments, from, to, inGroups);

  // entries[i][j]: derivative of leaf j of `to` in the directions of leaf i of `from`; unset where a leaf is an integer.
  std::vector<ir::Values> entries(from.size(), ir::Values(to.size()));
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (!isDifferentiable(l, from[i]))
      continue;
    const ir::Values found = directions.of(i);
    if (l.failed())
      return {};
    const ir::Value *next = found.begin();
    for (std::size_t j = 0; j < to.size(); ++j)
      if (isDifferentiable(l, to[j]))
        entries[i][j] = *next++;
  }

  const std::optional<ir::Types> types = l.edgeTypes(op.call->getReturnType());
  ir::Values leaves;
  for (const Component &result : componentsOf(l, op.tangent))
    for (const Component &parameter : componentsOf(l, op.adjoint))
      for (unsigned i = result.first; i < result.first + result.count; ++i)
        for (unsigned j = parameter.first; j < parameter.first + parameter.count; ++j) {
          const ir::Scalar scalar = (*types)[leaves.size()].scalar;
          const ir::Value entry = isForward ? entries[j][i] : entries[i][j];
          // Between records, every member of the result has an array of its own.
          const unsigned rank = result.isRecord && parameter.isRecord ? b.type(results[i]).rank : result.rank;
          if (entry)
            leaves.push_back(converted(l, arranged(l, entry, !isForward, results[i], parameters[j], rank), scalar));
          else
            leaves.push_back(b.fill(b.zero(scalar), join(b.extents(results[i]), b.extents(parameters[j]))));
        }
  return leaves;
}

} // namespace

ir::Values callVectorMode(Lowering &l, const Operator &op, const Arguments &arguments, const Arguments &seeds) {
  return op.row().method == OperatorRow::Method::ManyDirections ? manyDirections(l, op, arguments, seeds)
                                                                : jacobian(l, op, arguments);
}

} // namespace soac::frontend
