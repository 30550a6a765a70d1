/* modal_damping.h: the options of modal damping, which gives a damping ratio to each of the lowest
   vibration modes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_MODAL_DAMPING_H
#define FS_MODEL_MODAL_DAMPING_H

#include "model/parts/block.h"

/* ModalDampingOptions - The description of modal damping. */
typedef struct {
  /* damping ratio of a mode, a formula of its frequency f [Hz], borrowed; NULL if there is no modal
     damping */
  const char *ratio;
  PetscInt    count; /* number of lowest modes that are damped; 0: the modes up to `below` */
  PetscReal   below; /* frequency up to which modes are damped [Hz] */
  PetscBool   given, has_count, has_below; /* whether the user gave ratio, count and below */
} ModalDampingOptions;

/* ModalDampingFromOptions - Reads -damping_modal and the options that say which modes are damped.

   Output:
     x  borrows a text of o
   Collective. Input error: an option has no effect or excludes another. */
PetscErrorCode ModalDampingFromOptions(FsOptions o, MPI_Comm comm, ModalDampingOptions *x);
extern const FsOptionDoc modal_damping_options[];

/* ModalDampingCreate - Sets the members of *damping that describe modal damping.

   Input:
     symbols  names that the formula of the ratio may use
     x        the options
   Output:
     damping  the members modal, modal_count and modal_below; the caller destroys damping->modal by
              ExpressionDestroy()
   Collective. Input error: the ratio is not a formula. */
PetscErrorCode ModalDampingCreate(Symbols symbols, const ModalDampingOptions *x, Damping *damping);

#endif
