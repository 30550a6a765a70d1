/* input.h: options, formulas and tables: from text to values.

   Headers for other rooms:
     arguments.h                     reads the options of a run before MPI starts
     file_place.h                    the place to which a path leads, so that two spellings of one
                                     file are found
     formula/discontinuity.h         finds jumps and corners of a formula of one variable
     formula/expression.h            parses and evaluates the formulas that users write as values of
                                     options
     formula/given.h                 what a program gives in the place of formulas: functions, and
                                     motions step by step
     formula/load_step.h             shortens time steps to what a formula of time does inside them
     formula/quadrature.h            integrates formulas of one variable
     formula/symbols.h               names that formulas may use: constants of -let, and columns of
                                     tables as functions
     formula/tables/columns.h        reads numbers in columns, from a text file or an HDF5 file
     formula/tables/interpolation.h  interpolates points by straight lines, steps, or cubics without
                                     overshoot
     given/given_mesh.h              the arrays of a mesh that a program gives beside its options
     given/given_options.h           the options that a program gives to a case with several set-ups
     manual/manual.h             whether the manual has an option, or one with a similar name
     option_list.h                   the options of a run as a list, in the order in which they were
                                     given
     given/option_plugins.h          names of the plug-ins of a run
     options_record.h                compares the options of an earlier run with those of this run
     file_place.h                    checks files that a run will write, before it replaces one by
                                     mistake
     petsc_options.h                 classifies the options of PETSc */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_INPUT_H
#define FS_INPUT_INPUT_H

#include <fs/options.h>
#include "input/formula/tables/columns.h"
#include "input/formula/discontinuity.h"
#include "input/formula/expression.h"
#include "input/formula/given.h"
#include "input/formula/load_step.h"
#include "input/formula/quadrature.h"
#include "input/formula/symbols.h"
#include "arguments.h"
#include "input/manual/manual.h"
#include "file_place.h"
#include "input/given/given_mesh.h"
#include "option_list.h"
#include "options_record.h"
#include "petsc_options.h"

#endif
