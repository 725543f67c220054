# What the scripts of this directory share.

# Until files that are written now are newer than those that are there. Some file systems count whole seconds.
pause() {
  touch now
  case $(stat -c %y now) in
  *.000000000*) sleep 1.1 ;;
  *) sleep 0.05 ;;
  esac
}
