# SPDX-License-Identifier: BSD-2-Clause
# Makes profiles.c, which has the lines of share/profiles.csv. The program therefore finds the table wherever it is installed.
set(_table ${PROJECT_SOURCE_DIR}/share/profiles.csv)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${_table})
file(READ ${_table} _lines)
string(REGEX REPLACE "[^\n]*\n" "  \"\\0" _lines "${_lines}")
string(REPLACE "\n" "\",\n" _lines "${_lines}")
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/profiles.c @ONLY CONTENT
"/* Made from share/profiles.csv by cmake/Profiles.cmake. */
#include <stddef.h>
#include \"model/parts/profile.h\"

const char *const profile_lines[] = {
@_lines@  NULL};
")
