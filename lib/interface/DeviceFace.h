// The C++ face of a function whose arrays are in a device's memory.
//   tuple<double, array<double, 1>> f(double s, view<const double, 1> x)
//   ->   tuple<cuda::scalar<double>, cuda::array<double, 1>> f(const cuda::on &place, double s, cuda::view<const
//   double, 1> x)
//
// A record or tuple that holds arrays has the form of its members, one by one. Of `struct data { std::vector<double> x;
// double k; }`:
//   read               const cuda::views<data> &    a record with  cuda::view<const double, 1> x;  double k;
//   written, returned  cuda::arrays<data>           a record with  cuda::array<double, 1> x;  cuda::scalar<double> k;
// The generated header defines these records (interface/DeviceRecords.h).
//
// An array of such records, or of tuples, is a struct of arrays: std::vector<data> is, read, a const cuda::views<data,
// 1> & with cuda::view<const double, 2> x;  cuda::view<const double, 1> k;  a view of std::tuple<double, int> is a
// tuple of two views.
//
// A C array double[3] is, read, a const cuda::given<double[3]> &, written a cuda::scalar<std::array<double, 3>> &; as a
// member of `views` it is a std::array<double, 3>.
#pragma once

#include "interface/Interface.h"

#include <optional>

namespace soac::interface {

/// The face, without the place, which is its first parameter everywhere. None where a type has no form on a device; `why`
/// says which.
std::optional<CxxFunction> deviceFace(const CxxFunction &f, std::string &why);

/// Of an array of tuples, or of records that hold arrays or cannot be copied byte by byte: the tuple or record with an
/// array for each member. The spelling of a record is that of the element and of the number of dimensions: "data, 1".
std::optional<CxxType> structOfArrays(const CxxType &t);

/// What has a form: a parameter's name, or none of the result, and what its author can do where there is none.
struct FormOf {
  std::string name;
  const char *advice;
};
/// The form of a type: `views` as a parameter that is read, else as one that is written, or as a result. False where it has
/// none; `why` says that of `what`.
bool toDeviceForm(CxxType &t, bool isRead, const FormOf &what, std::string &why);

/// Is a value of this form in the device's memory, as a view, an array or a scalar? Small data that is only read is given by
/// value.
bool isOnDevice(const CxxType &t);
/// Is it a C array that is only read, as a parameter of its own?
bool isGivenCArray(const CxxType &t);
/// Is it a record or tuple of such members, each a form of its own?
bool isMemberwise(const CxxType &t);
/// Per leaf of a form: whether it is in the device's memory.
std::vector<bool> leavesOnDevice(const CxxType &t);

} // namespace soac::interface
