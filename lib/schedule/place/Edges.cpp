// At the function's edges: where parameters and results are.
#include "schedule/place/Placer.h"

namespace soac::schedule {

using namespace exec;
using namespace interface;
using ir::Value;
using Container = CxxType::Container;

namespace {

bool isOutput(const CxxParameter &p) {
  return llvm::any_of(p.outputs, [](int k) { return k >= 0; });
}

/// Per leaf of the type: whether it is contiguous, so that generated code reads it in the caller's memory.
void addContiguous(const CxxType &type, unsigned containers, bool isPlain, std::vector<bool> &out) {
  switch (type.kind) {
  case CxxType::Kind::Void: return;
  case CxxType::Kind::Scalar: out.push_back(containers == 0 || isPlain); return;
  case CxxType::Kind::Record:
    for (const CxxType::Field &field : type.fields)
      addContiguous(field.type, containers, isPlain && containers == 0, out);
    return;
  case CxxType::Kind::Array: {
    const bool isPacked = type.container == Container::StdVector && type.element->kind == CxxType::Kind::Scalar &&
                          type.element->scalar == types::Scalar::Bool; // std::vector<bool> has bits
    addContiguous(*type.element, containers + 1, isPlain && containers == 0 && !isPacked, out);
    return;
  }
  }
}

} // namespace

void Placer::parameters() {
  for (const CxxParameter &p : face.parameters) {
    std::vector<bool> isContiguous;
    addContiguous(p.type, 0, true, isContiguous);
    const auto behind = p.type.pointers();
    for (std::size_t k = 0; k < p.inputs.size(); ++k) {
      if (!p.inputs[k])
        continue;
      if (behind[k]) {
        pointers.push_back(p.inputs[k]);
        if (!isContiguous[k])
          packedPointers.insert(p.inputs[k]);
      } else if (!isContiguous[k] && isNeeded(p.inputs[k])) {
        beside(p.inputs[k], Alloc::Init::Pack, {}, result.entry);
      }
    }
  }
}

/// A result that lies in another output's memory is copied before that output is written.
void Placer::outputs() {
  struct Array {
    Value value, input;
  };
  std::vector<Array> arrays;
  for (const CxxParameter &p : face.parameters)
    for (std::size_t k = 0; k < p.outputs.size() && isOutput(p); ++k) {
      const Value input = k < p.inputs.size() ? p.inputs[k] : Value();
      if (p.outputs[k] < 0)
        continue;
      const Value v = function.body.results[static_cast<std::size_t>(p.outputs[k])];
      if (v != input && isArray(v))
        arrays.push_back({v, input});
    }
  for (const Array &a : arrays)
    if (llvm::any_of(arrays, [&](const Array &other) {
          return &a != &other && other.input && isArray(other.input) && plan.mayAlias(a.value, other.input);
        }))
      beside(a.value, Alloc::Init::Copy, {}, result.exit);
}

/// Notes the results that are returned or written. An output that is its input, or to which zero is added, is not written.
void Placer::end() {
  const auto read = [&](std::size_t number) { result.readAtEnd.push_back(function.body.results[number]); };
  for (unsigned number : face.results)
    read(number);
  for (const CxxParameter &p : face.parameters) {
    for (std::size_t k = 0; k < p.outputs.size(); ++k) {
      const Value input = k < p.inputs.size() ? p.inputs[k] : Value();
      if (p.outputs[k] < 0)
        continue;
      const Value v = function.body.results[static_cast<std::size_t>(p.outputs[k])];
      const bool isSum = k < p.isSum.size() && p.isSum[k];
      if (v != input && !(isSum && !isArray(v) && function.values.asFloat(v) == 0.0))
        read(static_cast<std::size_t>(p.outputs[k]));
    }
    for (const std::vector<PointerAccess> &leaf : p.accesses)
      for (const PointerAccess &access : leaf) {
        read(access.first);
        for (const PointerAccess::Dimension &d : access.dimensions) {
          read(d.count);
          read(d.step);
        }
      }
  }
}

/// Arrays that are returned whole are made where they are returned.
void Placer::placeResults(const CxxType &type, std::size_t &next) {
  if (type.kind == CxxType::Kind::Record) {
    for (const CxxType::Field &field : type.fields)
      placeResults(field.type, next);
    return;
  }
  const std::size_t first = next;
  next += type.leaves().size();
  const bool owns = type.container == Container::Array || type.container == Container::StdVector;
  if (type.kind != CxxType::Kind::Array || !owns || type.element->kind != CxxType::Kind::Scalar ||
      type.element->scalar == types::Scalar::Bool ||
      type.element->spelling != interface::spelling(type.element->scalar))
    return;
  const Value v = function.body.results[face.results[first]], origin = plan.madeIn(function.body, v);
  if (origin && !plan.onStack(origin)) {
    returned.insert(origin);
    result.returned[v] = origin;
  }
}

} // namespace soac::schedule
