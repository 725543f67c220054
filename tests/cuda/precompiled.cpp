// What generated CUDA includes, compiled once; see CMakeLists.txt.
