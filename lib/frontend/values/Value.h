// The form of a C++ value while it is lowered.
//
// A C++ type flattens to leaves (`Layout`). Most leaves are IR values; the others are known while lowering and have no
// run-time form of their own: what a reference, pointer or view refers to, which function a function pointer names.
// A value of the type is one entry per leaf (`FValue`). A record is the sequence of its members' leaves, and an array of
// records one IR array per leaf of the record, whose first dimensions are the array's. A lambda's closure is the record
// of its captures, so its static type says what to call.
//
// Every variable is a run of slots, one per leaf; a `Location` is an lvalue: some slots and how to walk into them.
#pragma once

#include "frontend/values/LibraryClasses.h"
#include "interface/Interface.h"

#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Type.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace soac::frontend {

/// How a C++ type flattens; one object per canonical type, made by `Types`.
struct Layout {
  enum class Kind : std::uint8_t {
    Void,
    Scalar,      ///< 1 leaf
    Record,      ///< class, tuple, pair, closure: the leaves of bases and members in order
    Array,       ///< owns its elements: soac::array, std::vector, std::array, T[N]; the leaves of the element, `rank` higher
    View,        ///< soac::view, std::span, std::initializer_list: 1 target leaf (the location of an array of equal rank)
    Pointer,     ///< T *, iterators of arrays: a target leaf and an i64 offset leaf, in elements
    Reference,   ///< T &, T &&: 1 target leaf
    Function,    ///< function pointer or reference, std::function, pointer to member: 1 target leaf
    Unsupported, ///< no leaves; `reason` says why
  };
  struct Field {
    std::string name;
    const clang::NamedDecl *decl = nullptr; ///< FieldDecl, or the base's CXXRecordDecl; null for a tuple
    const Layout *layout = nullptr;
    unsigned firstLeaf = 0;
  };
  struct LeafType {
    bool isTarget = false;
    ir::Type type; ///< of an IR leaf
  };
  using Container = interface::CxxType::Container;

  Kind kind = Kind::Unsupported;
  clang::QualType type;              ///< canonical, without const
  ir::Scalar scalar = ir::Scalar::F64;
  Container container = Container::View; ///< Array, View
  unsigned rank = 0;                 ///< Array, View: dimensions of its own
  std::int64_t staticExtent = -1;    ///< std::array, T[N]
  const Layout *element = nullptr;    ///< of Array, View: the element; of Pointer, Reference: what it refers to
  std::vector<Field> fields;         ///< Record
  LibraryClass library = LibraryClass::None; ///< of the standard library's and soac's classes: which one
  std::string reason;                ///< Unsupported
  std::vector<LeafType> leaves;
  bool isData = false;               ///< every leaf is an IR value

  bool isArrayLike() const { return kind == Kind::Array || kind == Kind::View; }
  bool isTuple() const { return library == LibraryClass::Tuple || library == LibraryClass::Pair; }
  bool isOptional() const { return library == LibraryClass::Optional; }
  bool isComplex() const { return library == LibraryClass::Complex; }
  bool isVector() const { return library == LibraryClass::Vector || library == LibraryClass::Deque; }
  bool isOwner() const { return library == LibraryClass::UniquePtr; } ///< std::unique_ptr<T[]>
};

/// The pointee of a pointer to C arrays of numbers, `T (*)[N][M]`.
struct Rows {
  const Layout *element;                        ///< T
  llvm::SmallVector<std::int64_t, 2> extents;  ///< N, M
};
std::optional<Rows> rowsOf(const Layout *pointer);

/// For each leaf of a number or record, the extents of the fixed arrays that it is in.
using LeafExtents = llvm::SmallVector<llvm::SmallVector<std::int64_t, 2>, 4>;
LeafExtents fixedExtents(const Layout *layout);

struct Target;
struct ExpressionText;

/// Of an array whose rows differ in length: how many elements each has of `dimension`, an array of the dimensions in front.
struct RowLengths {
  unsigned dimension;
  ir::Value lengths;
  friend bool operator==(const RowLengths &, const RowLengths &) = default;
};

/// One leaf of a value: an IR value, or a target, or nothing where it has no value (yet).
struct Leaf {
  ir::Value value;
  std::shared_ptr<const Target> target;
  llvm::SmallVector<RowLengths, 1> rows = {}; ///< of a copy, for its dimensions from the second on; none: all are of one length
  friend bool operator==(const Leaf &, const Leaf &) = default;
};

/// A C++ value. Without a shape it is the result of something refused; every consumer passes it on silently.
struct FValue {
  const Layout *layout = nullptr;
  llvm::SmallVector<Leaf, 2> leaves;

  explicit operator bool() const { return layout != nullptr; }
  bool isScalar() const { return layout && layout->kind == Layout::Kind::Scalar; }
  bool isRecord() const { return layout && layout->kind == Layout::Kind::Record; }
  bool isArrayLike() const { return layout && layout->isArrayLike(); }
  FValue field(unsigned index) const; ///< of a record
  ir::Values values() const;          ///< the IR leaves in order
};

/// One dimension of the arrays that a location walks into: an index, or a range that is an axis of the object.
struct Dimension {
  bool isFixed = true;
  ir::Value start;       ///< the index; of a range its first index, unset is 0
  ir::Value count;       ///< of a range; unset is the whole extent
  std::int64_t step = 1; ///< of a range
  unsigned axis = 0;     ///< of a range: which dimension of the object it is
  friend bool operator==(const Dimension &, const Dimension &) = default;
};

/// A one-dimensional array looked at as one of these extents, row-major, from `start` on.
struct Grid {
  ir::Value start;
  llvm::SmallVector<ir::Value, 3> extents;
};

struct Choice;

/// An lvalue: the object of type `layout` whose leaves are in `slots` under `dimensions`. These are the first
/// dimensions of every slot's value; the object's further dimensions are the rest, in order.
struct Location {
  const Layout *layout = nullptr;
  llvm::SmallVector<unsigned, 4> slots;
  llvm::SmallVector<Dimension, 2> dimensions;
  std::shared_ptr<const Grid> grid = nullptr; ///< the dimensions are those of the grid, and the slots' arrays have one instead
  std::shared_ptr<const Choice> choice = nullptr; ///< one of two objects; there are no slots and dimensions then
  std::shared_ptr<const Location> derived = nullptr; ///< of a base subobject: the object that it is the base of

  explicit operator bool() const { return layout != nullptr; }
  friend bool operator==(const Location &a, const Location &b) {
    return a.layout == b.layout && a.slots == b.slots && a.dimensions == b.dimensions && a.grid == b.grid &&
           a.choice == b.choice;
  }
};

/// `condition ? yes : no`, both of the location's shape.
struct Choice {
  ir::Value condition; ///< bool
  Location yes, no;
};

/// The referent of a target leaf: a location (of a callable object where the leaf is a function's), a function, a member of
/// the objects of a class, or the text that an argument is.
struct Target {
  Location location;
  const clang::FunctionDecl *function = nullptr;
  const clang::FieldDecl *member = nullptr;
  std::shared_ptr<const ExpressionText> text = nullptr;
};

} // namespace soac::frontend
