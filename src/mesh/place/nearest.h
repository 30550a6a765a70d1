/* nearest.h: finds the node or element of all ranks that is nearest to a point.

   Each rank finds its nearest node or element, the candidate of the rank. The ranks then choose the
   nearest candidate. The choice does not depend on the number of ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_PLACE_NEAREST_H
#define FS_MESH_PLACE_NEAREST_H

#include "mesh/mesh.h"

/* Candidate - The nearest node or element that a rank has found. */
typedef struct {
  double  distance;     /* distance of the node or element from the point [m] */
  int64_t id;           /* Geometry.id of the node, or of the first node of the element */
  double  max_distance; /* distance up to which the caller accepts the node or element [m] */
  int     rank;         /* the rank that has the node or element */
  /* the index of the candidate node in the part of the mesh on the rank `rank`; for an element, the
     index of its block in the model of that rank */
  int node;
} Candidate;

/* CandidateInit - Initializes a candidate at infinite distance, with which a search starts. Every
   node or element is nearer than this candidate.

   Not collective. */
PetscErrorCode CandidateInit(MPI_Comm comm, Candidate *none);

/* candidate_nearer - Returns whether the candidate a is nearer to the sought point than b.

   If the two distances are equal up to a relative difference of 1e-9, the candidate with the lower
   id counts as nearer, so that round-off does not decide. */
PetscBool candidate_nearer(const Candidate *a, const Candidate *b);

/* CandidateReduce - Replaces *mine, the nearest node or element that this rank has found, by the
   nearest of all ranks. Collective. */
PetscErrorCode CandidateReduce(MPI_Comm comm, Candidate *mine);

/* MeshFindNearestNode - Finds the node that is nearest to a point, among selected nodes.

   Input:
     option    the option whose value is the point, for messages
     point     coordinates [m]
     selected  [mesh->g.nnodes] not 0 for the nodes of this rank to choose from
   Output:
     best  the nearest node, the same on all ranks; best->rank is the rank that owns the node, and
           best->max_distance the diameter of the largest cell at it
   Collective. Input error: no rank has a selected node. */
PetscErrorCode MeshFindNearestNode(Mesh mesh, const char option[], const PetscReal point[3],
                                   const unsigned char selected[], Candidate *best);

#endif
