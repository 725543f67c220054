#include "ad/RedoLog.h"

#include "ir/Walk.h"

namespace soac::ad {
namespace {

// Entry number `entry` of every column.
ir::Values entryOf(llvm::ArrayRef<ir::Value> columns, ir::Value entry, ir::Builder &b) {
  ir::Values indices;
  for (ir::Value column : columns)
    indices.push_back(b.read(column, {entry}));
  return indices;
}

} // namespace

void RedoLog::add(ir::Value source, ir::Value result, llvm::ArrayRef<ir::Value> indices, ir::Value count) {
  links[result] = {source, ir::Values(indices), count};
}

ir::Value RedoLog::source(ir::Value result) const {
  for (auto it = links.find(result); it != links.end(); it = links.find(result))
    result = it->second.source;
  return result;
}

RedoLog::Saved RedoLog::save(ir::Value result, ir::Builder &b) const {
  Saved saved;
  ir::Value v = result;
  for (auto it = links.find(v); it != links.end(); it = links.find(v)) {
    const Link &link = it->second;
    const ir::Value contents =
        !link.count ? b.read(result, link.indices)
                    : b.map(link.count, {}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
                        return {in.read(result, entryOf(link.indices, p[0], in))};
                      })[0];
    if (link.count)
      b.values.setName(contents, b.values.name(result).text + "_final");
    saved.parts.push_back({link.indices, link.count, contents});
    v = link.source;
  }
  return saved;
}

ir::Value RedoLog::redo(ir::Value array, const Saved &saved, ir::Builder &b) {
  for (const Saved::Part &part : saved.parts) {
    if (!part.count) {
      array = b.update(array, part.indices, part.contents);
      continue;
    }
    array = b.loop(part.count, {array}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
      return {in.update(p[1], entryOf(part.indices, p[0], in), in.read(part.contents, {p[0]}))};
    })[0];
  }
  return array;
}

} // namespace soac::ad
