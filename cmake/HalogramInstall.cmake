# `cmake --install`: the headers, and the package that find_package(halogram) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/halogram")
set(package_build_dir "${CMAKE_CURRENT_BINARY_DIR}/package")

configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/halogramConfig.cmake.in" "${package_build_dir}/halogramConfig.cmake"
  INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file(
  "${package_build_dir}/halogramConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion
  ARCH_INDEPENDENT)

install(TARGETS halogram EXPORT halogramTargets)
install(EXPORT halogramTargets NAMESPACE halogram:: DESTINATION "${package_dir}")
install(DIRECTORY include/halogram DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES "${package_build_dir}/halogramConfig.cmake"
              "${package_build_dir}/halogramConfigVersion.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/HalogramDependencies.cmake"
        DESTINATION "${package_dir}")
