# `cpack -G DEB` in the build directory: a Debian package of what `cmake --install` puts in place. It needs clang and lld at run
# time, to compile the programs that are checked, and llvm-symbolizer, which knows their lines; nothing of this source tree.
set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_VENDOR heddle)
set(CPACK_PACKAGE_CONTACT "heddle")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Checks multithreaded C and C++ programs under every thread schedule that matters")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES FALSE)  # the runtime finds its own functions by their names
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS TRUE)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, lld-19, llvm-19, libstdc++-12-dev | libstdc++-13-dev | libstdc++-14-dev, libc6-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gdb")
set(CPACK_PACKAGING_INSTALL_PREFIX "/usr")
include(CPack)
