/* ordering.h: orders the unknowns of a sparse matrix for elimination, in groups.

   No function is collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_MULTIFRONTAL_ORDERING_H
#define FS_LINEAR_MULTIFRONTAL_ORDERING_H

#include <fs/fs.h>

/* Pattern of a square matrix in compressed rows; arrays are borrowed.

   Unknowns from neliminated on belong to the Schur complement. Only the columns before neliminated
   count in their rows. */
typedef struct {
  PetscInt        n, neliminated;
  const PetscInt *i, *j; /* [n + 1], [i[n]] */
  const PetscInt *from;  /* [i[n]] numbers of the entries; NULL for 0, 1, ... */
  const PetscBool
    *multiplier; /* [n] whether the pivot is zero before other unknowns are eliminated */
} Sparsity;

enum { GRAPH_NONE = -1 };

/* Graph of a pattern. A vertex is a run of unknowns with the same neighbours: those of a node or of
   a joint. */
typedef struct {
  PetscInt  n;           /* vertices */
  PetscInt  neliminated; /* of these, the first ones */
  PetscInt *first;       /* [n + 1] first unknown of a vertex */
  PetscInt *vertex;      /* [sparsity.n] vertex of an unknown */
  PetscInt *i, *j;       /* neighbours without the vertex itself, symmetric */
  PetscInt  ngroups;     /* groups are eliminated as a whole, in this order */
  PetscInt (
    *member)[2];   /* [ngroups] vertices of a node and a joint, or one vertex and GRAPH_NONE */
  PetscInt *group; /* [neliminated] group of a vertex */
} Graph;

/* GraphCreate - Finds the vertices of a pattern and an order of elimination with little fill.

   Each multiplier vertex is eliminated with the vertex of one node, so that most pivots lie on the
   diagonal blocks. A matching finds these pairs: joints that have only one node left come first.
   The groups are ordered by minimum degree. At last, joints move to the first of their nodes. */
PetscErrorCode GraphCreate(const Sparsity *s, Graph *g);
PetscErrorCode GraphDestroy(Graph *g);

#endif
