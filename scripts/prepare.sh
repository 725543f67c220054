# Sourced by the other scripts, from the top of the tree: makes sure of the packages that a build needs, and configures.

packages=(cmake make ninja-build g++ llvm-19-dev libclang-19-dev)
test_packages=(llvm-19-tools libgtest-dev libdlpack-dev)

# install_packages PACKAGE...: installs what is missing through apt when it may; otherwise says the one command to run.
install_packages() {
  command -v dpkg-query >/dev/null || return 0 # not Debian: CMake says what it does not find
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  if [ "$(id -u)" -ne 0 ]; then
    echo "Missing packages. Please run this once, then start again:" >&2
    echo "  sudo apt-get install --no-install-recommends -y ${missing[*]}" >&2
    exit 1
  fi
  echo "== installing ${missing[*]}"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends -y "${missing[@]}" >/dev/null
}

# The build directory; its name is the preset's.
build=build/default

configure() {
  echo "== configuring $build"
  cmake --preset "${build#build/}" "$@" >"$build.log" 2>&1 || { cat "$build.log" >&2; exit 1; }
}
