// One function of textual IR, and its values by name.
#pragma once

#include "ir/Walk.h"
#include "ir/text/Parser.h"
#include "ir/verify/Verifier.h"

#include <gtest/gtest.h>

namespace soac::test {

inline ir::Function parsed(llvm::StringRef text) {
  ir::ParseResult result = ir::parse(text);
  if (result.error || result.functions.size() != 1) {
    ADD_FAILURE() << (result.error ? result.error->message + " in line " + std::to_string(result.error->line)
                                   : "no function");
    return {};
  }
  for (const std::string &problem : ir::verify(result.functions[0]))
    ADD_FAILURE() << problem;
  return result.functions[0];
}

/// The value of that name; names in the text are unique.
inline ir::Value named(const ir::Function &function, llvm::StringRef name) {
  for (std::uint32_t id = 0; id < function.values.size(); ++id)
    if (function.values.name({id}).text == name)
      return {id};
  ADD_FAILURE() << "no value " << name.str();
  return {};
}

} // namespace soac::test
