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

/// One function to differentiate, with what it uses at namespace scope.
struct Program {
  std::string name;                   ///< p<seed>
  std::string parameters;             ///< of the function, with `real` for the number type
  std::string result;                 ///< its result type
  std::vector<std::string> arguments; ///< for the checks: expressions that own one argument each
  Lines helpers;                      ///< records and functions, each one tree
  Lines body;
};

/// What stands in a source: helpers and the function, under its pragma.
std::string definition(const Program &program);
std::string declaration(const Program &program);

/// The program of a seed: its run is well defined, ends, and keeps numbers of moderate size.
Program generate(unsigned long seed);

} // namespace soac::fuzz
