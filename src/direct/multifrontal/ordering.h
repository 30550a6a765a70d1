/* ordering.h: finds an order in which the unknowns of a sparse matrix are eliminated with little
   fill.

   Unknowns are eliminated in groups, such as those of a node. No function is collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_MULTIFRONTAL_ORDERING_H
#define FS_DIRECT_MULTIFRONTAL_ORDERING_H

#include <fs/petsc_versions.h>

/* Sparsity - The nonzero pattern of a square matrix in compressed rows. The arrays are borrowed.

   The unknowns 0 to neliminated - 1 are eliminated, and the others belong to the Schur complement.
   In rows of the Schur complement, only columns of eliminated unknowns are used. */
typedef struct {
  PetscInt n, neliminated; /* numbers of unknowns, and of eliminated unknowns */
  /* [n + 1] start of each row in j; [i[n]] columns of the entries */
  const PetscInt *i, *j;
  /* [i[n]] the number of each entry in MultifrontalValues; NULL stands for 0, 1, ... */
  const PetscInt *from;
  /* [n] PETSC_TRUE for multipliers, whose diagonal entry is zero in the matrix */
  const PetscBool *multiplier;
} Sparsity;

enum { GRAPH_NONE = -1 };

/* Graph - The graph of a pattern. A vertex is a set of consecutive unknowns with the same
   neighbors, such as those of a node or of a joint. */
typedef struct {
  PetscInt  n;           /* the number of vertices */
  PetscInt  neliminated; /* number of eliminated vertices, which come first */
  PetscInt *first;       /* [n + 1] the first unknown of each vertex */
  PetscInt *vertex;      /* [sparsity.n] the vertex of each unknown */
  PetscInt *i, *j;       /* [n + 1] start of each vertex in j; its neighbors; symmetric */
  /* number of groups; a group is eliminated as a whole, in the order of group numbers */
  PetscInt ngroups;
  /* [ngroups] the vertices of a group: a node and a joint, or one vertex and GRAPH_NONE */
  PetscInt (*member)[2];
  PetscInt *group; /* [neliminated] the group of each vertex */
} Graph;

/* GraphCreate - Finds the vertices of a pattern, and an order of elimination with little fill.

   The vertex of a joint, whose multipliers have zero diagonals, forms a group with the vertex of
   one of its nodes, so that most pivots lie in diagonal blocks. A matching finds these pairs; it
   starts with joints that have only one node left that is not yet in a pair. The groups are ordered
   by minimum degree. At last, each joint moves to the group of that one of its nodes that is
   eliminated first. */
PetscErrorCode GraphCreate(const Sparsity *s, Graph *g);
PetscErrorCode GraphDestroy(Graph *g);

#endif
