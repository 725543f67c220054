// The text of a random program as a tree, so that parts of it can be left out.
#pragma once

#include <string>
#include <vector>

namespace soac::fuzz {

/// A line, or a head with the lines in its block and what closes the block: {"for (..) {", {..}, "}"}.
struct Line {
  std::string text;
  std::vector<Line> block;
  std::string close;
};
using Lines = std::vector<Line>;

/// A parameter, and an expression that owns an argument for it.
struct Parameter {
  enum Kind { Constant, Input, Output };
  std::string text; ///< with `real` for the number type
  std::string argument;
  Kind kind;
  bool isPointer = false; ///< to the elements of the argument
};

/// One function to differentiate, with what it uses at namespace scope.
struct Program {
  std::string name; ///< p<seed>
  std::vector<Parameter> parameters;
  std::string result; ///< its type
  Lines helpers;      ///< records and functions, each one tree
  Lines body;
};

/// What stands in a source: helpers and the function, under its pragma.
std::string definition(const Program &program);
std::string declaration(const Program &program);
/// The calls of the function and its derivatives, as check.hpp asks for them, in a `fuzz::program` of its name with
/// `_calls`.
std::string calls(const Program &program);

/// The program of a seed: its run is well defined, ends, and keeps numbers of moderate size.
Program generate(unsigned long seed);

} // namespace soac::fuzz
