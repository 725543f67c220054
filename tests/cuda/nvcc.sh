#!/usr/bin/env bash
# Compiles a generated CUDA file for three architectures, without a warning. Fails where a kernel has registers that do not fit,
# or a stack frame but for the 40 bytes that CUDA's sine and cosine of large doubles take, unless a further argument says "stack".
# What functions that call themselves take of the stack is seen at run time; ptxas would warn that it does not know it.
# Usage: nvcc.sh <nvcc> <host compiler> <include> <source directory> <file.soac.cu> <work directory> [stack]
set -euo pipefail
nvcc=$1 cxx=$2 include=$3 source=$4 file=$5 work=$6 stack=${7:-}
mkdir -p "$work"
name=$(basename "$file" .soac.cu)
grep -q __device__ "$file" || { echo "$name: no kernels"; exit 0; }
code=()
for architecture in 80 90 100; do code+=(-gencode "arch=compute_$architecture,code=sm_$architecture"); done
${CMAKE_CUDA_COMPILER_LAUNCHER:-} "$nvcc" -std=c++20 -ccbin "$cxx" -Werror all-warnings -Xcompiler=-Wall,-Wextra -Xptxas=-v,--suppress-stack-size-warning --threads 0 \
  "${code[@]}" -I "$include" -I "$(dirname "$file")" -I "$source" -I "$(dirname "$source")" -c "$file" -o "$work/$name.o" 2>"$work/$name.log" || { cat "$work/$name.log"; exit 1; }
kernels=$(grep -c 'Compiling entry function' "$work/$name.log")
registers=$(grep -o 'Used [0-9]* registers' "$work/$name.log" | sort -t' ' -k2 -n | tail -1)
frames=$(grep -A1 'Function properties' "$work/$name.log" | grep 'stack frame' | grep -Evc ' (0|40) bytes stack frame, 0 bytes spill stores, 0 bytes spill loads' || true)
echo "$name: $kernels kernels, at most: $registers; $frames with a stack frame or spilled registers"
[ "$kernels" -gt 0 ] && { [ "$frames" -eq 0 ] || [ "$stack" = stack ]; }
