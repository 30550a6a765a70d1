# SPDX-License-Identifier: BSD-2-Clause
# Decides how much the compiler optimizes each room in a Release build, because most of the time of a build goes into optimizing code
# that a run executes once. Rooms that prepare a run, steer it or report of it therefore get -O1; kernels and loops over rows keep -O3.
# Results keep their bits, because no level changes the order of floating-point operations. A room joins the list if instructions of
# runs that take many short steps (inputs/slider_crank.opts, inputs/portal.opts) grow by less than 1 % with it.
set(FS_ROOMS_OF_SETUP base case continuation coupling diagnosis eigen element/section fmi input/manual members mesh/frame model/initial
    model/supports study)

# fsolve_optimize(target): lowers the level of the sources of the target that lie in these rooms.
function(fsolve_optimize target)
  get_target_property(sources ${target} SOURCES)
  list(JOIN FS_ROOMS_OF_SETUP "|" rooms)
  list(FILTER sources INCLUDE REGEX "^src/(${rooms})/")
  set_property(SOURCE ${sources} APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:-O1>)
endfunction()
