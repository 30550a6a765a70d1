/* input.h: options, formulas and tables: from text to values.

   Headers for other rooms:
     formula/discontinuity.h  where a formula of one variable jumps, and where its slope does
     formula/expression.h     formulas that users write as values of options, evaluated by
                              muParser: + - * / ^, sin, exp, sqrt, abs, min, max, comparisons,
                              ?:, the constants pi, _pi, _e, those of -let, and columns of tables
     formula/quadrature.h     integrals of formulas of one variable
     formula/symbols.h        names that formulas may use besides their variables: the constants
                              of -let, and columns of tables as functions of one variable
     options_compare.h        options of an earlier run, as FsOptionsRecord wrote them, against
                              those of this one
     output_file_check.h      files that a run writes: none that is there is replaced unasked,
                              and none that the run reads at all */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_INPUT_H
#define FS_INPUT_INPUT_H

#include <fs/options.h>
#include "input/formula/discontinuity.h"
#include "input/formula/expression.h"
#include "input/formula/quadrature.h"
#include "input/formula/symbols.h"
#include "options_compare.h"
#include "output_file_check.h"

#endif
