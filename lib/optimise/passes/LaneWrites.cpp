// What iterations in lanes write, behind their block: one loop over the lanes for numbers in a row; rows one after the other, each
// of which is then written as it lies.
//   p[16 b + l] = R[.., l]   ->   q = loop 16, (p) |l, r| { s = loop n, (r) |j, t| { update t[16 b + l, j] = R[j, l] }  yield s }
#include "optimise/passes/LaneBlock.h"

namespace soac::optimise {

using namespace ir;

Values BlockBody::write(llvm::ArrayRef<WrittenElement> places, llvm::ArrayRef<Value> arrays, Builder &out) {
  Values now(arrays);
  while (!places.empty()) {
    if (values.type(places.front().value).isArray()) {
      Value &array = now[places.front().array];
      array = writeRow(places.front(), array, out);
      places = places.drop_front();
    } else {
      const auto numbers = places.take_while([&](const WrittenElement &place) { return values.type(place.value).isScalar(); });
      now = writeNumbers(numbers, now, out);
      places = places.drop_front(numbers.size());
    }
  }
  return now;
}

Values BlockBody::writeNumbers(llvm::ArrayRef<WrittenElement> places, llvm::ArrayRef<Value> arrays, Builder &out) {
  Loop loop{values.constantIndex(lanes), {}, Values(arrays), {}, {}};
  loop.body.parameters.push_back(values.fresh(indexType, Name("lane")));
  std::vector<Name> names;
  for (const Value v : arrays) {
    loop.body.results.push_back(values.freshLike(v));
    names.push_back(values.name(v));
  }
  loop.body.parameters.append(loop.body.results);
  Lane lane{loop.body.parameters[0], ValueMap(), ValueMap(), Builder(values, loop.body.statements, out.location)};
  for (const WrittenElement &place : places) {
    Values indices;
    for (const Value v : place.indices)
      indices.push_back(need(v, lane));
    Value &now = loop.body.results[place.array];
    now = lane.out.update(now, indices, need(place.value, lane), values.name(now));
  }
  return out.emit(std::move(loop), names);
}

Value BlockBody::writeRow(const WrittenElement &place, Value array, Builder &out) {
  const bool isOne = !isVarying(place.value);
  isFine &= isOne || kept.contains(place.value);
  if (!isFine)
    return array;
  const Value row = isOne ? mapped(place.value) : kept.lookup(place.value);
  return out.loop(values.constantIndex(lanes), {array}, [&](Builder &in, llvm::ArrayRef<Value> p) {
    Lane lane{p[0], ValueMap(), ValueMap(), in};
    Values indices;
    for (const Value v : place.indices)
      indices.push_back(need(v, lane));
    return Values{writeElements(row, values.type(place.value).rank, isOne ? Values() : Values{p[0]}, {}, p[1], indices, lane.out)};
  })[0];
}

Value BlockBody::writeElements(Value row, unsigned rank, const Values &lane, const Values &at, Value array, const Values &indices, Builder &out) {
  if (at.size() == rank) {
    Values from = at, to = indices;
    from.append(lane);
    to.append(at);
    return out.update(array, to, out.read(row, from, values.name(row)), values.name(array));
  }
  return out.loop(out.extent(row, static_cast<unsigned>(at.size())), {array}, [&](Builder &in, llvm::ArrayRef<Value> p) {
    Values next = at;
    next.push_back(p[0]);
    return Values{writeElements(row, rank, lane, next, p[1], indices, in)};
  })[0];
}

} // namespace soac::optimise
