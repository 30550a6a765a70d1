/* modal_damping.h: the options of modal damping. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_MODAL_DAMPING_H
#define FS_MODEL_MODAL_DAMPING_H

#include "model/parts/block.h"

/* ModalDampingOptions - The description of modal damping. */
typedef struct {
  const char *ratio; /* damping ratio, a formula of the frequency f [Hz]; borrowed; NULL: none */
  PetscInt    count; /* number of lowest modes that it damps; 0: those up to below */
  PetscReal   below; /* [Hz] */
  PetscBool   given, has_count, has_below; /* the user gave ratio, count, below */
} ModalDampingOptions;

/* ModalDampingFromOptions - Reads -damping_modal and which modes it damps.

   Collective. Input error: an option has no effect or excludes another. */
PetscErrorCode ModalDampingFromOptions(FsOptions o, MPI_Comm comm, ModalDampingOptions *x);
extern const FsOptionDoc modal_damping_options[];

/* ModalDampingCreate - Sets the members of modal damping; the caller destroys damping->modal.

   Collective. Input error: the formula does not parse. */
PetscErrorCode ModalDampingCreate(Symbols symbols, const ModalDampingOptions *x, Damping *damping);

#endif
