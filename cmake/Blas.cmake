# SPDX-License-Identifier: BSD-2-Clause
# Tests the BLAS of the build: old ones have wrong results on some processors, and no message says so.
if(NOT CMAKE_CROSSCOMPILING AND NOT DEFINED FSOLVE_BLAS_RIGHT AND NOT HAVE_64BIT_BLAS_INDICES IN_LIST _has) # the test has numbers of 32 bits
  try_run(_status _compiled ${CMAKE_BINARY_DIR}/blas_check ${CMAKE_CURRENT_LIST_DIR}/blas_check.c LINK_LIBRARIES Petsc::LAPACK m
          RUN_OUTPUT_VARIABLE _said)
  if(NOT _compiled)
    message(WARNING "The BLAS of PETSc could not be tested, because a program of dgemm_ and dpotrf_ does not link with it")
  elseif(NOT _status EQUAL 0)
    message(FATAL_ERROR "The BLAS of PETSc has wrong results on this processor: ${_said}. Take another one: OpenBLAS before 0.3.13 is known for "
                        "this on processors with AVX-512; OPENBLAS_CORETYPE=Haswell in the environment avoids it")
  endif()
  set(FSOLVE_BLAS_RIGHT ${_compiled} CACHE INTERNAL "the BLAS passed its test")
endif()
