// What users see of a diagnostic, as text and as SARIF.
#include "diag/Render.h"

#include <gtest/gtest.h>
#include <llvm/Support/JSON.h>

namespace soac::diag {
namespace {

std::optional<std::string> line(llvm::StringRef, unsigned number) {
  return number == 3 ? std::optional<std::string>("\tdouble y = g(x);") : std::nullopt;
}

Engine opaqueCall() {
  Engine engine;
  Diagnostic &d = engine.report(Id::OpaqueCall, {"a.cpp", 3, 13, 3, 17}, {"g"});
  d.notes.emplace_back(Place{"a.cpp", 1, 8, 0, 0}, "declared here");
  return engine;
}

std::string text(const Engine &engine) {
  std::string result;
  llvm::raw_string_ostream out(result);
  renderText(engine, line, out);
  return result;
}

TEST(Text, UnderlinesTheRangeUnderTheSourceLine) {
  EXPECT_EQ(text(opaqueCall()), "a.cpp:3:13: error: the body of 'g' is not visible here, so its derivative is unknown "
                                "[-Wsoac-opaque-call]\n"
                                "    3 | \tdouble y = g(x);\n"
                                "      | \t           ^~~~\n"
                                "a.cpp:1:8: note: declared here\n");
}

TEST(Text, SaysTheSameThingAtTheSamePlaceOnce) {
  Engine engine = opaqueCall();
  engine.report(Id::OpaqueCall, {"a.cpp", 3, 13, 3, 17}, {"g"});
  EXPECT_EQ(text(engine), text(opaqueCall()));
  engine.report(Id::OpaqueCall, {"a.cpp", 3, 13, 3, 17}, {"h"});
  EXPECT_NE(text(engine), text(opaqueCall()));
}

TEST(Text, PutsFixItsUnderTheLine) {
  Engine engine;
  engine.report(Id::Goto, {"a.cpp", 3, 2, 0, 0}).fixIts.push_back({{"a.cpp", 3, 2, 3, 8}, "float"});
  EXPECT_NE(text(engine).find("      | \t^\n      |  float\n"), std::string::npos) << text(engine);
}

TEST(Text, NeedsNeitherFileNorLine) {
  Engine engine;
  engine.report(Id::CannotRead, {}, {"b.cpp", "no such file"});
  EXPECT_EQ(text(engine), "soac: error: cannot read 'b.cpp': no such file [-Wsoac-cannot-read]\n");
}

TEST(Engine, CountsErrorsNotWarnings) {
  Engine engine;
  engine.report(Id::NothingToDo, {}, {"a.cpp"});
  EXPECT_FALSE(engine.hasErrors());
  engine.report(Id::Goto, {});
  EXPECT_TRUE(engine.hasErrors());
}

TEST(Sarif, HoldsRuleLevelPlaceAndNotes) {
  std::string log;
  llvm::raw_string_ostream out(log);
  renderSarif(opaqueCall(), "1.2.3", out);
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(log);
  ASSERT_TRUE(static_cast<bool>(parsed)) << log;
  const llvm::json::Object *root = parsed->getAsObject();
  EXPECT_EQ(root->getString("version"), "2.1.0");
  const llvm::json::Object *run = (*root->getArray("runs"))[0].getAsObject();
  const llvm::json::Object *driver = run->getObject("tool")->getObject("driver");
  EXPECT_EQ(driver->getString("version"), "1.2.3");
  EXPECT_EQ((*driver->getArray("rules"))[0].getAsObject()->getString("id"), "soac-opaque-call");
  ASSERT_EQ(run->getArray("results")->size(), 1u);
  const llvm::json::Object *result = (*run->getArray("results"))[0].getAsObject();
  EXPECT_EQ(result->getString("ruleId"), "soac-opaque-call");
  EXPECT_EQ(result->getString("level"), "error");
  const llvm::json::Object *place = (*result->getArray("locations"))[0].getAsObject()->getObject("physicalLocation");
  EXPECT_EQ(place->getObject("artifactLocation")->getString("uri"), "a.cpp");
  EXPECT_EQ(place->getObject("region")->getInteger("startLine"), 3);
  EXPECT_EQ(place->getObject("region")->getInteger("endColumn"), 17);
  EXPECT_EQ(result->getArray("relatedLocations")->size(), 1u);
}

} // namespace
} // namespace soac::diag
