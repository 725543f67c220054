#include "ir/Fingerprint.h"

#include "ir/Fields.h"

#include <llvm/Support/xxhash.h>

#include <type_traits>

namespace soac::ir {
namespace {

// Mixes numbers one by one: a multiplication each, since every pass asks for a number of the whole function.
class Hash {
public:
  explicit Hash(const ValueTable &values) : values(values) {}
  std::uint64_t value() const { return h; }

  void operator()(const std::string &text) { add(llvm::xxh3_64bits(text)); }
  void operator()(Value v) {
    add(v.id);
    if (!v)
      return;
    (*this)(values.type(v));
    add(static_cast<std::uint64_t>(values.stored(v)));
    if (const Constant *constant = values.asConstant(v))
      add(constant->bits);
    else if (const Name &name = values.name(v); name != Name()) {
      (*this)(name.text);
      add(static_cast<std::uint64_t>(name.role));
    }
  }
  void operator()(Type type) {
    add(static_cast<std::uint64_t>(type.scalar) | static_cast<std::uint64_t>(type.accumulator) << 8 |
        static_cast<std::uint64_t>(type.rank) << 16);
  }
  void operator()(const Op &op) {
    add(op.index());
    std::visit(*this, static_cast<const OpVariant &>(op));
  }
  void operator()(const std::shared_ptr<const interface::OutsideFunction> &face) {
    add(reinterpret_cast<std::uintptr_t>(face.get()));
  }
  template <class T> void operator()(const std::optional<T> &field) {
    add(field.has_value());
    if (field)
      (*this)(*field);
  }
  template <class T, unsigned N> void operator()(const llvm::SmallVector<T, N> &list) { all(list); }
  template <class T> void operator()(const std::vector<T> &list) { all(list); }
  template <class T> void operator()(const T &field) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
      add(static_cast<std::uint64_t>(field));
    else
      forEachField(field, *this);
  }

private:
  void add(std::uint64_t x) {
    h = (h ^ x) * 0x9e3779b97f4a7c15;
    h ^= h >> 32;
  }
  template <class List> void all(const List &list) {
    add(list.size());
    for (const auto &x : list)
      (*this)(x);
  }

  const ValueTable &values;
  std::uint64_t h = 0;
};

} // namespace

std::uint64_t fingerprint(const Function &function) {
  Hash hash(function.values);
  hash(function.name);
  hash(function.files);
  hash(function.body);
  hash(function.isDefinition);
  for (const Function &definition : function.definitions)
    hash(fingerprint(definition));
  return hash.value();
}

} // namespace soac::ir
