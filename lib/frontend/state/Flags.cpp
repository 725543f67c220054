#include "frontend/state/Flags.h"

namespace soac::frontend {

unsigned newFlag(Lowering &l, llvm::StringRef name) {
  const FValue no = l.makeScalar(l.builder().values.constantBool(false), l.types.context.BoolTy);
  const Location at = l.newVariable(no, name);
  l.internals().infos[at.slots[0]].isFlag = true;
  return at.slots[0];
}

void setFlag(Lowering &l, unsigned flag, bool value) {
  l.internals().slots[flag].leaf.value = l.builder().values.constantBool(value);
}

std::optional<bool> knownFlag(Lowering &l, unsigned flag) {
  const auto known = l.builder().values.asInt(l.internals().slots[flag].leaf.value);
  if (!known)
    return std::nullopt;
  return *known != 0;
}

llvm::SmallVector<unsigned, 4> flagsHere(Lowering &l) {
  const Frame &frame = l.internals().frame();
  llvm::SmallVector<unsigned, 4> flags{frame.returned};
  for (std::size_t i = frame.jumps.size(); i-- > 0;) {
    flags.push_back(frame.jumps[i].broken);
    if (frame.jumps[i].isSwitch)
      continue;
    flags.push_back(frame.jumps[i].continued);
    break;
  }
  return flags;
}

Jumped jumped(Lowering &l) {
  ir::Values unknown;
  for (const unsigned flag : flagsHere(l)) {
    const auto known = knownFlag(l, flag);
    if (!known)
      unknown.push_back(l.internals().slots[flag].leaf.value);
    else if (*known)
      return {true, {}};
  }
  if (unknown.empty())
    return {false, {}};
  return {std::nullopt, unknown.front()};
}

} // namespace soac::frontend
