#include "Source.h"

using namespace soac::fuzz;

static void print(const Lines &lines, unsigned depth, std::string &out) {
  for (const Line &line : lines) {
    out.append(2 * depth, ' ');
    out += line.text + "\n";
    print(line.block, depth + 1, out);
    if (!line.close.empty()) {
      out.append(2 * depth, ' ');
      out += line.close + "\n";
    }
  }
}

std::string soac::fuzz::declaration(const Program &program) {
  std::string parameters;
  for (const Parameter &p : program.parameters)
    parameters += (parameters.empty() ? "" : ", ") + p.text;
  return program.result + " " + program.name + "(" + parameters + ")";
}

std::string soac::fuzz::definition(const Program &program) {
  std::string out;
  print(program.helpers, 0, out);
  out += "#pragma soac differentiate(vjp, jvp)\n" + declaration(program) + " {\n";
  print(program.body, 1, out);
  return out + "}\n";
}
