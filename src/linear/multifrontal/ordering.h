/* ordering.h: which unknowns of a sparse matrix touch, by groups of unknowns, and in which order the groups are
   eliminated. Used by symbolic.c. Not collective. */
#ifndef FS_LINEAR_MULTIFRONTAL_ORDERING_H
#define FS_LINEAR_MULTIFRONTAL_ORDERING_H

#include <fs/fs.h>

/* The pattern of a square matrix, rows compressed. Unknowns from kept on stay: of their rows columns before kept matter
   alone. last: unknowns whose own pivots are zero before others are eliminated (multipliers). Borrowed. */
typedef struct {
  PetscInt         n, neliminated;
  const PetscInt  *i, *j; /* [n + 1], [i[n]] */
  const PetscInt  *from;  /* [i[n]] numbers of the entries where they come from, NULL: 0, 1, ... */
  const PetscBool *multiplier; /* [n] */
} Sparsity;

enum { GRAPH_NONE = -1 };

/* A vertex is a run of unknowns with the same neighbours: those of a node, or of a joint. */
typedef struct {
  PetscInt  n, neliminated; /* vertices, and how many of them, the first, are eliminated */
  PetscInt *first;          /* [n + 1] unknowns of each */
  PetscInt *vertex;         /* [sparsity.n] that of an unknown */
  PetscInt *i, *j;          /* neighbours without the vertex itself, symmetric */
  PetscInt  ngroups;        /* a group is eliminated at once, in this order: */
  PetscInt (*member)[2];    /* [ngroups] a node's vertex and a joint's, or one and GRAPH_NONE */
  PetscInt *group;          /* [kept] that of a vertex */
} Graph;

/* The vertices and an order of them with little fill: a multiplier's vertex is eliminated with that of a node, each with
   another one, so that most pivots are found where they are looked for first (by peeling off joints with one node left);
   the groups by minimum degree; at last joints go over to those of their nodes that come before them. */
PetscErrorCode GraphCreate(const Sparsity *s, Graph *g);
PetscErrorCode GraphDestroy(Graph *g);

#endif
