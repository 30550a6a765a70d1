/* base.h: services for every room: errors, memory checks, profiling, printing.

   Headers for other rooms:
     aij.h            access to the sequential matrices in which PETSc stores this rank's rows of an
                      AIJ or BAIJ matrix
     c_locale.h       reads and writes numbers with a decimal point, whatever locale the program has
                      set
     error.h          turns PETSc's error codes into one message and an exit status
     growing_list.h   an array that grows when an entry is appended
     hash_index.h     a hash table that finds entries of an array by a hash of their content
     lapack.h         solves dense equations and eigenproblems by LAPACK, with work arrays of its
                      own
     process.h       finds the launcher of this process, such as mpirun or srun, and starts MPI
     printing.h     prints how far a long phase of a run has proceeded, and how much longer it
                      will take
     memory_check.h   checks that enough memory is available before a large allocation
     memory_escape.h  leaves functions that cannot return an error code when memory runs out, by
                      longjmp
     option_names.h   names of the options that the user has given to PETSc
     printing.h       prints the lines of a run, or gives them to the program that started it
     process.h        takes over what a process has only once while a case computes, and gives it
                      back to the program afterwards
     profile.h        the phases (PETSc's stages) and events that -log_view shows */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_BASE_H
#define FS_BASE_BASE_H

#include "c_locale.h"
#include "error.h"
#include "growing_list.h"
#include "hash_index.h"
#include "lapack.h"
#include "process.h"
#include "printing.h"
#include "memory_check.h"
#include "memory_escape.h"
#include "option_names.h"
#include "profile.h"

#endif
