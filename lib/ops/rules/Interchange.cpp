// With (x op y)[j] = f(j, x[j], y[j]): column j of scan(op, e, a) is scan(f(j), e[j], column j of a), and likewise for the
// other combinators. The rules for scalar operators, the special ones included, then differentiate the columns; rows of
// rows are interchanged once for every dimension.
#include "ops/rules/Interchange.h"

#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ops {
namespace {

/// The operator at one column.
class Column {
public:
  Column(const ir::Block &op, const ir::ValueTable &values) : op(op), values(values) {
    for (ir::Value p : op.parameters)
      rows.insert(p);
  }

  bool exists() {
    const auto isArray = [&](ir::Value p) { return values.type(p).isArray(); };
    return llvm::all_of(op.parameters, isArray) && llvm::all_of(op.statements, [&](const ir::Statement &s) { return reads(s); }) &&
           llvm::all_of(op.results, [&](ir::Value r) { return rows.contains(r); });
  }

  /// f(j, ..), for an operator of which `exists` holds. `elements` stand for the parameters, `extent` for the rows'
  /// extent.
  ir::Values at(ir::Value j, ir::Value extent, llvm::ArrayRef<ir::Value> elements, ir::Builder &b) const {
    ir::ValueMap here;
    for (auto [p, element] : llvm::zip_equal(op.parameters, elements))
      here[p] = element;
    const auto use = [&](ir::Value v) { return here.contains(v) ? here.lookup(v) : v; };
    for (const ir::Statement &s : op.statements) {
      ir::Values results;
      if (const auto *map = std::get_if<ir::Map>(&s.op)) {
        ir::Values arguments{j};
        for (ir::Value array : map->arrays)
          arguments.push_back(here.contains(array) ? use(array) : b.read(array, {j}));
        ir::ValueMap free;
        for (ir::Value v : ir::freeVariables(map->fn, values))
          if (here.contains(v))
            free[v] = use(v);
        results = ir::inlineBlock(map->fn, arguments, b.values, b.statements(), std::move(free));
      } else if (const auto *fill = std::get_if<ir::Fill>(&s.op)) {
        ir::Values inner;
        for (ir::Value e : llvm::drop_begin(fill->extents))
          inner.push_back(use(e));
        results = {b.fill(use(fill->value), inner)};
      } else if (const auto *of = std::get_if<ir::Extent>(&s.op); of && rows.contains(of->array)) {
        results = {of->dimension == 0 ? extent : b.extent(use(of->array), of->dimension - 1)};
      } else {
        ir::Op copy = s.op;
        ir::substitute(copy, here);
        results = b.emit(std::move(copy));
      }
      for (auto [old, now] : llvm::zip_equal(s.results, results))
        here[old] = now;
    }
    ir::Values results;
    for (ir::Value r : op.results)
      results.push_back(use(r));
    return results;
  }

private:
  // Maps and fills make rows; scalars may be computed from extents and free variables.
  bool reads(const ir::Statement &s) {
    if (std::holds_alternative<ir::Extent>(s.op))
      return true;
    if (const auto *map = std::get_if<ir::Map>(&s.op)) {
      if (llvm::none_of(map->arrays, [&](ir::Value a) { return rows.contains(a); }) ||
          llvm::any_of(ir::freeVariables(map->fn, values), [&](ir::Value v) { return rows.contains(v); }))
        return false;
      rows.insert(s.results.begin(), s.results.end());
      return true;
    }
    if (const auto *fill = std::get_if<ir::Fill>(&s.op)) {
      if (rows.contains(fill->value))
        return false;
      rows.insert(s.results[0]);
      return true;
    }
    return (std::holds_alternative<ir::Apply>(s.op) || std::holds_alternative<ir::Check>(s.op)) &&
           llvm::none_of(ir::freeVariables(s.op, values), [&](ir::Value v) { return rows.contains(v); });
  }

  const ir::Block &op;
  const ir::ValueTable &values;
  ir::ValueSet rows; ///< arrays of which an element depends on the elements at its index alone
};

/// The statements that take the place of `statement`.
class Interchange {
public:
  Interchange(const ir::Block &op, const ir::Statement &statement, llvm::ArrayRef<ir::Value> neutral,
              ir::ValueTable &values)
      : op(op), statement(statement), b(values, out, statement.location), neutral(neutral),
        width(b.extent(neutral[0])) {}

  /// Arrays of rows as arrays of columns.
  ir::Values columns(ir::Value count, llvm::ArrayRef<ir::Value> arrays) {
    ir::Values transposed;
    for (auto [array, like] : llvm::zip_equal(arrays, neutral))
      transposed.push_back(b.emit1(exchanged(regularRows(array, count, like, b))));
    return transposed;
  }

  /// A map over the columns: `make` builds the statement of one column from it, its neutral elements and its operator.
  using Make = llvm::function_ref<ir::Op(llvm::ArrayRef<ir::Value> columns, llvm::ArrayRef<ir::Value> neutral, ir::Block op)>;
  ir::Values map(llvm::ArrayRef<ir::Value> columns, Make make) {
    ir::Values arrays(columns);
    arrays.append(neutral.begin(), neutral.end());
    return b.map(width, arrays, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
      const llvm::ArrayRef<ir::Value> ofNeutral = p.take_back(neutral.size());
      ir::Types types;
      for (ir::Value v : ofNeutral)
        types.push_back(in.type(v));
      types.append(ir::Types(types));
      ir::Block scalar = in.block(types, [&](ir::Builder &within, llvm::ArrayRef<ir::Value> elements) {
        return Column(op, in.values).at(p[0], width, elements, within);
      });
      return in.emit(make(p.slice(1, columns.size()), ofNeutral, std::move(scalar)));
    });
  }

  /// Appends the definitions of the results: the map's results, or with `count` their columns as that many rows again.
  std::vector<ir::Statement> finish(llvm::ArrayRef<ir::Value> results, ir::Value count = {}) {
    for (auto [r, result, like] : llvm::zip_equal(statement.results, results, neutral)) {
      ir::Values extents;
      if (count)
        extents.push_back(count);
      extents.append(b.extents(like));
      const ir::Value rows = count ? b.emit1(exchanged(result)) : result;
      out.push_back({{r}, ir::Reshape{rows, extents}, statement.location});
    }
    return std::move(out);
  }

private:
  ir::Rearrange exchanged(ir::Value array) const {
    ir::Rearrange r{array, {1, 0}};
    for (unsigned d = 2; d < b.type(array).rank; ++d)
      r.permutation.push_back(d);
    return r;
  }

  const ir::Block &op;
  const ir::Statement &statement;
  std::vector<ir::Statement> out;
  ir::Builder b;
  const llvm::ArrayRef<ir::Value> neutral;
  const ir::Value width;
};

} // namespace

ir::Value regularRows(ir::Value array, ir::Value count, ir::Value like, ir::Builder &b) {
  ir::Values extents{count};
  extents.append(b.extents(like));
  const ir::Value isEmpty = b.equal(count, b.index(0));
  for (unsigned d = 1; d < extents.size(); ++d)
    b.checkArgument(b.apply(prims::Prim::Or, {isEmpty, b.equal(b.extent(array, d), extents[d])}),
                    "soac: the rows of an array have not the shape of the neutral element");
  return b.emit1(ir::Reshape{array, extents});
}

bool isElementwise(const ir::Block &op, const ir::ValueTable &values) { return Column(op, values).exists(); }

std::vector<ir::Statement> byColumns(const ir::Reduce &op, const ir::Statement &statement, ir::ValueTable &values) {
  Interchange change(op.op, statement, op.neutral, values);
  const ir::Values columns = change.columns(op.count, op.arrays);
  return change.finish(change.map(columns, [&](llvm::ArrayRef<ir::Value> c, llvm::ArrayRef<ir::Value> e, ir::Block f) {
    return ir::Reduce{op.count, ir::Values(c), ir::Values(e), std::move(f)};
  }));
}

std::vector<ir::Statement> byColumns(const ir::Scan &op, const ir::Statement &statement, ir::ValueTable &values) {
  Interchange change(op.op, statement, op.neutral, values);
  const ir::Values columns = change.columns(op.count, op.arrays);
  const auto scan = [&](llvm::ArrayRef<ir::Value> c, llvm::ArrayRef<ir::Value> e, ir::Block f) {
    return ir::Scan{op.count, ir::Values(c), ir::Values(e), std::move(f)};
  };
  return change.finish(change.map(columns, scan), op.count);
}

std::vector<ir::Statement> byColumns(const ir::ReduceByIndex &op, const ir::Statement &statement, ir::ValueTable &values) {
  std::vector<ir::Statement> before;
  ir::Builder b(values, before, statement.location);
  const ir::Value bins = b.extent(op.dests[0]);
  Interchange change(op.op, statement, op.neutral, values);
  ir::Values columns = change.columns(bins, op.dests);
  columns.append(change.columns(op.count, op.values));
  const auto byIndex = [&](llvm::ArrayRef<ir::Value> c, llvm::ArrayRef<ir::Value> e, ir::Block f) {
    return ir::ReduceByIndex{op.count, ir::Values(c.take_front(e.size())), ir::Values(e), std::move(f), op.keys,
                             ir::Values(c.drop_front(e.size()))};
  };
  std::vector<ir::Statement> rest = change.finish(change.map(columns, byIndex), bins);
  before.insert(before.end(), std::make_move_iterator(rest.begin()), std::make_move_iterator(rest.end()));
  return before;
}

} // namespace soac::ops
