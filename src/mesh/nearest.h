/* nearest.h: finds the node or element of all ranks that is nearest to a point.

   The choice does not depend on the number of ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_NEAREST_H
#define FS_MESH_NEAREST_H

#include "mesh.h"

/* Candidate - The nearest node or element that a rank has found. */
typedef struct {
  double  distance;     /* from the point [m] */
  int64_t id;           /* Geometry.id of the node, or of the first node of the element */
  double  max_distance; /* largest distance that is accepted [m] */
  int     rank;         /* the rank that has the node or element */
  int     node;         /* local number of the node, or number of the element's block, on rank */
} Candidate;

/* CandidateInit - Initializes a candidate at infinite distance; every other one is nearer.

   Not collective. */
PetscErrorCode CandidateInit(MPI_Comm comm, Candidate *none);

/* candidate_nearer - Returns whether a is nearer than b.

   If the distances are equal up to a relative difference of 1e-9, the lower id wins. */
PetscBool candidate_nearer(const Candidate *a, const Candidate *b);

/* CandidateReduce - Replaces *mine by the nearest of the candidates of all ranks. Collective. */
PetscErrorCode CandidateReduce(MPI_Comm comm, Candidate *mine);

/* MeshFindNearestNode - Finds the node that is nearest to a point, among selected nodes.

   Input:
     option    the option whose value is the point, for messages
     point     coordinates [m]
     selected  [mesh->g.nnodes] not 0 for the nodes to choose from
   Output:
     best  the node, the same on all ranks
   Collective. Input errors: no rank has a selected node, or the nearest one is too far away. The
   limit is half the diameter of the largest cell at this node. */
PetscErrorCode MeshFindNearestNode(Mesh mesh, const char option[], const PetscReal point[3],
                                   const unsigned char selected[], Candidate *best);

#endif
