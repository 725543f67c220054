#include "ad/RedoLog.h"

namespace soac::ad {

void RedoLog::add(ir::Value source, ir::Value result, std::shared_ptr<const ops::ChangedElements> elements) {
  links[result] = {source, std::move(elements)};
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
    saved.parts.push_back({link.elements, link.elements->read(result, b)});
    v = link.source;
  }
  return saved;
}

ir::Value RedoLog::redo(ir::Value array, const Saved &saved, ir::Builder &b) {
  for (const Saved::Part &part : saved.parts)
    array = part.elements->write(array, part.contents, b);
  return array;
}

} // namespace soac::ad
