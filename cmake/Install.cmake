# SPDX-License-Identifier: BSD-2-Clause
# Installs bin/fsolve, the library, include/fs/*.h, a CMake package and a pkg-config file. share/fsolve gets Python modules,
# cases and the table of profiles, share/doc/fsolve the documents, share/man the man page.
# Installed programs find the PETSc, SLEPc and HDF5 of their build without LD_LIBRARY_PATH.
set_target_properties(fsolve fs PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
install(TARGETS fsolve RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS fs EXPORT fsolveTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
                                        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET fs_integrators)
  set_target_properties(fs_integrators PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS fs_integrators EXPORT fsolveTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(TARGETS fs_plugin EXPORT fsolveTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(_header ${FSOLVE_PLUGIN_HEADERS})
  get_filename_component(_folder ${_header} DIRECTORY)
  install(FILES src/${_header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fs/plugin/${_folder})
endforeach()
if(TARGET fsolve_fmu) # fsolve.export_fmu copies it, with the folder of the library
  set_target_properties(fsolve_fmu PROPERTIES INSTALL_RPATH "${FSOLVE_FMU_RPATH};$ORIGIN/.." INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS fsolve_fmu LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/fsolve)
endif()
# Hidden functions of an archive are global symbols, which could clash with those of a program that links it. Installation makes
# them local, and also functions with several versions for processors, which GCC does not hide.
get_target_property(_type fs TYPE)
if(_type STREQUAL STATIC_LIBRARY)
  install(CODE "
    set(archive \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/libfsolve.a\")
    set(object \"\${archive}.o\")
    execute_process(COMMAND ${CMAKE_LINKER} -r --whole-archive \${archive} -o \${object} COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${CMAKE_OBJCOPY} --localize-hidden --wildcard --keep-global-symbol=Fs* --keep-global-symbol=fs_* \${object}
                    COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE \${archive})
    execute_process(COMMAND ${CMAKE_AR} rcs \${archive} \${object} COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE \${object})")
endif()
install(DIRECTORY include/fs DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

set(_python ${CMAKE_INSTALL_DATADIR}/fsolve/python)
file(GLOB _plots CONFIGURE_DEPENDS scripts/plot_*)
install(DIRECTORY python/ DESTINATION ${_python} FILES_MATCHING PATTERN "*.py" PATTERN "py.typed" PATTERN "page.*"
        PATTERN "__pycache__" EXCLUDE PATTERN "*.egg-info" EXCLUDE)
install(PROGRAMS ${_plots} DESTINATION ${_python})
install(FILES scripts/paraview_bodies.py DESTINATION ${_python})
# Links beside the program: a script finds the modules in the folder to which its link leads.
foreach(_plot ${_plots})
  get_filename_component(_name ${_plot} NAME)
  file(RELATIVE_PATH _target /${CMAKE_INSTALL_BINDIR} /${_python}/${_name})
  install(CODE "file(CREATE_LINK ${_target} \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/${_name}\" SYMBOLIC)")
endforeach()

# Cases with their meshes, documents, a page for man, completions for bash and zsh.
install(DIRECTORY inputs meshes examples DESTINATION ${CMAKE_INSTALL_DATADIR}/fsolve)
install(FILES share/profiles.csv DESTINATION ${CMAKE_INSTALL_DATADIR}/fsolve)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.png")
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES docs/fsolve.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES packaging/completion/fsolve.bash RENAME fsolve DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES packaging/completion/_fsolve DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)

set(_package ${CMAKE_INSTALL_LIBDIR}/cmake/fsolve)
install(EXPORT fsolveTargets NAMESPACE fsolve:: DESTINATION ${_package})
set(FSOLVE_PETSC_FOUND_IN "${FSOLVE_PETSC_LIBDIR}/pkgconfig;${FSOLVE_SLEPC_LIBDIR}/pkgconfig")
configure_package_config_file(cmake/fsolveConfig.cmake.in fsolveConfig.cmake INSTALL_DESTINATION ${_package})
write_basic_package_version_file(fsolveConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/fsolveConfig.cmake ${PROJECT_BINARY_DIR}/fsolveConfigVersion.cmake
              cmake/Dependencies.cmake cmake/Petsc.cmake DESTINATION ${_package})

file(RELATIVE_PATH FSOLVE_UP /${CMAKE_INSTALL_LIBDIR}/pkgconfig /) # the installed tree may be moved
get_target_property(_hdf5 Petsc::HDF5 INTERFACE_LINK_LIBRARIES)
get_target_property(_lapack Petsc::LAPACK INTERFACE_LINK_LIBRARIES)
foreach(_flags MPI_LDFLAGS _hdf5 _lapack) # -L and -l: PETSc's own flags may name others of these folders
  list(TRANSFORM ${_flags} REPLACE "^(/.+)/lib([^/]+)\\.(so|a)$" "-L\\1;-l\\2")
endforeach()
string(REPLACE ";" " " FSOLVE_MPI_CFLAGS "${MPI_CFLAGS}")
string(REPLACE ";" " " FSOLVE_MPI_LIBS "${MPI_LDFLAGS}")
string(REPLACE ";" " " FSOLVE_LIBS "${_hdf5} ${_lapack}")
# a series of PETSc keeps its binary interface
string(REGEX MATCH "^([0-9]+)\\.([0-9]+)" _series ${FSOLVE_PETSC_VERSION})
math(EXPR _next "${CMAKE_MATCH_2} + 1")
set(FSOLVE_PETSC_NEXT "${CMAKE_MATCH_1}.${_next}")
configure_file(cmake/fsolve.pc.in fsolve.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/fsolve.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
