/* modal_damping.c: reads the ratio of modal damping and which modes it damps. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "modal_damping.h"

const FsOptionDoc modal_damping_options[] = {
  {"-damping_modal",       "<ratio>",
   "damping ratio of the lowest modes, such as 0.02, or a formula of their frequency f [Hz], which "
   "may call a table; in modes, response, and transients of linear models"                   },
  {"-damping_modal_count", "20",
   "number of modes that -damping_modal damps; modes above have no modal damping"            },
  {"-damping_modal_below", "<f>",     "instead: it damps all modes up to this frequency [Hz]"},
  {NULL,                   NULL,      NULL                                                   }
};

enum { DEFAULT_COUNT = 20 };

PetscErrorCode ModalDampingFromOptions(FsOptions o, MPI_Comm comm, ModalDampingOptions *x)
{
  PetscBool set, count, below;

  PetscFunctionBeginUser;
  *x = (ModalDampingOptions){.count = DEFAULT_COUNT};
  PetscCall(FsOptionsText(o, "-damping_modal", &x->ratio, &set));
  PetscCall(FsOptionsInt(o, "-damping_modal_count", 1, &x->count, &count));
  PetscCall(FsOptionsPositive(o, "-damping_modal_below", &x->below, &below));
  PetscCheck(set || !(count || below), comm, PETSC_ERR_USER_INPUT,
             "-damping_modal_count and -damping_modal_below need -damping_modal, a damping ratio");
  PetscCheck(!count || !below, comm, PETSC_ERR_USER_INPUT,
             "-damping_modal_count and -damping_modal_below exclude each other: give one");
  if (below) x->count = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModalDampingCreate(Symbols symbols, const ModalDampingOptions *x, Damping *damping)
{
  const char *const f[] = {"f"};

  PetscFunctionBeginUser;
  damping->modal_count = x->count;
  damping->modal_below = x->below;
  if (x->ratio)
    PetscCall(ExpressionCreate(symbols, "-damping_modal", x->ratio, 1, f, &damping->modal));
  PetscFunctionReturn(PETSC_SUCCESS);
}
