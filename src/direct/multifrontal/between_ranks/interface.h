/* interface.h: finds the unknowns of a distributed matrix that separate the ranks.

   These unknowns are the interface. If it is removed, no unknown is coupled to an unknown of
   another rank. All functions are collective except InterfaceSparsityDestroy. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_MULTIFRONTAL_BETWEEN_RANKS_INTERFACE_H
#define FS_DIRECT_MULTIFRONTAL_BETWEEN_RANKS_INTERFACE_H

#include <petscsf.h>
#include "direct/multifrontal/ordering.h"

/* Interface unknowns have numbers of their own, consecutive on each rank and unique over all ranks.
   The substructure of a rank consists of the unknowns that the rank eliminates and of the interface
   unknowns that these touch. Eliminated unknowns are numbered from 0, interface unknowns follow. */
typedef struct {
  PetscInt  n;            /* number of interface unknowns that this rank owns */
  PetscInt  first;        /* interface number of the first of them */
  PetscInt  total;        /* number of interface unknowns of all ranks */
  PetscInt *number;       /* [local rows] interface number; GRAPH_NONE if eliminated */
  PetscInt *other_number; /* [columns of other ranks] interface number; GRAPH_NONE if eliminated */
  PetscInt *place;        /* [local rows] number in the substructure */

  PetscInt  neliminated;      /* number of eliminated unknowns of the substructure */
  PetscInt  ninterface;       /* number of interface unknowns of the substructure */
  PetscInt *interface_number; /* [ninterface] interface numbers of these */

  /* Entries of A that other ranks own: their rows belong to the interface, and their columns to the
     eliminated unknowns of this rank. */
  PetscSF   sf;              /* fetches the values of these entries */
  PetscInt  nreceived;       /* number of these entries */
  PetscInt *received_number; /* [nreceived] interface number of the row */
  PetscInt *received_column; /* [nreceived] number of the column in the substructure */
} Interface;

/* InterfaceCreate - Finds the interface of a matrix.

   Input:
     A            matrix with a nearly symmetric pattern. Two unknowns are coupled if A has at least
                  one of the entries (i, j) and (j, i)
     multipliers  1 for multipliers, 0 elsewhere. The interface contains multipliers where it can
     forced       1 for unknowns that must be in the interface; NULL if there is no such unknown */
PetscErrorCode InterfaceCreate(Mat A, Vec multipliers, Vec forced, Interface *s);
PetscErrorCode InterfaceDestroy(Interface *s);

/* InterfaceSparsity - Builds the pattern of the substructure.

   The entries are numbered for MultifrontalValues with three arrays: entries in the rank's own
   columns, entries in columns of other ranks, and the received entries. The caller destroys *p. */
PetscErrorCode InterfaceSparsity(const Interface *s, Mat A, Vec multipliers, Sparsity *p);
PetscErrorCode InterfaceSparsityDestroy(Sparsity *p);

#endif
