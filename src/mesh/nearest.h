/* nearest.h: finds the node or element of all ranks that is nearest to a point.

   The choice does not depend on the number of ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_NEAREST_H
#define FS_MESH_NEAREST_H

#include "mesh.h"

/* The nearest node or element that a rank has found. */
typedef struct {
  double  distance;     /* from the point [m] */
  int64_t id;           /* number of the node in the mesh, or of the element's first node */
  double  max_distance; /* largest distance that is accepted [m] */
  int     rank;         /* the rank that has it */
  int     node; /* local number of the node on that rank, or number of the element's block */
} Candidate;

/* CandidateInit - Initializes a candidate of this rank at infinite distance. */
PetscErrorCode CandidateInit(MPI_Comm comm, Candidate *none);

/* candidate_nearer - Returns whether a is nearer than b, or as near and with the lower id. */
PetscBool candidate_nearer(const Candidate *a, const Candidate *b);

/* CandidateReduce - Replaces *mine by the nearest candidate of all ranks. Collective. */
PetscErrorCode CandidateReduce(MPI_Comm comm, Candidate *mine);

/* MeshFindNearestNode - Finds the node that is nearest to a point, among selected nodes.

   Input:
     option    the option that has the point, for messages
     selected  [g.nnodes] not 0 for the nodes to choose from
   Output:
     best  the node
   Collective. Input errors: no node is selected, or the nearest one is more than half a cell
   away. */
PetscErrorCode MeshFindNearestNode(Mesh mesh, const char option[], const PetscReal point[3],
                                   const unsigned char selected[], Candidate *best);

#endif
