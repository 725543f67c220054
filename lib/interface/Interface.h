// The C++ face of a function: how the parameters and results that a user sees flatten into IR values.
//
// Inside, a record is a tuple of values and an array of records a tuple of arrays (one per scalar leaf). The frontend
// describes the user's layout here; the emitter unpacks parameters into dense row-major arrays and packs results.
#pragma once

#include "ir/Function.h"

#include <memory>

namespace soac::interface {

using ir::Function;
using ir::Value;
using ir::Values;
using types::Scalar;
using types::Type;

/// Vectors inside of containers, a dimension of the arrays of some leaves.
struct RowDimension {
  unsigned dimension;
  unsigned firstLeaf, leaves;
  friend bool operator==(const RowDimension &, const RowDimension &) = default;
};

/// How one C++ type flattens. Its leaves, in declaration order, depth first, are the IR values: the leaf of an array of
/// rank r has r dimensions more than the leaf of its element.
struct CxxType {
  enum class Kind : std::uint8_t { Void, Scalar, Record, Array };
  enum class Container : std::uint8_t {
    View,       ///< soac::view<T, R>
    Array,      ///< soac::array<T, R>
    StdVector,  ///< std::vector<T>
    StdDeque,   ///< std::deque<T>
    StdSpan,    ///< std::span<T>
    StdArray,   ///< std::array<T, N>; extent is static
    CArray,     ///< T[N]; extent is static
    Pointer,    ///< T *: rank 1, its extent is what the function touches; fixed arrays in T count as part of that dimension
  };
  struct Field;

  Kind kind = Kind::Void;
  std::string spelling;              ///< fully qualified, without reference; const only where it is part of the type (view<const T, R>)
  Scalar scalar = Scalar::F64;       ///< Scalar: how it computes (an enum has its underlying type)
  Container container = Container::View; ///< Array
  unsigned rank = 1;                 ///< Array
  std::int64_t staticExtent = -1;    ///< StdArray, CArray
  std::shared_ptr<const CxxType> element; ///< Array
  std::string pointee;               ///< Pointer: what it points to, without const
  unsigned rowRank = 0;              ///< Pointer to C arrays, whose elements count as one array: how many dimensions they have
  std::vector<Field> fields;         ///< Record
  bool isTuple = false;              ///< Record: std::tuple or std::pair (members are std::get<i>)
  bool isComplex = false;            ///< Record: std::complex
  bool isTriviallyCopyable = false;  ///< Record: a copy of its bytes is a copy of it
  unsigned rows = 0; ///< Record, on a device: it stands for an array of so many dimensions, which its members share
  /// Record with constructors of its own: how generated code makes one.
  enum class Making : std::uint8_t {
    Members,    ///< from its members in braces
    Assignment, ///< by its default constructor, then member by member
    None,       ///< not at all
  };
  Making making = Making::Members;
  bool isIterator = false;           ///< Pointer: an iterator of a container whose elements lie one behind the other

  /// The types of the leaves, in order.
  llvm::SmallVector<Type, 4> leaves() const;
  /// Those in the type, the outer ones first.
  llvm::SmallVector<RowDimension, 2> rowDimensions() const;
  /// Per leaf, the pointer behind which it lies; null where there is none.
  llvm::SmallVector<const CxxType *, 4> pointers() const;
};

struct CxxType::Field {
  std::string name; ///< the member's name, or its index for a tuple
  CxxType type;     ///< Void for a member that has no value in generated code: a string, a function
};

/// Elements behind a pointer that a function touches: number first + i * step + j * .., i < count, .. The numbers are results
/// of the IR function, made of its scalar parameters alone.
struct PointerAccess {
  struct Dimension {
    unsigned count, step;
    friend bool operator==(const Dimension &, const Dimension &) = default;
  };
  bool isWritten = false;
  bool isPartial = false; ///< there are others that are not known; they count as one of the first element
  unsigned first = 0;
  llvm::SmallVector<Dimension, 4> dimensions; ///< outermost first
};

/// Rows that may differ in length. The arrays have room for the longest one.
struct OwnRows {
  RowDimension rows;
  Value lengths;   ///< of a parameter: the IR parameter with the length of each, i64; unset where nothing asks
  int output = -1; ///< of a result: the IR result with the length of each
};

struct CxxParameter {
  std::string name;
  std::string spelling;  ///< the declared type, as generated code writes it: "soac::view<const double, 2>", "const P &", "double &"
  CxxType type;          ///< what it refers to
  Values inputs;         ///< per leaf: the IR parameter that gets its value at entry; empty when it is not read
  llvm::SmallVector<int, 4> outputs; ///< per leaf: the IR result that is written back, -1 for none; empty when none is
  Value isPresent;       ///< the IR parameter that says whether the pointer is not null, a bool; unset where nothing asks
  Value distance;        ///< the IR parameter that says how many elements after `from` it points, i64; unset where nothing asks
  unsigned from = 0;     ///< with `distance`: the parameter that points into the same array
  /// Per leaf: it only receives a sum. Of a scalar the output is what is added, of an array what it holds afterwards. Empty
  /// when none does.
  llvm::SmallVector<bool, 4> isSum;
  static constexpr int ofResult = -2;
  int derivativeOf = -1; ///< of adjoints and tangents: the parameter that they belong to, or `ofResult`
  /// Pointers that are no derivatives, per leaf: what the function touches; empty when not known.
  std::vector<std::vector<PointerAccess>> accesses;
  std::vector<OwnRows> rows; ///< empty where all rows have one length
};

/// A function of the user's that generated code calls as it is. The arguments of the `Call` are the leaves of the
/// parameters; its results those of the result, then, in order, of the parameters that are written.
struct OutsideFunction {
  struct Parameter {
    std::string spelling; ///< as in CxxParameter
    CxxType type;
    bool isWritten = false;
  };
  std::string name;        ///< "a::f"
  std::string declaration; ///< what the generated source says where no header declares it
  bool isVariable = false; ///< not a function: the call reads it
  std::vector<Parameter> parameters;
  CxxType result;
};

/// One C++ function to write, and what it computes.
struct CxxFunction {
  std::string nameSpace;             ///< "a::b"; empty for the global one
  std::string name;                  ///< "cost_vjp"
  std::string comment;               ///< one or more lines for the declaration: what it returns, from which function, where
  std::vector<CxxParameter> parameters;
  CxxType result;                    ///< Kind::Void when nothing is returned
  llvm::SmallVector<unsigned, 4> results; ///< per leaf of `result`: the IR result
  std::vector<OwnRows> rows;         ///< of the result; empty where all rows have one length
  bool returnsRows = false;          ///< rows of the result may differ though those of parameters do not
  /// The function that takes its place where rows differ in length; empty where that is the same.
  std::string ofRows;
  bool isOfRows = false;             ///< it is such a function: internal to the generated source, and for the host alone
  /// It is a plain derivative, whose form with a last `soac::workspace &` is an overload. That of an operator has a
  /// name of its own (`nameWithMemory`), and is written where it takes memory.
  bool isPlain = false;
  bool mayRepeat = false;            ///< other source files may define the same function (it comes from a header): weak linkage
  /// It belongs to a function with C linkage and has it, too, with pointers for references to derivatives; the overload
  /// with a workspace has not.
  bool isExternC = false;
  /// Of a plain derivative: the source defines the function itself as a template or inline, and no header does, so that a
  /// compiler keeps it only where the source calls it.
  bool isPrimalDiscardable = false;
  Function function;
  std::optional<Function> onDevice; ///< the function as it is optimised for a device, where that is asked for
};

/// "double", "soac::index", "std::uint8_t".
const char *spelling(Scalar s);

/// Of the form that takes a `soac::workspace &`: "cost_vjp", "cost_gradient_with".
std::string nameWithMemory(const CxxFunction &f);

/// "a::b::cost_vjp"
std::string qualifiedName(const CxxFunction &f);

/// `soac::implementation<operatorType>` forwards to the function: how `soac::vjp<f>` finds its generated code.
struct OperatorBinding {
  std::string operatorType;          ///< "soac::vjp_t<&cost, soac::wrt<1>>"
  std::string function;              ///< "soac_generated_kmeans::cost_vjp_1"
  bool mayRepeat = false;            ///< other generated headers may bind the same operator (its function comes from a header)
};

/// Everything that is written for one source file.
struct Unit {
  std::string source;                ///< the file's name without directories: "kmeans.cpp"
  std::vector<std::string> includes; ///< what the generated header includes: "#include <vector>"
  std::vector<std::string> inlineNamespaces; ///< those that functions are in: "a::v1"
  std::vector<std::string> macros;   ///< names that the source's headers define, which generated code avoids
  bool isForDevice = false;          ///< also as CUDA
  bool isDeterministic = false;      ///< sums do not depend on the number of threads (soac/runtime/parallel.hpp)
  bool isStrictMath = false;         ///< no vector variants of functions (soac/runtime/vector_math.hpp)
  bool configuresLibrary = false;    ///< a header of the source's sets the library up, and comes before it
  std::vector<std::string> declarations; ///< of functions with internal linkage that bindings name: "static double f(double);"
  std::vector<CxxFunction> functions;
  std::vector<OperatorBinding> bindings;
};

/// A parameter of the overload with C linkage: a pointer for a reference to a derivative.
std::string cSpelling(const CxxParameter &parameter);
/// Is it such a pointer?
bool isPointerInC(const CxxParameter &parameter);

/// How a namespace is reopened ("namespace a::inline v1 {") and closed.
struct NamespaceLines {
  std::string open, close;
};
NamespaceLines linesOf(const std::string &nameSpace, llvm::ArrayRef<std::string> inlineNamespaces);

} // namespace soac::interface
