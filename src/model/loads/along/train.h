/* train.h: forces that move along a chain of lines at fixed distances, such as the axles of a
 * train. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_ALONG_TRAIN_H
#define FS_MODEL_LOADS_ALONG_TRAIN_H

#include "element/shape.h"
#include "model/loads/load_options.h"

/* Train - The axles of a load, and where the lines of this rank are along the chain. */
typedef struct {
  PetscInt  n;                  /* number of axles */
  PetscReal behind[LOAD_AXLES]; /* [n] distance of each axle behind the first one [m] */
  PetscReal factor[LOAD_AXLES]; /* [n] factor of the force of each axle */
  PetscReal length;             /* of the chain [m] */
  /* [ncells] arc lengths at the first and second node of each line of the set [m]; lines that share
     a node have the same value there. Both are 0 for other cells */
  PetscReal (*s)[2];
} Train;

/* TrainCreate - Creates the train of a load with -load_<name>_place.

   Input:
     set    index of the set on which the load acts in Geometry.set_name
   Output:
     train  the caller destroys it by TrainDestroy(); NULL if the load has no place
   Collective. Input error: the lines of the set are no chain (MeshMemberPlaces()). */
PetscErrorCode TrainCreate(struct _n_Model *model, const LoadOptions *options, PetscInt set,
                           Train **train);
PetscErrorCode TrainDestroy(Train **train);

/* train_axle_inside - Returns whether an axle is on a line between its nodes. An axle on a node
   loads this node alone, and bends no line.

   Input:
     axle   index of the axle
     place  arc length of the first axle [m]
   Output:
     r      parent coordinate of the axle, between -1 and 1; set only if the axle is on the line */
PetscBool train_axle_inside(const Train *train, PetscInt axle, PetscReal place, int cell,
                            double *r);

/* train_values - Computes the force per length that stands for the axles on a line, over the force
   of the load, at the points of shape_cell_points().

   The sum over these points, times any cubic polynomial, is the sum over the axles.
   Input:
     place   arc length of the first axle [m]
     inside  whether axles on the nodes of the line are left out
     points  [4] the points of the line
   Output:
     value   [4] [1/m] */
void train_values(const Train *train, PetscReal place, int cell, PetscBool inside,
                  const ShapeCellPoint points[], double value[]);

#endif
