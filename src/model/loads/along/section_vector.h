/* section_vector.h: the vector of a load in the axes of the sections of beams, in global axes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_ALONG_SECTION_VECTOR_H
#define FS_MODEL_LOADS_ALONG_SECTION_VECTOR_H

#include "math/rotation.h"
#include "math/vector.h"
#include "model/loads/load_options.h"

/* SectionVector - The vector of a load along one beam, in global axes. It turns along the beam as
   the axes of the section do, at a constant rate: exactly on arcs and twisted straight beams. */
typedef struct {
  double first[3]; /* the vector at the first node [N, N/m, N m or N m/m] */
  double turn[3];  /* rotation vector from the first node to the last one [rad] */
} SectionVector;

struct PlacedLoad;

/* SectionVectorsFind - Computes the vector of a load on each line on which it acts.

   Input:
     placed  the load; the value of its options is along the beam and along y and z of the section
   Output:
     vector  [ncells] the vectors; 0 for other cells; the caller frees it by PetscFree()
     has     whether the load has a component along each global axis on some rank
   Collective. Input errors: a line is no beam; the load acts on nodes or surfaces; it moves or
   turns with the motion. */
PetscErrorCode SectionVectorsFind(struct _n_Model *model, const struct PlacedLoad *placed,
                                  SectionVector **vector, PetscBool has[3]);

/* section_vector_at - Returns a component of the vector at a place of the beam.

   Input:
     at         parent coordinate, from -1 to 1
     direction  0, 1, 2: along x, y, z
   Not collective. */
static inline double section_vector_at(const SectionVector *vector, double at, int direction)
{
  double theta[3], q[4], R[9], v[3];

  if (norm(vector->turn) == 0) return vector->first[direction];
  for (int c = 0; c < 3; c++) theta[c] = (1 + at) / 2 * vector->turn[c];
  rotation_exp(theta, q);
  rotation_matrix(q, R);
  mat_vec(R, vector->first, v);
  return v[direction];
}

#endif
