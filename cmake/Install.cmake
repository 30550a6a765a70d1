# bin/fsolve, lib/libfsolve.a, include/fs/*.h, a CMake package and a pkg-config file.
install(TARGETS fsolve RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS fs EXPORT fsolveTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
                                        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/fs DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

set(_package ${CMAKE_INSTALL_LIBDIR}/cmake/fsolve)
install(EXPORT fsolveTargets NAMESPACE fsolve:: DESTINATION ${_package})
configure_package_config_file(cmake/fsolveConfig.cmake.in fsolveConfig.cmake INSTALL_DESTINATION ${_package})
write_basic_package_version_file(fsolveConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/fsolveConfig.cmake ${PROJECT_BINARY_DIR}/fsolveConfigVersion.cmake
              cmake/Dependencies.cmake DESTINATION ${_package})

file(RELATIVE_PATH FSOLVE_UP /${CMAKE_INSTALL_LIBDIR}/pkgconfig /) # the installed tree may be moved
configure_file(cmake/fsolve.pc.in fsolve.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/fsolve.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
