// A function of the IR: a block and the side tables of its values (types, name hints, constants).
#pragma once

#include "ir/Ops.h"

#include <llvm/ADT/StringRef.h>

#include <deque>
#include <map>
#include <string>
#include <vector>

namespace soac::ir {

/// A scalar constant. Integers and bool are kept sign- or zero-extended in `bits`; floats as the bits of a double
/// (an f32 constant is a double that a float represents exactly).
struct Constant {
  Scalar type = Scalar::I64;
  std::uint64_t bits = 0;
  double asDouble() const;       ///< of a floating constant
  std::int64_t asInt() const;    ///< of an integer or bool constant
  friend auto operator<=>(const Constant &, const Constant &) = default;
};

/// Types, names and constants of a function's values.
class ValueTable {
public:
  Value fresh(Type type, llvm::StringRef name = "");
  Type type(Value v) const { return entries[v.id].type; }
  void setType(Value v, Type t) { entries[v.id].type = t; }
  /// The user's name for the value, or empty. Names are hints, not unique.
  const std::string &name(Value v) const { return entries[v.id].name; }
  void setName(Value v, llvm::StringRef name) { entries[v.id].name = name.str(); }
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
  const Constant *asConstant(Value v) const;
  std::optional<std::int64_t> asInt(Value v) const;
  std::optional<double> asFloat(Value v) const;

private:
  struct Entry {
    Type type;
    std::string name;
    std::optional<Constant> constant;
  };
  std::deque<Entry> entries; ///< a name stays where it is while values are added
  std::map<Constant, Value> constants;
};

struct Function {
  std::string name;
  Block body; ///< its parameters and results are the function's
  ValueTable values;
  std::vector<std::string> files; ///< names for SourceLocation::file, as the user would write them

  Type type(Value v) const { return values.type(v); }
  /// "file:line", for messages of the run time; empty where the place is not known.
  std::string placeOf(SourceLocation location) const;
};

} // namespace soac::ir
