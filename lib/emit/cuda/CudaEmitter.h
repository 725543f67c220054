// The CUDA text of one function: the host's part, and a function object for each kernel in front of it.
//   grid for %n: map |%i| { .. }
//   ->   struct f_map_1 { dense<const double, 1> x;  __device__ void operator()(index i, thread &scratch) const { .. } };
//        frame.map(n, 0, f_map_1{x});
#pragma once

#include "emit/FunctionEmitter.h"

namespace soac::emit {

class CudaEmitter : public FunctionEmitter {
public:
  CudaEmitter(const interface::CxxFunction &face, const ir::Function &function, llvm::ArrayRef<std::string> macros,
              schedule::Target target = schedule::Target::Device);

  /// Why the function cannot run on a device; empty where it can.
  const std::string &refusal() const { return decided.refusal; }
  /// The kernels, and the messages of their checks; when the function is emitted.
  Text kernels;
  std::vector<std::string> messages;
  /// What runs where, for a reader: a paragraph for each kernel.
  Text explanation;

protected:
  bool isInKernel = false;

  unsigned messageNumber(const std::string &text);
  std::string frameLine(const std::string &workspace) const override;

private:
  /// Of a method of a kernel. The thread's memory has no name yet.
  struct Parameter {
    std::string type, name;
    bool isThread() const { return name.empty(); }
  };
  /// What a method gets of its thread.
  static inline const Parameter ofThread = {"soac::cuda::thread &", ""};

  const exec::AccessQuery query;
  llvm::DenseMap<ir::Value, std::string> cells; ///< the handles of scalars in the device's memory
  llvm::DenseSet<ir::Value> chosen; ///< small arrays of threads of which data say which element is read
  ir::ValueSet passed; ///< what methods of a kernel are given: it is no member
  unsigned numberOfKernels = 0;

  std::string nameOfMessages() const { return face.name + "_messages"; }
  std::string shortType(ir::Value v, bool isConst) const;

  /// What a kernel is given: the values that its nodes read and write and do not make.
  struct Captured {
    ir::Value value;
    std::string member, type, outside;
  };
  std::vector<Captured> captured(const exec::Node &node, llvm::ArrayRef<ir::Value> accumulators);
  void addMessageNumbers(const exec::Nodes &nodes, const ir::ValueSet &made, ir::Values &list) const;
  struct Kernel {
    std::string name;
    std::string object;   ///< "f_map_1{x, y}"
    std::string bytes;    ///< what a thread takes
    std::string accesses; ///< "reads x; writes y"
    std::string added;    ///< the accumulators to which several threads add: "z, w"
  };
  /// `methods` gets the members to which several threads add.
  Kernel kernel(const char *kind, const exec::Node &node, llvm::ArrayRef<ir::Value> accumulators,
                llvm::function_ref<void(llvm::ArrayRef<std::string>)> methods);
  void listSums(llvm::ArrayRef<std::string> members);
  void explain(const Kernel &k, const llvm::Twine &how);
  void explainAround(const std::string &head, llvm::function_ref<void()> inside);
  void method(const std::string &result, const std::string &name, llvm::ArrayRef<Parameter> parameters,
              llvm::function_ref<void()> body);
  std::string scratch() const;
  void bytes(const exec::Nodes &nodes, std::vector<std::string> &list);
  std::string bytesOf(const exec::Nodes &nodes);

  /// The loops of a grid, and what stands in front of and behind the innermost one.
  struct Nest {
    llvm::SmallVector<const exec::For *, 3> loops;
    const exec::Node *innermost; ///< the last of them, in the body of another one
    exec::Nodes before, after;
  };
  /// The block of which a loop, map or reduction runs an iteration.
  static const ir::Block &iterationOf(const exec::For &node);
  Nest nest(const exec::For &outermost) const;
  exec::Nodes neededFor(const exec::Nodes &rest, const exec::Nodes &before) const;
  void divide(llvm::ArrayRef<const exec::For *> loops, std::string number);
  std::string iterationCount(llvm::ArrayRef<const exec::For *> loops, ir::Value n);
  std::string iterationNumber(llvm::ArrayRef<const exec::For *> loops);
  void grid(const exec::For &node, ir::Value count);
  void segments(const exec::For &node, const Nest &all, ir::Value count);
  void reduceInOrder(const exec::For &node);
  std::vector<Parameter> referencesTo(llvm::ArrayRef<ir::Value> values, const char *suffix, std::vector<std::string> &given);
  void elementOf(const exec::For &node, const std::vector<Parameter> &before, llvm::function_ref<void()> prologue);
  void combineOf(const exec::For &node);
  static std::string operatorNames(llvm::ArrayRef<exec::Operator> list);
  void loopInThread(const exec::For &node, const ir::Block &fn, llvm::function_ref<void()> atEnd);
  void combine(exec::Operator op, const std::string &into, ir::Value type, const std::string &value);
  void elementMethod(const char *name, llvm::ArrayRef<exec::Elements> sources);
  void combineMethod(const ir::Block &op, const exec::Nodes &nodes, llvm::ArrayRef<ir::Value> types);
  std::string packType(llvm::ArrayRef<ir::Value> values) const;

  std::string constant(const ir::Constant &c, bool typed) const override;
  std::string handleType(ir::Value v, bool isConst) const override;
  std::string whole(llvm::StringRef function, const std::string &arguments) override;
  std::string memoryCall(llvm::StringRef function, const std::string &arguments) override;
  void let(const exec::Let &n) override;
  void bind(const exec::Bind &n) override;
  void variable(const exec::Variable &n) override;
  void repeated(const ir::Repeated &op, ir::Value result) override;
  void cell(const exec::Cell &n) override;
  void read(const exec::Read &n) override;
  void launch(const exec::Launch &n) override;
  void slot(const exec::Slot &s) override;
  void declareReturned(const std::string &container, const std::string &name, const exec::Alloc &a,
                       const ReturnedArray &returned) override;
  bool canSay(ir::Value v) const override;
  void fail(const ir::Check *op, const std::string &message, const std::string &numbers) override;
  std::string sameShape(const std::string &a, const std::string &b) override;
  void leave() override {}
  void invoke(const ir::Invoke &op, const ir::Statement &s) override;
  void afterCall(bool mayHaveFailed) override;
  void branch(const exec::Branch &b) override;
  void iterations(const exec::For &node) override;
  bool isChosen(const ir::Index &read) const;
  bool narrowsBackwards(const ir::Block &iteration) const;
  std::string tripsOf(const exec::For &node) override;
  std::string loopHint(const exec::For &node) override;
  Expression elementRead(const ir::Index &op) override;
  void map(const exec::For &node) override;
  void reduce(const exec::Reduce &node) override;
  void scan(const exec::Scan &node) override;
  void bins(const exec::Bins &node) override;
  bool mayTryWithoutGuards() const override { return false; }
  bool hasLanes() const override { return false; }
  std::string iterationScope(const std::string &name) override;
  std::string unpackedScalar(ir::Value v, const std::string &name, const std::string &argument) override;
  std::string heldResult() const override { return "auto "; } // it is moved from
  std::string heldScalar(ir::Value v, const std::string &text) override;
  std::string writtenBack(const std::string &array, const std::string &argument, const std::string &name, ir::Value v,
                          bool isPointer) override;
  std::string writtenScalar(const std::string &argument, ir::Value v, const std::string &text, bool isAdded) override;
  static std::string leafText(const Leaf &leaf, const std::string &argument, bool isObject);
  std::vector<Leaf> formLeaves(const interface::CxxType &t, const std::string &object) const;
  std::vector<Leaf> leavesOf(const interface::CxxParameter &p, const std::string &argument) const override;
  std::string argumentHandle(const Leaf &leaf, bool isWritten) override;
  std::string argumentPack(const Leaf &leaf) override;
  void compareMembers(const interface::CxxType &t, const std::string &name, const std::string &object,
                      unsigned parameter);
  void compareArguments(llvm::ArrayRef<std::string> arguments) override;
  std::string resultValue(const interface::CxxType &t, std::size_t &next, bool isWhole) override;
  std::string returnedScalar(const interface::CxxType &t, ir::Value v, bool isWhole) override;
  std::string returnedCopy(const interface::CxxType &t, ir::Value v) override;
};

} // namespace soac::emit
