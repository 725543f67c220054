import os
import lit.formats

config.name = "soac-ir"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ir"]
config.test_source_root = os.path.dirname(__file__)
config.substitutions += [
    ("soac-opt", config.soac_opt),
    ("FileCheck", config.filecheck),
    ("not ", config.not_program + " "),
]
