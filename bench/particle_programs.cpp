// The descent of particle.cpp in all combinations of modes.
#include "particle.hpp"
#include "programs.hpp"

std::vector<program> particle_programs() {
  program all = {"descent of a particle", {{"slopes by hand", best_place_by_hand}}};
  for (const mode outer : {mode::reverse, mode::forward})
    for (const mode inner : {mode::reverse, mode::forward}) {
      const auto name = [](mode m) { return m == mode::reverse ? "reverse" : "forward"; };
      const std::string kind = std::string(name(outer)) + " over " + name(inner);
      check("descent of a particle: " + kind, best_place(outer, inner), best_place_by_hand());
      all.variants.push_back({kind, [=] { return best_place(outer, inner); }});
    }
  return {all};
}
