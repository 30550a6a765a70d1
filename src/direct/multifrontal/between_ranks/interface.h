/* interface.h: finds the unknowns of a distributed matrix that separate the ranks.

   These unknowns are the interface. If they are removed, no unknown is coupled to an unknown of
   another rank, so that each rank can eliminate its other unknowns alone. All functions are
   collective except InterfaceSparsityDestroy. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_MULTIFRONTAL_BETWEEN_RANKS_INTERFACE_H
#define FS_DIRECT_MULTIFRONTAL_BETWEEN_RANKS_INTERFACE_H

#include <petscsf.h>
#include "direct/multifrontal/ordering.h"

/* Interface - The interface, and the substructure of this rank.

   Interface unknowns have numbers of their own, which are consecutive on each rank and unique over
   all ranks. The substructure of a rank consists of the unknowns that the rank eliminates and of
   the interface unknowns that have entries with these. In the substructure, eliminated unknowns are
   numbered from 0, and interface unknowns follow. */
typedef struct {
  PetscInt  n;      /* the number of interface unknowns that this rank owns */
  PetscInt  first;  /* the interface number of the first of them */
  PetscInt  total;  /* the number of interface unknowns of all ranks */
  PetscInt *number; /* [local rows] interface number of each row; GRAPH_NONE if eliminated */
  /* [columns of other ranks] interface number of each column; GRAPH_NONE if eliminated */
  PetscInt *other_number;
  PetscInt *place; /* [local rows] number of each row in the substructure */

  PetscInt neliminated; /* the number of eliminated unknowns of the substructure */
  PetscInt ninterface;  /* the number of interface unknowns of the substructure */
  /* [ninterface] interface numbers of the interface unknowns of the substructure */
  PetscInt *interface_number;

  /* Entries of A on other ranks that this rank needs: their rows belong to the interface, their
     columns to unknowns that this rank eliminates. */
  PetscSF   sf;              /* fetches the values of the entries from other ranks */
  PetscInt  nreceived;       /* number of the entries from other ranks */
  PetscInt *received_number; /* [nreceived] interface number of the row of each entry */
  PetscInt *received_column; /* [nreceived] substructure number of the column of each entry */
} Interface;

/* InterfaceCreate - Finds the interface of a matrix, and the substructure of this rank.

   Input:
     A            matrix with a nearly symmetric pattern. Two unknowns are coupled if A has at least
                  one of the entries (i, j) and (j, i)
     multipliers  1 for multipliers, 0 elsewhere. If possible, the interface contains multipliers
                  and not the unknowns to which they are coupled
     forced       1 for unknowns that must be in the interface; NULL if there is no such unknown */
PetscErrorCode InterfaceCreate(Mat A, Vec multipliers, Vec forced, Interface *s);
PetscErrorCode InterfaceDestroy(Interface *s);

/* InterfaceSparsity - Builds the nonzero pattern of the substructure, for the multifrontal method.
   The caller calls InterfaceSparsityDestroy.

   The entries are numbered for MultifrontalValues with three arrays: entries in the rank's own
   columns, entries in columns of other ranks, and entries received from other ranks. */
PetscErrorCode InterfaceSparsity(const Interface *s, Mat A, Vec multipliers, Sparsity *p);
PetscErrorCode InterfaceSparsityDestroy(Sparsity *p);

#endif
