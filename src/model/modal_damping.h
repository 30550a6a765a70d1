/* modal_damping.h: the options of modal damping. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_MODAL_DAMPING_H
#define FS_MODEL_MODAL_DAMPING_H

#include "model/block.h"

/* ModalDampingFromOptions - Reads -damping_modal and which modes it damps.

   Output:
     damping  the members of modal damping; the caller destroys damping->modal
   Collective. Input errors: the formula does not parse; an option has no effect or excludes
   another. */
PetscErrorCode ModalDampingFromOptions(FsOptions o, Symbols symbols, MPI_Comm comm,
                                       Damping *damping);

extern const FsOptionDoc modal_damping_options[];

#endif
