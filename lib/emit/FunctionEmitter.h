// The C++ text of one function's body, node by node of its execution tree (lib/exec), which lib/schedule makes.
//   let %z: f64 = add %x, %y   ->   const double z = x + y;
#pragma once

#include "analysis/SeedGuards.h"
#include "emit/Arguments.h"
#include "emit/Bindings.h"
#include "emit/Invokes.h"
#include "emit/Spelling.h"
#include "emit/Text.h"
#include "exec/Accesses.h"
#include "interface/Interface.h"
#include "schedule/Schedule.h"

#include <llvm/ADT/StringSet.h>

#include <map>

namespace soac::emit {

class FunctionEmitter {
public:
  virtual ~FunctionEmitter() = default;

  /// `function` is lowered (schedule/Lower.h) and has the results and parameters that `face` refers to. Its first
  /// `entryStatements` compute the numbers of the listed arguments' elements. A function that is not outermost
  /// (schedule/Definitions.h) runs on one thread, and no exception leaves it.
  FunctionEmitter(const interface::CxxFunction &face, const ir::Function &function, const std::vector<ArgumentMemory> &listed,
                  std::size_t entryStatements, llvm::ArrayRef<std::string> macros, bool isOutermost = true,
                  schedule::Target target = schedule::Target::Host);

  struct Definition {
    std::string parameters; ///< as the definition names them
    Text body;
    std::string workspace; ///< the workspace's name in the body
    bool usesWorkspace = false;
  };
  Definition emit();

  llvm::ArrayRef<Invoked> invoked; ///< the definitions, by number
  bool isDefinition = false;       ///< other functions that are written invoke it

protected:
  /// The C++ scope around the statement at hand: the function itself or the lambda of a skeleton.
  struct Context {
    enum Kind { Function, Void, Value } kind = Function;
    std::string workspace;
  };
  struct Leaf {
    std::string base;                       ///< leads to the first container, or to the scalar
    std::vector<std::string> projections;   ///< one per container: an expression of its element `picked`
    std::vector<unsigned> ranks;            ///< of the containers
    bool hasOwnRows = false;                ///< vectors among the inner containers may differ in length
    bool keepsRows = true;                  ///< and have these lengths in the end
    const interface::CxxType *container = nullptr; ///< the first container; null for a scalar
    ir::Type type;
    std::string spelling;                   ///< of the scalar
    bool isFixedArray = false;              ///< of a pointer: a fixed array in its elements

    /// The leaf is the elements themselves, contiguous.
    bool isPlain() const { return projections.size() == 1 && projections[0] == pickedFrom && !isFixedArray; }
  };

  const interface::CxxFunction &face;
  const ir::Function &function;
  const std::vector<ArgumentMemory> &listed;
  const schedule::Schedule decided;
  const schedule::Uses &uses = decided.uses;
  const exec::Places places{decided.tree};
  Names names;
  Text *out = nullptr;
  std::vector<Context> contexts;
  bool isInLanes = false; ///< the statement at hand does not wait for a number from the iteration before
  bool isOfLanes = false; ///< numbers are those of all lanes (runtime/lanes.hpp)
  Bindings bound;
  llvm::DenseMap<ir::Value, std::string> slotNames; ///< from a loop's or map's result to the slot that it is kept in
  llvm::DenseMap<ir::Value, std::string> copies;    ///< temporary copies, by the copied or the receiving value
  llvm::DenseMap<ir::Value, std::string> saved;     ///< values that variables or elements get later
  struct ReturnedArray {
    const interface::CxxType *type = nullptr;
    std::string name; ///< of the container, once it is declared
  };
  llvm::DenseMap<ir::Value, ReturnedArray> returnedArrays; ///< values whose memory is a container that is returned
  llvm::DenseMap<ir::Value, Leaf> pointerFields; ///< parameters that are a field of a pointer's elements
  std::vector<std::string> argumentNames;            ///< of the parameters so far
  llvm::DenseMap<ir::Value, std::string> distances;  ///< the names of distances between pointers
  /// A value that is made of a parameter in front of the body, if the body reads it.
  struct Unpacked {
    ir::Value value;
    std::string text;
    unsigned parameter;
    bool usesWorkspace = false;
    std::optional<unsigned> from = {}; ///< another parameter that is read
    bool isRead = false;               ///< whether or not the body reads it
  };
  std::vector<Unpacked> entry;
  std::vector<Unpacked> sums;     ///< sums that may have memory of their own
  std::vector<bool> argumentsUsed; ///< by parameter: read other than by unpacking
  const exec::Accesses accesses = exec::AccessQuery(decided.tree, function).ofWhole();
  std::string frame;                                      ///< the name of the function's frame in the workspace
  std::string seeds;                                      ///< the name of those that are tried without guards, where they are
  std::optional<analysis::SeedGuards> guards;             ///< these
  std::string ofRows;                                     ///< the call of the function for rows that differ in length
  std::string argumentList;                               ///< the name of the list of arguments, where there is one
  std::map<const ArgumentMemory *, std::string> sharedParts; ///< of pointers: the names of their shared elements
  ir::SourceLocation printed, pending;

  // Lines.
  void line(const llvm::Twine &text);
  void open(const llvm::Twine &text);
  void close(const llvm::Twine &text);
  void comment();
  Text within(llvm::function_ref<void()> body, bool deeper = true);
  const std::string &workspace() { return contexts.back().workspace; }

  // Expressions.cpp
  [[noreturn]] void bug(const char *what, const ir::Statement *s) const;
  ir::Type type(ir::Value v) const { return function.type(v); }
  bool isArray(ir::Value v) const { return type(v).isArray() && !type(v).accumulator; }
  Expression expression(ir::Value v, bool typed = false);
  std::string text(ir::Value v, bool typed = false) { return expression(v, typed).text; }
  std::string limit(ir::Value count); ///< on the right of `i <`
  bool isPlainLimit(ir::Value count); ///< GCC wants the conditions of its vector loops without calls and choices
  virtual std::string constant(const ir::Constant &c, bool typed) const { return literal(c, typed); }
  Expression apply(const ir::Apply &op);
  bool needsNoJump(const ir::Apply &choice) const;
  Expression ternary(const ir::If &op);
  Expression element(ir::Value array, const std::string &indices);
  virtual Expression elementRead(const ir::Index &op);
  Expression dim(const schedule::Dim &d);
  std::string dims(llvm::ArrayRef<schedule::Dim> extents, const char *separator);
  std::string indexed(const std::string &array, llvm::ArrayRef<ir::Value> indices);
  virtual std::string handleType(ir::Value v, bool isConst) const;
  /// A call of the runtime's on whole arrays.
  virtual std::string whole(llvm::StringRef function, const std::string &arguments);
  virtual std::string memoryCall(llvm::StringRef function, const std::string &arguments);

  // Statements.cpp
  bool isIndexPart(const exec::Node &node) const;
  void nodes(const exec::Nodes &list);
  void bindName(ir::Value v, const std::string &name) { bound.set(v, {name, 0}); }
  void enterScope() {
    names.enter();
    bound.enter();
  }
  void leaveScope() {
    bound.leave();
    names.leave();
  }
  std::string freshName(ir::Value v, llvm::StringRef fallback = "");
  virtual void let(const exec::Let &n);
  virtual void bind(const exec::Bind &n);
  virtual void variable(const exec::Variable &n);
  void save(const exec::Save &n);
  void assign(const exec::Assign &n);
  void view(const exec::View &n);
  void declareView(ir::Value v, const std::string &text, const std::string &hint);
  void store(const exec::Store &n);
  void copy(const exec::Copy &n);
  std::string assigned(const std::optional<exec::Compound> &compound, ir::Value value);
  std::string writtenBy(const ir::Statement &s);
  void functionCall(const exec::Call &n);
  virtual void repeated(const ir::Repeated &op, ir::Value result);
  virtual void cell(const exec::Cell &n);
  virtual void read(const exec::Read &n);
  virtual void launch(const exec::Launch &n);

  // Memory.cpp
  void alloc(const exec::Alloc &a);
  std::string declareMemory(const exec::Alloc &a, const std::string &init = "");
  std::string row(const exec::Alloc &a);
  void declareCopy(const exec::Alloc &a);
  void fill(const exec::Alloc &a);
  std::string extents(const exec::Alloc &a);
  virtual void slot(const exec::Slot &s);
  virtual void declareReturned(const std::string &container, const std::string &name, const exec::Alloc &a, const ReturnedArray &returned);
  void swap(const exec::Swap &s);
  void put(const exec::Put &p);
  virtual std::string sameShape(const std::string &a, const std::string &b);

  // SeedGuards.cpp
  bool triesWithoutGuards() const;
  Text bodyPiece() const;
  virtual bool mayTryWithoutGuards() const { return true; }
  void lookAtResults();
  void leaveAtNaN(llvm::ArrayRef<std::string> numbers);

  // Checks.cpp
  void check(const ir::Check &op);
  std::string exitOf(const ir::Check &op);
  std::optional<std::pair<ir::Value, ir::Value>> comparedExtents(ir::Value condition) const;
  virtual bool canSay(ir::Value) const { return true; }
  virtual void fail(const ir::Check *op, const std::string &message, const std::string &numbers);
  virtual void leave();
  void returnEarly();

  // Control.cpp
  virtual void branch(const exec::Branch &b);
  virtual void iterations(const exec::For &l);
  virtual std::string tripsOf(const exec::For &l); ///< of a counted loop
  virtual std::string loopHint(const exec::For &l); ///< a macro in front of it; empty where there is none
  virtual bool hasLanes() const { return true; } ///< loops run in vector lanes
  virtual std::string iterationScope(const std::string &name);
  static std::string negated(const Expression &e);

  // Lanes.cpp
  bool hasLaneForm(const exec::For &l);
  bool hasLaneForm(const exec::Reduce &r);
  bool addsSumsOfLanes(const exec::For &l);
  bool beginsAtZero(const exec::Reduce &r) const;
  bool isOverLanes(const exec::For &l) const;
  bool isForLanes(const exec::For &l) const;
  bool isBesideElements(const exec::For &l) const;
  static bool isFree(const exec::For &l);
  std::optional<std::int64_t> knownCount(const exec::For &l) const;
  static bool writesElements(const exec::For &l);
  bool isOneBlock(const exec::For &l) const;
  bool isShort(const exec::Reduce &r) const;
  bool hasLaneForm(const exec::Node &node) const;
  bool hasLaneForm(const ir::Apply &op) const;
  Text ofLanes(ir::Value counter, const std::string &lane, llvm::function_ref<void()> body, bool deeper = true);
  void lanes(const exec::For &l);
  void sumsOfLanes(const exec::Reduce &node);
  void addSumsOfLanes(const exec::For &l);
  bool sumsBesideElements(const exec::For &l) const;
  void sumBesideElements(const exec::For &l);
  static const char *kindOfSum(const exec::For &l);
  std::string sumOver(const exec::For &l, bool isOne) const;
  void put(const exec::Store &n);

  // Soacs.cpp
  struct Lambda {
    Text body;
    std::string parameters; ///< "soac::index i, soac::workspace &scratch"
  };
  virtual void map(const exec::For &node);
  virtual void reduce(const exec::Reduce &node);
  std::string handles(llvm::ArrayRef<ir::Value> accumulators);
  std::string rowHint(ir::Value array) const;
  std::string tuple(llvm::ArrayRef<ir::Value> values);
  std::string tupleType(llvm::ArrayRef<ir::Value> values) const;
  std::string commaSeparated(llvm::ArrayRef<ir::Value> values);
  Lambda lambda(const exec::For &node, const ir::Block &fn, std::size_t returned, bool ofLanes);
  const char *capture(const exec::For &node) const;
  void callSkeleton(const std::string &call, const exec::For &node, const Lambda &f, const std::string &returned);
  std::string work(const exec::Work &work);

  // Prefixes.cpp
  virtual void scan(const exec::Scan &node);
  virtual void bins(const exec::Bins &node);
  std::string elementsLambda(llvm::ArrayRef<exec::Elements> sources);
  std::string elementTuple(llvm::ArrayRef<ir::Value> arrays) const;
  std::string operatorLambda(const ir::Block &op, const exec::Nodes &combine);

  // Invokes.cpp
  virtual void invoke(const ir::Invoke &op, const ir::Statement &s);
  virtual void afterCall(bool mayHaveFailed);

  // OutsideCalls.cpp
  void outsideCall(const ir::Call &op, const ir::Statement &s);
  std::string outsideArgument(const interface::OutsideFunction::Parameter &p, llvm::ArrayRef<ir::Value> values, std::string &object);
  std::string lent(const interface::CxxType &t, ir::Value v);
  void fillObject(const interface::CxxType &t, const std::string &object, llvm::ArrayRef<ir::Value> values);
  void takeLeaves(const interface::CxxType &t, const std::string &object, llvm::ArrayRef<ir::Value> into);

  // Edges.cpp
  void leaves(const interface::CxxType &t, Leaf leaf, std::vector<Leaf> &into) const;
  std::vector<Leaf> leaves(const interface::CxxType &t, const std::string &base) const;
  std::string parameter(const interface::CxxParameter &p);
  unsigned numberOf(const interface::CxxParameter &p) const { return static_cast<unsigned>(&p - face.parameters.data()); }
  virtual std::string unpackedScalar(ir::Value v, const std::string &name, const std::string &argument);
  void unpackParameter(const interface::CxxParameter &p, const std::string &argument);
  void unpackDistance(const interface::CxxParameter &p, const std::string &argument);
  static std::string projection(const std::string &to);
  std::string packed(const Leaf &leaf, const char *how, const std::string &first);
  virtual const char *nameOfMemory() const { return "workspace"; }
  virtual std::string frameLine(const std::string &workspace) const;
  virtual std::vector<Leaf> leavesOf(const interface::CxxParameter &p, const std::string &argument) const;
  virtual std::string argumentHandle(const Leaf &leaf, bool isWritten);
  static Leaf rowsOf(Leaf leaf, unsigned dimension);
  std::string argumentRows(const interface::OwnRows &own, const std::vector<Leaf> &all);
  void unpackRows(const interface::CxxParameter &p, const std::vector<Leaf> &all);
  std::string callOfRows(llvm::ArrayRef<std::string> arguments);
  virtual std::string argumentPack(const Leaf &leaf);
  virtual void compareArguments(llvm::ArrayRef<std::string>) {} ///< at entry, by name
  Definition define(llvm::ArrayRef<std::string> arguments, const Text &check, const Text &body);

  // Results.cpp
  struct Output;
  std::vector<Output> outputs(llvm::ArrayRef<std::string> arguments);
  void writeArray(const Output &o);
  virtual std::string heldResult() const { return "const auto "; }
  virtual std::string heldScalar(ir::Value, const std::string &text) { return text; }
  virtual std::string writtenBack(const std::string &array, const std::string &argument, const std::string &name, ir::Value v,
                                  bool isPointer);
  virtual std::string writtenScalar(const std::string &argument, ir::Value v, const std::string &text, bool isAdded);
  void writeOutputs(llvm::ArrayRef<std::string> arguments);
  void placeResults(const interface::CxxType &t, std::size_t &next);
  std::string assignedRecord(const interface::CxxType &t, std::size_t &next);
  void cutRows(llvm::ArrayRef<interface::OwnRows> rows, const std::vector<Leaf> &all, std::size_t first);
  virtual std::string returnedScalar(const interface::CxxType &t, ir::Value v, bool isWhole);
  virtual std::string returnedCopy(const interface::CxxType &t, ir::Value v);
  virtual std::string resultValue(const interface::CxxType &t, std::size_t &next, bool isWhole);

  // ArgumentList.cpp
  std::string memberOf(const ArgumentMemory &memory, std::string object) const;
  void listArguments();
  std::vector<std::string> entriesOf(const ArgumentMemory &memory);
  const ArgumentMemory *shareable(unsigned parameter, unsigned leaf) const;
  void borrowSum(ir::Value v, const std::string &name, const Leaf &leaf, const ArgumentMemory &memory);
  std::string writtenSum(const Leaf &leaf, const std::string &text, ir::Value input, const ArgumentMemory &memory);
};

/// True for scalar types that need no explicit conversion.
bool isArithmetic(llvm::StringRef spelling);
/// Is some leaf of the parameter written?
/// Is it an object, not a reference or a pointer? Functions for rows that differ in length get a reference to it.
bool isGivenWhole(const interface::CxxParameter &p);
/// The argument in a call of such a function.
std::string handedOn(const interface::CxxParameter &p, const std::string &argument);
bool isOutput(const interface::CxxParameter &p);
bool isIdentifier(llvm::StringRef text);

/// Member `k` of a record.
std::string member(const interface::CxxType &record, std::size_t k, const std::string &object);

} // namespace soac::emit
