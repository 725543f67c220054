// A function of the IR: a block and the side tables of its values (types, name hints, constants).
#pragma once

#include "ir/Name.h"
#include "ir/Ops.h"
#include "ir/Stored.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringRef.h>

#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

namespace soac::ir {

/// A scalar constant. Integers and bool are kept sign- or zero-extended in `bits`; floats as the bits of a double
/// (an f32 constant is a double that a float represents exactly).
struct Constant {
  Scalar type = Scalar::I64;
  std::uint64_t bits = 0;
  double asDouble() const;    ///< of a floating constant
  std::int64_t asInt() const; ///< of an integer or bool constant
  friend auto operator<=>(const Constant &, const Constant &) = default;
};

/// Types, names and constants of a function's values.
class ValueTable {
public:
  Value fresh(Type type, const Name &name = {});
  /// A value of the same type and name, which stores the same.
  Value freshLike(Value v) { return freshLike(v, type(v)); }
  Value freshLike(Value v, Type type);
  Type type(Value v) const { return entries[v.id].type; }
  void setType(Value v, Type t) { entries[v.id].type = t; }
  /// What is returned stays as it is.
  const Name &name(Value v) const;
  void setName(Value v, const Name &name) { entries[v.id].name = pooled(name); }
  /// What a loop stores in it.
  Stored stored(Value v) const { return entries[v.id].stored; }
  void setStored(Value v, Stored kind) { entries[v.id].stored = kind; }
  std::size_t size() const { return entries.size(); }

  /// The value of a constant; equal constants are one value (NaNs and -0.0 by their bits).
  Value constant(Constant c);
  Value constantFloat(Scalar type, double x);
  Value constantInt(Scalar type, std::int64_t x);
  Value constantIndex(std::int64_t x) { return constantInt(Scalar::I64, x); }
  Value constantBool(bool x) { return constantInt(Scalar::Bool, x); }
  /// 0 of any scalar type.
  Value zero(Scalar type);
  Value one(Scalar type);
  const Constant *asConstant(Value v) const { return entries[v.id].constant; }
  std::optional<std::int64_t> asInt(Value v) const;
  std::optional<double> asFloat(Value v) const;

private:
  /// What values point to. Copies of a table share it: nothing in it changes or moves, things are only added.
  struct Pool {
    struct Hash {
      std::size_t operator()(const Name &name) const {
        return std::hash<std::string>()(name.text) + static_cast<std::size_t>(name.role);
      }
    };
    std::unordered_set<Name, Hash> names;
    std::set<Constant> constants;
  };
  struct Entry {
    Type type;
    Stored stored = Stored::None;
    const Name *name = nullptr; ///< none: empty
    const Constant *constant = nullptr;
  };
  Pool &shared();
  const Name *pooled(const Name &name);

  std::vector<Entry> entries;
  llvm::DenseMap<const Constant *, Value> constants;
  std::shared_ptr<Pool> pool;
};

/// A function that is written, or one of those that it invokes. These invoke each other and themselves by their number in
/// the table, take scalars, arrays and, last, accumulators, and give scalars.
struct Function {
  std::string name;
  Block body; ///< its parameters and results are the function's
  ValueTable values;
  std::vector<std::string> files; ///< names for SourceLocation::file, as the user would write them
  std::vector<Function> definitions; ///< what it invokes; empty in a definition
  bool isDefinition = false;

  Type type(Value v) const { return values.type(v); }
  /// "file:line", for messages of the run time; empty where the place is not known.
  std::string placeOf(SourceLocation location) const;
};

} // namespace soac::ir
