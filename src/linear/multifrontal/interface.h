/* interface.h: which unknowns of a distributed matrix separate the ranks: without them what is left of a rank touches no other one.
   Used by pc_multifrontal.c. Collective. */
#ifndef FS_LINEAR_MULTIFRONTAL_INTERFACE_H
#define FS_LINEAR_MULTIFRONTAL_INTERFACE_H

#include <petscsf.h>
#include "ordering.h"

/* Interface unknowns have numbers of their own, those of a rank follow each other. What a rank eliminates and what that touches of
   the interface is its substructure, numbered from 0: first what is eliminated. */
typedef struct {
  PetscInt n,
    first; /* of the interface unknowns of this rank: how many, the first number; of all ranks: */
  PetscInt  total;
  PetscInt *number;       /* [rows of the rank] in the interface, GRAPH_NONE: it is eliminated */
  PetscInt *other_number; /* [columns of other ranks] likewise */
  PetscInt *place;        /* [rows of the rank] in the substructure */
  PetscInt  neliminated,
    ninterface;               /* of the substructure: how many are eliminated; how many others */
  PetscInt *interface_number; /* [nkept] their numbers in the interface */
  PetscSF
    sf; /* from entries in rows of other ranks' interface unknowns and columns of the substructure: */
  PetscInt  nreceived; /* of the former part of the matrix on the other rank, to received[] here */
  PetscInt *received_number,
    *received_column; /* row in the interface, column of the substructure */
} Interface;

/* last: 1 in unknowns of multipliers, which are taken first; kept: 1 in unknowns that must be in it, may be NULL. The pattern of A should be nearly symmetric, an entry across
   ranks on one side of the diagonal suffices. */
PetscErrorCode InterfaceCreate(Mat A, Vec multipliers, Vec forced, Interface *s);
PetscErrorCode InterfaceDestroy(Interface *s);

/* The pattern of the substructure, whose entries come from those in the rank's own columns, in other columns, and received ones,
   counted through as MultifrontalValues says. */
PetscErrorCode InterfaceSparsity(const Interface *s, Mat A, Vec multipliers, Sparsity *p);
PetscErrorCode InterfaceSparsityDestroy(Sparsity *p);

#endif
