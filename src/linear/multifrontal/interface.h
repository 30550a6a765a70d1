/* interface.h: finds the unknowns of a distributed matrix that separate the ranks.

   Without them the other unknowns of a rank touch no other rank. All functions are collective
   except InterfaceSparsityDestroy. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_MULTIFRONTAL_INTERFACE_H
#define FS_LINEAR_MULTIFRONTAL_INTERFACE_H

#include <petscsf.h>
#include "ordering.h"

/* Interface unknowns have numbers of their own, consecutive on each rank. The substructure of a
   rank consists of the unknowns that it eliminates, numbered from 0, and of the interface unknowns
   that they touch, which follow. */
typedef struct {
  PetscInt  n;            /* interface unknowns of this rank */
  PetscInt  first;        /* number of the first of them */
  PetscInt  total;        /* interface unknowns of all ranks */
  PetscInt *number;       /* [local rows] in the interface; GRAPH_NONE if eliminated */
  PetscInt *other_number; /* [columns of other ranks] the same */
  PetscInt *place;        /* [local rows] in the substructure */

  PetscInt  neliminated;      /* unknowns that the substructure eliminates */
  PetscInt  ninterface;       /* its other unknowns */
  PetscInt *interface_number; /* [ninterface] their numbers in the interface */

  /* entries of A on other ranks, in rows of their interface and columns of this substructure */
  PetscSF   sf;              /* fetches their values */
  PetscInt  nreceived;       /* their number */
  PetscInt *received_number; /* [nreceived] row in the interface */
  PetscInt *received_column; /* [nreceived] column in the substructure */
} Interface;

/* InterfaceCreate - Finds the interface of a matrix.

   Input:
     A            matrix with a nearly symmetric pattern; an entry on one side of the diagonal is
                  enough
     multipliers  1 in unknowns of multipliers, which the interface prefers
     forced       1 in unknowns that must be in the interface; may be NULL */
PetscErrorCode InterfaceCreate(Mat A, Vec multipliers, Vec forced, Interface *s);
PetscErrorCode InterfaceDestroy(Interface *s);

/* InterfaceSparsity - Builds the pattern of the substructure.

   Its entries are numbered as MultifrontalValues has them: those in the rank's own columns, those
   in other columns, and those of nreceived. */
PetscErrorCode InterfaceSparsity(const Interface *s, Mat A, Vec multipliers, Sparsity *p);
PetscErrorCode InterfaceSparsityDestroy(Sparsity *p);

#endif
