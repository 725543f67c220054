// Writes random statements of C++. Everything in scope has bounds that the writer knows: integers a range, arrays an
// extent, so that what it writes is defined; numbers are damped where they are stored.
#pragma once

#include "Source.h"

#include <cstdint>
#include <random>

namespace soac::fuzz {

/// An integer that can be read, in [0, end). One that was made of numbers may steer, and never becomes a number again.
struct Integer {
  std::string name;
  int end;
  bool onlySteers = false;
};

/// An expression of type `real` that can be read, and written if it is changeable.
struct Real {
  std::string name;
  bool isChangeable;
};

/// Elements by `name[i]`, with 0 <= i < size.
struct Array {
  enum Kind { Pointer, CArray, StdArray, Vector, Grown, SoacArray, View, Span, Owner };
  std::string name;
  int size;
  Kind kind;
  bool isChangeable;
};

/// A matrix by `name(i, j)` or `name[i][j]`.
struct Matrix {
  std::string name;
  int rows, columns;
  bool isCalled; ///< name(i, j)
  bool isChangeable;
};

/// A record type that the program defines: members `a`, `b` and `c[size]`.
struct Record {
  std::string type;
  int size;
};

/// A function that can be called: of `reals` numbers, then of a reference to a number it changes if `changes`.
struct Callable {
  std::string name;
  int reals;
  bool changes;
};

/// A function of an array, called by this text with the array in place of '@' and its extent in place of '#'.
struct OfArray {
  std::string text;
  bool changes; ///< the elements; it gives nothing
};

/// A function name(v, n, x, y, k) that changes the n elements from v on, y and k; a recursive one has a depth behind them.
struct Procedure {
  std::string name;
  bool isRecursive;
};

struct Scope {
  std::vector<Integer> integers;
  std::vector<std::string> flags; ///< of type bool, changeable
  std::vector<Real> reals;
  std::vector<Array> arrays;
  std::vector<Matrix> matrices;
  std::vector<Callable> callables;
  std::vector<OfArray> ofArrays;
  std::vector<Procedure> procedures;
};

class Writer {
public:
  explicit Writer(std::uint64_t seed) : random(seed) {}

  Scope scope;
  std::vector<Record> records;
  bool takesPointers = false; ///< raw ones, of records or numbers, as parameters
  std::string giveBack; ///< the statement that leaves the function early; empty where none can

  // Draws.
  int below(int n) { return static_cast<int>(random() % static_cast<std::uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  template <class T> const T &pick(const std::vector<T> &from) { return from[below(static_cast<int>(from.size()))]; }
  std::string fresh(const char *stem) { return stem + std::to_string(++names); }

  // Expressions.cpp
  std::string literal();             ///< a floating-point constant
  std::string real(int depth = 2);   ///< any number
  std::string atom();                ///< one without operators
  std::string damped(int depth = 2); ///< a number of magnitude below about 2
  std::string condition();
  std::string index(int end); ///< in [0, end)
  std::string element(const Array &array);
  std::string element(const Matrix &matrix);
  /// Something that can be assigned to; "" where nothing can.
  std::string place();

  // Statements.cpp, Loops.cpp, Containers.cpp, Library.cpp, Combinators.cpp: each appends to `out`.
  void statements(Lines &out, int count, int depth);
  Lines block(int count, int depth);

  // Helpers.cpp: at namespace scope.
  void record(Lines &out, const std::string &prefix);
  void function(Lines &out, const std::string &prefix);
  void functionOfArray(Lines &out, const std::string &prefix);
  void recursion(Lines &out, const std::string &prefix);
  void opaque(Lines &out, const std::string &prefix);
  void procedure(Lines &out, const std::string &prefix); // Procedures.cpp

private:
  using Kind = void (Writer::*)(Lines &, int depth);
  struct Choice {
    int weight;
    Kind write;
    bool needsDepth;
  };
  static const std::vector<Choice> &choices();

  // Statements.cpp
  void number(Lines &out, int depth);
  void assignment(Lines &out, int depth);
  void exchange(Lines &out, int depth);
  void conditional(Lines &out, int depth);
  void selection(Lines &out, int depth);
  void leaving(Lines &out, int depth);
  void alias(Lines &out, int depth);
  void closure(Lines &out, int depth);
  void call(Lines &out, int depth);
  void object(Lines &out, int depth);
  void tuple(Lines &out, int depth);
  void integer(Lines &out, int depth);

  // Procedures.cpp
  void proceeding(Lines &out, int depth);

  // Forms.cpp
  void flag(Lines &out, int depth);
  void guard(Lines &out, int depth);
  void chosenPlace(Lines &out, int depth);
  void headed(Lines &out, int depth);
  void calledAtOnce(Lines &out, int depth);
  void stateful(Lines &out, int depth);
  void ofFunctions(Lines &out, int depth);
  void exchanged(Lines &out, int depth);
  void throughFunction(Lines &out, int depth);

  // Indices.cpp
  void arithmetic(Lines &out, int depth);
  void table(Lines &out, int depth);
  void counting(Lines &out, int depth);
  void indices(Lines &out, int depth);
  void order(Lines &out, int depth);

  // Objects.cpp
  void objects(Lines &out, int depth);
  void bindings(Lines &out, int depth);

  // Loops.cpp
  void counted(Lines &out, int depth);
  void conditioned(Lines &out, int depth);
  void overElements(Lines &out, int depth);
  void walking(Lines &out, int depth);
  void endless(Lines &out, int depth);
  void settling(Lines &out, int depth);
  void triangle(Lines &out, int depth);
  void meeting(Lines &out, int depth);
  void searching(Lines &out, int depth);

  // Pointers.cpp
  void alternating(Lines &out, int depth);
  void stepping(Lines &out, int depth);
  void best(Lines &out, int depth);
  void memory(Lines &out, int depth);
  void jump(Lines &out);

  // Containers.cpp
  void localArray(Lines &out, int depth);
  void localMatrix(Lines &out, int depth);
  void growing(Lines &out, int depth);
  void optional(Lines &out, int depth);
  void stack(Lines &out, int depth);
  void resizing(Lines &out, int depth);
  void rowLengths(Lines &out, int depth);
  void product(Lines &out, int depth);

  // Library.cpp
  void algorithm(Lines &out, int depth);
  void onCopy(Lines &out, int depth);

  // Combinators.cpp
  void combinator(Lines &out, int depth);
  void selecting(Lines &out, int depth);
  void onRows(Lines &out, int depth);

  void add(Lines &out, const std::string &text) { out.push_back({text, {}, {}}); }
  bool steers() const;
  std::string loopPragma(bool isCounted);                ///< often ""
  std::vector<Array> changeable(Array::Kind last) const; ///< arrays of kinds up to `last`
  static std::string first(const Array &array);          ///< a pointer to its first element
  std::string lambda(int reals);                         ///< [&](real a, ..) { return ..; }

  std::mt19937_64 random;
  int names = 0;
  int inLoop = 0;
};

/// Puts the scope back as it was.
class Inner {
public:
  explicit Inner(Writer &writer) : writer(writer), before(writer.scope) {}
  Inner(const Inner &) = delete;
  ~Inner() { writer.scope = std::move(before); }

private:
  Writer &writer;
  Scope before;
};

} // namespace soac::fuzz
