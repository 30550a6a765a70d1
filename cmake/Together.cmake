# SPDX-License-Identifier: BSD-2-Clause
# Compiles faster from nothing: PETSc's headers once, and sources of a folder together. A change of one file then compiles its group again. Results keep their bits.
# Not with ccache, which remembers single files, nor in Debug builds (sanitizers, coverage, valgrind), which are built again file by file.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_C_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_C_COMPILER_LAUNCHER)
  set(_together ON)
else()
  set(_together OFF)
endif()
option(FSOLVE_TOGETHER "compile sources in groups, with precompiled headers" ${_together})

# fsolve_compile_together(target): call it when the target has all its sources.
function(fsolve_compile_together target)
  if(NOT FSOLVE_TOGETHER)
    return()
  endif()
  find_program(FSOLVE_PYTHON python3)
  if(NOT FSOLVE_PYTHON OR NOT EXISTS ${PROJECT_SOURCE_DIR}/tools/unity_groups.py) # archives of sources may leave tools out
    return()
  endif()
  get_target_property(all ${target} SOURCES)
  list(FILTER all INCLUDE REGEX "^src/")
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/unity_groups.py)
  execute_process(COMMAND ${FSOLVE_PYTHON} tools/unity_groups.py ${all} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE groups RESULT_VARIABLE status)
  if(status)
    message(FATAL_ERROR "tools/unity_groups.py fails; -DFSOLVE_TOGETHER=OFF compiles each file alone")
  endif()
  string(REPLACE "\n" ";" groups "${groups}")
  set_source_files_properties(${all} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  foreach(line IN LISTS groups)
    if(line MATCHES "^(.+):(.+)$")
      set_source_files_properties(${CMAKE_MATCH_2} PROPERTIES SKIP_UNITY_BUILD_INCLUSION OFF UNITY_GROUP ${CMAKE_MATCH_1})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized) # of functions of one group that are inlined; single files are compiled with it

  # Kernels do not know PETSc. Features of the C library and other definitions come before the first header.
  foreach(source IN LISTS all)
    file(STRINGS ${PROJECT_SOURCE_DIR}/${source} feature REGEX "^#define _[A-Z_]+_SOURCE" LIMIT_COUNT 1)
    if(feature OR source MATCHES "^src/(math|element)/" OR source STREQUAL "src/output/provenance.c")
      set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endforeach()
  target_precompile_headers(${target} PRIVATE <petscksp.h> <petscsnes.h>)
endfunction()
