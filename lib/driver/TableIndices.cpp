#include "driver/TableIndices.h"

#include "analysis/DefUse.h"
#include "prims/Prims.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>

#include <optional>

namespace soac::driver {
namespace {

using prims::Prim;

class TableIndices {
public:
  explicit TableIndices(const interface::CxxFunction &f) : f(f), makers(f.function.body) {
    for (const interface::CxxParameter &p : f.parameters)
      if (p.type.kind == interface::CxxType::Kind::Scalar && p.inputs.size() == 1)
        names[p.inputs[0]] = p.name;
    visit(f.function.body);
  }

  llvm::StringMap<std::int64_t> largest;

private:
  void visit(const ir::Block &block) {
    for (const ir::Statement &s : block.statements) {
      if (const auto *index = std::get_if<ir::Index>(&s.op))
        for (auto [dimension, at] : llvm::enumerate(index->indices))
          if (const auto extent = extentOf(index->array, static_cast<unsigned>(dimension)))
            limit(at, *extent - 1);
      if (!std::holds_alternative<ir::If>(s.op))
        ir::forEachBlock(s.op, [&](const ir::Block &inner) { visit(inner); });
    }
  }

  std::optional<std::int64_t> extentOf(ir::Value array, unsigned dimension) const {
    while (const auto *update = makers.as<ir::Update>(array))
      array = update->array;
    if (const auto *fill = makers.as<ir::Fill>(array))
      return dimension < fill->extents.size() ? f.function.values.asInt(fill->extents[dimension]) : std::nullopt;
    const auto *call = makers.as<ir::Call>(array);
    if (!call || !call->face || !call->face->isVariable)
      return std::nullopt;
    const interface::CxxType *type = &call->face->result;
    for (; dimension > 0 && type->element; --dimension)
      type = type->element.get();
    return type->staticExtent > 0 ? std::optional(type->staticExtent) : std::nullopt;
  }

  /// `at` is at most `most`.
  void limit(ir::Value at, std::int64_t most) {
    while (const auto *apply = makers.as<ir::Apply>(at)) {
      const auto constant = apply->arguments.size() == 2 ? f.function.values.asInt(apply->arguments[1]) : std::nullopt;
      if (apply->prim == Prim::Add && constant)
        most -= *constant;
      else if (apply->prim == Prim::Sub && constant)
        most += *constant;
      else if (apply->prim != Prim::Cast)
        return;
      at = apply->arguments[0];
    }
    if (const auto name = names.find(at); name != names.end()) {
      const auto [known, isNew] = largest.try_emplace(name->second, most);
      known->second = std::min(known->second, most);
    }
  }

  const interface::CxxFunction &f;
  llvm::DenseMap<ir::Value, std::string> names; ///< of integer parameters
  const analysis::DefUse makers;
};

} // namespace

llvm::StringMap<std::int64_t> largestIndices(const interface::CxxFunction &f) { return TableIndices(f).largest; }

} // namespace soac::driver
