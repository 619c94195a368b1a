# What is installed: the library, and what CMake and pkg-config find it by.
install(TARGETS elto EXPORT elto-targets FILE_SET HEADERS)
install(EXPORT elto-targets NAMESPACE elto:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/elto)
configure_package_config_file(cmake/elto-config.cmake.in elto-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/elto)
write_basic_package_version_file(elto-config-version.cmake COMPATIBILITY SameMinorVersion)
# Paths relative to elto.pc itself, so that the installed tree may be moved.
set(pkgconfig_dir ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH pc_prefix ${pkgconfig_dir} ${CMAKE_INSTALL_PREFIX})
file(RELATIVE_PATH pc_libdir ${pkgconfig_dir} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH pc_includedir ${pkgconfig_dir} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
list(JOIN BLAS_LIBRARIES " " pc_blas)
configure_file(cmake/elto.pc.in elto.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/elto-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/elto-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/elto)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/elto.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
