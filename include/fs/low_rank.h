/* low_rank.h: damping matrices of low rank, which are the sum of a few terms c_i w_i w_i^T with
   vectors w_i.

   Modal damping has this form: each damped mode x_i adds a term with w_i = M x_i, where M is the
   mass matrix. The sum C itself would be a dense matrix, and is never computed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LOW_RANK_H
#define FS_LOW_RANK_H

#include <fs/petsc_versions.h>
#include <fs/export.h>

/* FsLowRank - A damping matrix C of low rank, stored as the terms c_i w_i w_i^T of a sum. A program
   creates it by FsLowRankCreate and then fills in w and c. */
typedef struct _n_FsLowRank *FsLowRank;
struct _n_FsLowRank {
  PetscInt   n;   /* the number of terms */
  Vec       *w;   /* [n] the vectors w_i, which the sum owns */
  PetscReal *c;   /* [n] the factors c_i, positive */
  PetscReal *dot; /* [n] work space of FsLowRankMultAdd */
};

/* FsLowRankCreate - Creates a damping matrix of low rank with space for n terms c_i w_i w_i^T. The
   caller then creates the vectors w[0] to w[n - 1], sets the factors c, and destroys the matrix by
   FsLowRankDestroy. Not collective. */
FS_EXTERN PetscErrorCode FsLowRankCreate(PetscInt n, FsLowRank *l);
FS_EXTERN PetscErrorCode FsLowRankDestroy(FsLowRank *l);

/* FsLowRankMultAdd - Computes y += scale C x for a damping matrix C of low rank, with one reduction
   for all its terms. x and y have the layout of the vectors w_i of the terms. Collective. */
FS_EXTERN PetscErrorCode FsLowRankMultAdd(FsLowRank l, PetscReal scale, Vec x, Vec y);

#endif
