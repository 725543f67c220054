#include "interface/DeviceRecords.h"

#include "interface/DeviceFace.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

namespace soac::interface {

namespace {

/// Several generated headers may define the same.
std::string guardName(llvm::StringRef record) {
  std::string name = "SOAC_ON_DEVICE_";
  for (const char c : record)
    name += llvm::isAlnum(c) ? c : '_';
  return name;
}

std::string membersOf(const CxxType &form, llvm::StringRef prefix) {
  std::string list;
  for (const CxxType::Field &f : form.fields)
    list += (list.empty() ? "" : ", ") + prefix.str() + f.name;
  return list;
}

std::string definition(const CxxType &form, const std::string &more) {
  std::string text = "template <> struct " + form.spelling + " {\n";
  for (const CxxType::Field &f : form.fields)
    text += "  " + f.type.spelling + " " + f.name + ";\n";
  return text + more +
         "  /// References to the members, of this record or the host's.\n"
         "  template <class Record> static auto members(Record &record) { return std::tie(" +
         membersOf(form, "record.") + "); }\n};\n";
}

} // namespace

std::string deviceRecords(const CxxType &t, std::set<std::string> &written) {
  std::string text;
  if (const std::optional<CxxType> record = structOfArrays(t))
    return deviceRecords(*record, written);
  for (const CxxType::Field &f : t.fields)
    text += deviceRecords(f.type, written);
  if (t.kind != CxxType::Kind::Record || t.isTuple || t.isComplex || written.count(t.spelling))
    return text;
  CxxType views = t, arrays = t;
  std::string why;
  const bool hasViews = toDeviceForm(views, /*isRead=*/true, {t.spelling, ""}, why) && isMemberwise(views);
  const bool hasArrays = toDeviceForm(arrays, /*isRead=*/false, {t.spelling, ""}, why) && isMemberwise(arrays);
  if (!hasViews && !hasArrays)
    return text;
  written.insert(t.spelling);
  const std::string guard = guardName(t.spelling);
  text += "#ifndef " + guard + "\n#define " + guard + "\n";
  if (hasViews)
    text += definition(views, "");
  if (hasViews && hasArrays)
    text += definition(arrays, "  /// Waits where there are numbers.\n  operator " + views.spelling + "() const { return {" +
                                   membersOf(arrays, "") + "}; }\n");
  else if (hasArrays)
    text += definition(arrays, "");
  return text + "#endif\n\n";
}

} // namespace soac::interface
