#include "schedule/Size.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/MathExtras.h>

#include <cmath>

namespace soac::schedule {

struct Size::Atom {
  enum Kind { Name, Counter, Sum, Minimum, Maximum, Quotient, QuotientUp, Root } kind = Name;
  std::string text;
  std::vector<Size> operands; ///< Counter: its count
  unsigned degree = 0;        ///< Root
};

Size::Size(std::int64_t constant) : sum(constant) {}

Size Size::of(Atom atom) {
  Size result;
  const std::string text = atom.text;
  result.sum = Sum(text);
  result.atoms[text] = std::make_shared<const Atom>(std::move(atom));
  return result;
}

Size Size::named(const std::string &name) { return of({Atom::Name, name, {}}); }

Size Size::counter(const std::string &name, const Size &count) { return of({Atom::Counter, name, {count}}); }

Size Size::minimum(const Size &a, const Size &b) {
  if (a.isAtLeast(b))
    return b;
  if (b.isAtLeast(a))
    return a;
  return of({Atom::Minimum, "min(" + a.text() + ", " + b.text() + ")", {a, b}});
}

Size Size::maximum(const Size &a, const Size &b) {
  if (a.constant() == 0 || b.constant() == 0)
    return a.constant() == 0 ? b : a;
  if (a.isAtLeast(b))
    return a;
  if (b.isAtLeast(a))
    return b;
  // max(.., 1) of a number of strips or snapshots: sizes are taken to be at least 1, so the number is, too.
  if (const Atom *atom = a.onlyAtom(); atom && b.constant() == 1) {
    const auto isPositive = [](const Size &s) { return s.constant() && *s.constant() > 0; };
    if (atom->kind == Atom::Root || (atom->kind == Atom::Minimum && llvm::any_of(atom->operands, isPositive)))
      return a;
  }
  return of({Atom::Maximum, "max(" + a.text() + ", " + b.text() + ")", {a, b}});
}

Size Size::quotient(const Size &a, const Size &b) {
  if (b.constant() == 1)
    return a;
  if (a.constant() && b.constant() && *b.constant() != 0)
    return *a.constant() / *b.constant();
  // (x + b - 1) / b is x / b rounded up.
  if (const Size x = a - b + 1; x.sum.terms().size() < a.sum.terms().size())
    return quotientUp(x, b);
  return of({Atom::Quotient, a.factorText() + "/" + b.factorText(), {a, b}});
}

Size Size::quotientUp(const Size &a, const Size &b) {
  if (b.constant() == 1)
    return a;
  if (a.constant() && b.constant() && *b.constant() > 0)
    return (*a.constant() + *b.constant() - 1) / *b.constant();
  return of({Atom::QuotientUp, "ceil(" + a.factorText() + "/" + b.factorText() + ")", {a, b}});
}

Size Size::root(const Size &a, unsigned degree) {
  return of({Atom::Root, "ceil(" + a.factorText() + "^(1/" + std::to_string(degree) + "))", {a}, degree});
}

Size Size::of(Sum sum, const Size &a, const Size &b) {
  Size result;
  for (const auto &[product, coefficient] : sum.terms())
    for (const std::string &text : product)
      result.atoms[text] = a.atoms.contains(text) ? a.atoms.at(text) : b.atoms.at(text);
  result.sum = std::move(sum);
  return result;
}

/// count - 1 - i is a counter as well, which counts downwards.
Size Size::turned(Size size) {
  for (const auto &[text, atom] : size.atoms) {
    if (atom->kind != Atom::Counter)
      continue;
    const Size count = of(size.sum + Sum(text) + 1, size, size);
    if (count == atom->operands[0])
      return counter("down " + text, count);
  }
  return size;
}

Size operator+(const Size &a, const Size &b) { return Size::turned(Size::of(a.sum + b.sum, a, b)); }
Size operator-(const Size &a, const Size &b) { return Size::turned(Size::of(a.sum - b.sum, a, b)); }

/// (n - 1)*m stays a product, which is easier to read; 2*(n - 1) is 2*n - 2.
Size operator*(const Size &a, const Size &b) {
  const auto factor = [](const Size &s, const Size &other) {
    return s.isSum() && !other.constant() ? Size::of({Size::Atom::Sum, s.factorText(), {s}}) : s;
  };
  const Size x = factor(a, b), y = factor(b, a);
  return Size::of(x.sum * y.sum, x, y);
}

std::optional<std::int64_t> Size::constant() const {
  return sum.isConstant() ? std::optional(sum.constant()) : std::nullopt;
}

bool Size::isName() const {
  const Atom *atom = onlyAtom();
  return atom && atom->kind == Atom::Name;
}

const Size::Atom *Size::onlyAtom() const {
  return atoms.size() == 1 && sum == Sum(atoms.begin()->first) ? atoms.begin()->second.get() : nullptr;
}

/// True when no term is negative, except for a constant that the other terms outweigh when every size is at least 1.
bool Size::isPositive() const {
  std::int64_t least = 0;
  for (const auto &[product, coefficient] : sum.terms()) {
    if (coefficient < 0 && !product.empty())
      return false;
    const bool isLarge = llvm::all_of(product, [&](const std::string &text) {
      const Atom::Kind kind = atoms.at(text)->kind;
      return kind == Atom::Name || kind == Atom::Root || kind == Atom::QuotientUp;
    });
    least += isLarge ? coefficient : 0;
  }
  return least >= 0;
}

/// Certainly >= other: the difference is not negative; a power of a root is at least the root; a size is at least its
/// root; minima and maxima by their operands, first where all operands are compared, so that two maxima of m and n
/// operands take m n comparisons.
bool Size::isAtLeast(const Size &other) const {
  if (of(sum - other.sum, *this, other).isPositive())
    return true;
  const Atom *mine = onlyAtom(), *atom = other.onlyAtom();
  if (atom && atom->kind == Atom::Maximum)
    return llvm::all_of(atom->operands, [&](const Size &operand) { return isAtLeast(operand); });
  if (mine && mine->kind == Atom::Minimum)
    return llvm::all_of(mine->operands, [&](const Size &operand) { return operand.isAtLeast(other); });
  if (mine && mine->kind == Atom::Maximum &&
      llvm::any_of(mine->operands, [&](const Size &operand) { return operand.isAtLeast(other); }))
    return true;
  if (!atom)
    return false;
  if (sum.terms().size() == 1 && sum.terms().begin()->second >= 1 &&
      llvm::is_contained(sum.terms().begin()->first, atom->text) &&
      llvm::all_of(atoms, [](const auto &each) { return each.second->kind == Atom::Root; }))
    return true;
  if (atom->kind == Atom::Root)
    return isAtLeast(atom->operands[0]);
  return atom->kind == Atom::Minimum &&
         llvm::any_of(atom->operands, [&](const Size &operand) { return isAtLeast(operand); });
}

std::optional<std::int64_t> Size::at(const Known &known) const {
  const auto valueOf = [&](const Atom &atom) -> std::optional<std::int64_t> {
    if (atom.kind == Atom::Name || atom.kind == Atom::Counter) {
      const auto found = known.find(atom.text);
      return found == known.end() ? std::nullopt : std::optional(found->second);
    }
    const std::optional<std::int64_t> a = atom.operands[0].at(known);
    const std::optional<std::int64_t> b = atom.operands.size() > 1 ? atom.operands[1].at(known) : 0;
    if (!a || !b)
      return std::nullopt;
    switch (atom.kind) {
    case Atom::Minimum: return std::min(*a, *b);
    case Atom::Maximum: return std::max(*a, *b);
    case Atom::Quotient: return *b == 0 ? 0 : *a / *b;
    case Atom::QuotientUp: return *b == 0 ? 0 : *a / *b + (*a % *b > 0);
    case Atom::Root: // as the generated code computes it
      return static_cast<std::int64_t>(std::ceil(std::pow(static_cast<double>(*a), 1.0 / atom.degree)));
    default: return a;
    }
  };
  std::int64_t total = 0;
  for (const auto &[product, coefficient] : sum.terms()) {
    std::int64_t value = coefficient;
    for (const std::string &text : product) {
      const std::optional<std::int64_t> factor = valueOf(*atoms.at(text));
      if (!factor || llvm::MulOverflow(value, *factor, value))
        return std::nullopt;
    }
    if (llvm::AddOverflow(total, value, total))
      return std::nullopt;
  }
  return total;
}

/// The largest or smallest value over all counters, term by term.
Size Size::bound(bool isUpper) const {
  const auto boundOf = [](const Atom &atom, bool up) -> Size {
    switch (atom.kind) {
    case Atom::Name: return of(atom);
    case Atom::Counter: return up ? atom.operands[0].bound(true) - 1 : Size(0);
    case Atom::Sum: return atom.operands[0].bound(up);
    case Atom::Minimum: return minimum(atom.operands[0].bound(up), atom.operands[1].bound(up));
    case Atom::Maximum: return maximum(atom.operands[0].bound(up), atom.operands[1].bound(up));
    case Atom::Quotient: return quotient(atom.operands[0].bound(up), atom.operands[1].bound(!up));
    case Atom::QuotientUp: return quotientUp(atom.operands[0].bound(up), atom.operands[1].bound(!up));
    case Atom::Root: return root(atom.operands[0].bound(up), atom.degree);
    }
    return 0;
  };
  Size result;
  for (const auto &[product, coefficient] : sum.terms()) {
    Size term = 1;
    for (const std::string &text : product)
      term = term * boundOf(*atoms.at(text), isUpper == (coefficient > 0));
    result = result + term * coefficient;
  }
  return result;
}

void Size::addNames(std::set<std::string> &names) const {
  for (const auto &[text, atom] : atoms) {
    if (atom->kind == Atom::Name)
      names.insert(text);
    for (const Size &operand : atom->operands)
      operand.addNames(names);
  }
}

std::string Size::factorText() const {
  const bool isFactor = sum.isConstant() || onlyAtom();
  return isFactor ? text() : "(" + text() + ")";
}

std::string Size::text() const {
  if (sum.terms().empty())
    return "0";
  std::vector<std::pair<Sum::Monomial, std::int64_t>> ordered(sum.terms().begin(), sum.terms().end());
  llvm::stable_sort(ordered, [](const auto &a, const auto &b) {
    return a.first.size() != b.first.size() ? a.first.size() > b.first.size() : a.second > 0 && b.second < 0;
  });
  std::string result;
  for (const auto &[product, coefficient] : ordered) {
    const std::int64_t magnitude = coefficient < 0 ? -coefficient : coefficient;
    std::string term = magnitude != 1 || product.empty() ? std::to_string(magnitude) : "";
    for (auto at = product.begin(); at != product.end();) {
      const auto next = std::find_if(at, product.end(), [&](const std::string &other) { return other != *at; });
      term += (term.empty() ? "" : "*") + *at + (next - at > 1 ? "^" + std::to_string(next - at) : "");
      at = next;
    }
    result += result.empty() ? (coefficient < 0 ? "-" : "") : (coefficient < 0 ? " - " : " + ");
    result += term;
  }
  return result;
}

} // namespace soac::schedule
