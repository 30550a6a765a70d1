/* modal_damping.c: reads the ratio of modal damping and which modes it damps. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model.h"

/* clang-format off */
const FsOptionDoc modal_damping_options[] = {
  {"-damping_modal", "<ratio>",
   "damping ratio of the lowest modes, such as 0.02, or a formula of their frequency f [Hz], which "
   "may call a table; in modes, response, and transients of linear models",
   FS_TEXT(ModalDampingOptions, ratio), FS_GIVEN(ModalDampingOptions, given)},
  {"-damping_modal_count", "20",
   "number of modes that -damping_modal damps; modes above have no modal damping",
   FS_INT(ModalDampingOptions, count, 1), FS_GIVEN(ModalDampingOptions, has_count)},
  {"-damping_modal_below", "<f>", "instead: it damps all modes up to this frequency [Hz]",
   FS_POSITIVE(ModalDampingOptions, below), FS_GIVEN(ModalDampingOptions, has_below)},
  {NULL, NULL, NULL}
};
/* clang-format on */

PetscErrorCode ModalDampingFromOptions(FsOptions o, MPI_Comm comm, ModalDampingOptions *x)
{
  PetscFunctionBeginUser;
  *x = (ModalDampingOptions){.ratio = NULL};
  PetscCall(FsOptionsReadRows(o, modal_damping_options, NULL, x));
  PetscCheck(x->given || !(x->has_count || x->has_below), comm, PETSC_ERR_USER_INPUT,
             "-damping_modal_count and -damping_modal_below need -damping_modal, a damping ratio");
  PetscCheck(!x->has_count || !x->has_below, comm, PETSC_ERR_USER_INPUT,
             "-damping_modal_count and -damping_modal_below exclude each other: give one");
  if (x->has_below) x->count = 0;
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
