/* ordering.h: orders the unknowns of a sparse matrix for elimination, in groups.

   No function is collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_MULTIFRONTAL_ORDERING_H
#define FS_DIRECT_MULTIFRONTAL_ORDERING_H

#include <fs/fs.h>

/* Pattern of a square matrix in compressed rows; arrays are borrowed.

   Unknowns 0 ... neliminated - 1 are eliminated, the others belong to the Schur complement. In rows
   of the Schur complement, only columns of eliminated unknowns are used. */
typedef struct {
  PetscInt        n, neliminated;
  const PetscInt *i, *j; /* [n + 1] start of each row; [i[n]] columns */
  const PetscInt *from;  /* [i[n]] where the value of each entry is stored; NULL for 0, 1, ... */
  const PetscBool
    *multiplier; /* [n] PETSC_TRUE for multipliers, whose diagonal entry is zero in the matrix */
} Sparsity;

enum { GRAPH_NONE = -1 };

/* Graph of a pattern. A vertex is a run of unknowns with the same neighbours: the unknowns of a
   node or of a joint. */
typedef struct {
  PetscInt  n;           /* number of vertices */
  PetscInt  neliminated; /* number of eliminated vertices, which come first */
  PetscInt *first;       /* [n + 1] first unknown of a vertex */
  PetscInt *vertex;      /* [sparsity.n] vertex of an unknown */
  PetscInt *i, *j;       /* neighbours of each vertex, without the vertex itself; symmetric */
  PetscInt  ngroups; /* number of groups; each is eliminated as a whole, in order of its number */
  PetscInt (
    *member)[2];   /* [ngroups] vertices of a node and a joint, or one vertex and GRAPH_NONE */
  PetscInt *group; /* [neliminated] group of a vertex */
} Graph;

/* GraphCreate - Finds the vertices of a pattern and an order of elimination with little fill.

   Each joint vertex forms a group with one of its nodes, so that most pivots lie in diagonal
   blocks. A matching finds these pairs; it starts with joints that have only one free node left.
   The groups are ordered by minimum degree. At last, each joint moves to the group of that node
   of the joint that is eliminated first. */
PetscErrorCode GraphCreate(const Sparsity *s, Graph *g);
PetscErrorCode GraphDestroy(Graph *g);

#endif
