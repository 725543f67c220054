// Recursive descent over the text of functions, one method per statement: values, blocks and functions are in
// Parser.cpp, operations in ParseOps.cpp. After an error everything fails quickly: `failed` is set, every further
// `accept` is false, and lists end.
#pragma once

#include "ir/text/TokenReader.h"
#include "prims/Prims.h"

#include <llvm/ADT/StringMap.h>

namespace soac::ir {

class FunctionParser : TokenReader {
public:
  using TokenReader::TokenReader;
  ParseResult run();

private:
  Function *function = nullptr;
  llvm::StringMap<Value> scope;
  std::vector<Function> functions;
  unsigned depth = 0;

  // Pieces.
  Value define();
  Stored storedKind();
  Value operand();
  Value constant(Scalar type);
  template <class T> double floating();
  Values operands(llvm::StringRef open, llvm::StringRef close, bool mayBeUnset = false);
  Values operandsToEnd();
  Values named(llvm::StringRef keyword);

  // Statements.
  void parseFunction();
  void statements(Block &block, llvm::StringRef end);
  Block block();
  Statement statement();
  SourceLocation location();
  Op op(llvm::StringRef name, const Values &results);
  Op apply(prims::Prim prim, const Values &results);
  Op conditional();
  Op loop();
  LoopAnnotations annotations();
  Op mapReduce();
  Op reduceByIndex();
  Op check();
  Op call();
  Op invoke();
  Op withRules();
  Op differentiate();
  template <class R> R reduction();
  template <class Kind> Op ofOperands();
};

} // namespace soac::ir
