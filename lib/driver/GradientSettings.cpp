#include "driver/GradientSettings.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>

namespace soac::driver {
namespace {

using Kind = interface::CxxType::Kind;
using Container = interface::CxxType::Container;

/// What a name stands for: a type, inside of so many arrays.
struct Target {
  const interface::CxxType *type = nullptr;
  bool isInArray = false;
  std::string mistake; ///< why there is none
};

const interface::CxxType &elementOf(const interface::CxxType &type, bool &isInArray) {
  const interface::CxxType *at = &type;
  for (; at->kind == Kind::Array; at = at->element.get())
    isInArray = true;
  return *at;
}

/// "x, y"
template <class Range> std::string namesOf(const Range &range) {
  std::vector<std::string> names;
  for (const auto &e : range)
    names.push_back(e.name);
  return names.empty() ? "none" : llvm::join(names, ", ");
}

Target targetOf(llvm::StringRef name, llvm::ArrayRef<interface::CxxParameter> parameters) {
  llvm::SmallVector<llvm::StringRef, 4> path;
  name.split(path, '.');
  const auto parameter = llvm::find_if(parameters, [&](const interface::CxxParameter &p) { return p.name == path[0]; });
  if (parameter == parameters.end())
    return {nullptr, false, "there is no parameter '" + path[0].str() + "'; there are: " + namesOf(parameters)};
  Target target{&parameter->type, false, ""};
  for (llvm::StringRef member : llvm::ArrayRef(path).drop_front()) {
    const interface::CxxType &record = elementOf(*target.type, target.isInArray);
    const auto field = llvm::find_if(record.fields, [&](const interface::CxxType::Field &f) { return f.name == member; });
    if (field == record.fields.end())
      return {nullptr, false, "there is no member '" + member.str() + "'; there are: " + namesOf(record.fields)};
    target.type = &field->type;
  }
  return target;
}

bool isNumber(llvm::StringRef text) {
  double number;
  return !text.getAsDouble(number);
}
bool isInteger(llvm::StringRef text) {
  std::int64_t number;
  return !text.getAsInteger(10, number);
}
bool isExtent(llvm::StringRef text) {
  std::uint32_t number;
  return !text.getAsInteger(10, number);
}
/// "0.5..2"
bool isRange(llvm::StringRef text) {
  const std::size_t dots = text.find("..");
  if (dots == llvm::StringRef::npos)
    return false;
  double low, high;
  return !text.take_front(dots).getAsDouble(low) && !text.drop_front(dots + 2).getAsDouble(high) && low <= high;
}

bool isScalarValue(const interface::CxxType &type, llvm::StringRef text) {
  if (ir::isFloat(type.leaves().front().scalar))
    return isNumber(text);
  return isInteger(text) || (type.leaves().front().scalar == ir::Scalar::Bool && (text == "true" || text == "false"));
}

bool hasFloat(const interface::CxxType &type) {
  return llvm::any_of(type.leaves(), [](const ir::Type &leaf) { return ir::isFloat(leaf.scalar); });
}

/// The dimensions that a setting may give; none where the type says its size.
unsigned freeDimensions(const interface::CxxType &type) {
  unsigned rank = 0;
  for (const interface::CxxType *at = &type; at->kind == Kind::Array; at = at->element.get())
    rank += at->staticExtent < 0 ? at->rank : 0;
  return rank;
}

std::string mistakeInArray(const interface::CxxType &type, llvm::StringRef value) {
  bool isInArray = false;
  const interface::CxxType &element = elementOf(type, isInArray);
  if (isRange(value))
    return hasFloat(type) ? "" : "a range is for floating-point numbers";
  llvm::SmallVector<llvm::StringRef, 8> parts;
  if (value.contains(',')) {
    value.split(parts, ',', -1, /*KeepEmpty=*/true);
    if (parts.back().empty()) // "5," is one element
      parts.pop_back();
    if (type.rank != 1 || element.kind != Kind::Scalar || type.element->kind == Kind::Array)
      return "elements can be listed for an array of numbers with one dimension only";
    const bool areFine = llvm::all_of(parts, [&](llvm::StringRef part) { return isScalarValue(element, part); });
    if (type.staticExtent >= 0 && static_cast<std::int64_t>(parts.size()) != type.staticExtent)
      return "the array has " + std::to_string(type.staticExtent) + " elements";
    return areFine ? "" : "'" + value.str() + "' is no list of its elements";
  }
  const unsigned rank = freeDimensions(type);
  if (rank == 0)
    return "its type says its extents";
  value.split(parts, 'x');
  if (!llvm::all_of(parts, isExtent) || (parts.size() != 1 && parts.size() != rank))
    return "'" + value.str() + "' is neither " + (rank == 1 ? "an extent" : "its extents, as in 4x3,") +
           " nor a list of elements (0,2,3) nor a range of numbers (0.5..2)";
  return "";
}

} // namespace

bool GradientSetting::isFor(llvm::StringRef qualifiedFunction) const {
  return function == qualifiedFunction || qualifiedFunction.ends_with(("::" + function).str());
}

std::optional<GradientSetting> parseGradientSetting(llvm::StringRef text) {
  const auto [left, value] = text.split('=');
  const auto [function, name] = left.rsplit(':');
  if (left.size() == text.size() || function.empty() || name.empty() || value.empty())
    return std::nullopt;
  return GradientSetting{function, name, value};
}

std::string mistakeIn(const GradientSetting &setting, llvm::ArrayRef<interface::CxxParameter> parameters) {
  if (setting.isSkip())
    return "";
  const Target target = targetOf(setting.name, parameters);
  if (!target.type)
    return target.mistake;
  const interface::CxxType &type = *target.type;
  if (type.kind == Kind::Array)
    return mistakeInArray(type, setting.value);
  if (type.kind == Kind::Record && !type.isComplex)
    return "it is a record: give its members, which are: " + namesOf(type.fields);
  if (isRange(setting.value))
    return hasFloat(type) ? "" : "a range is for floating-point numbers";
  if (target.isInArray || type.isComplex)
    return "'" + setting.value.str() + "' is no range of numbers, as in 0.5..2";
  return isScalarValue(type, setting.value) ? "" : "'" + setting.value.str() + "' is no value of it";
}

} // namespace soac::driver
