/* nearest.h: the nearest of what all ranks have to a point; the choice does not depend on the number of ranks. Called for probes and
   selections. */
#ifndef FS_MESH_NEAREST_H
#define FS_MESH_NEAREST_H

#include "mesh.h"

/* The nearest node, or element, that a rank has found. */
typedef struct {
  double  distance;     /* from the point [m] */
  int64_t id;           /* number of the node in the mesh; of an element: that of its first node */
  double  max_distance; /* largest distance that is accepted [m] */
  int     rank;         /* that has it */
  int     node; /* local number of the node on that rank; of an element: number of the block */
} Candidate;

/* None yet, of this rank. Nearer: a is nearer than b; of equal distances the lower id is. Best: *mine becomes the nearest candidate of
   all ranks; collective. */
PetscErrorCode CandidateInit(MPI_Comm comm, Candidate *none);
PetscBool      candidate_nearer(const Candidate *a, const Candidate *b);
PetscErrorCode CandidateReduce(MPI_Comm comm, Candidate *mine);

/* *best = the node nearest to the point, among those where wanted[g.nnodes] is not 0. Collective. Input error, which names
   the option: it is more than half a cell away. */
PetscErrorCode MeshFindNearestNode(Mesh mesh, const char option[], const PetscReal point[3],
                                   const unsigned char selected[], Candidate *best);

#endif
