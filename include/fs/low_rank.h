/* low_rank.h: damping of low rank, C = sum of c_i w_i w_i^T over a few vectors w_i.

   Modal damping has this form: w_i = M x_i, with a mode x_i. Its matrix would be dense. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LOW_RANK_H
#define FS_LOW_RANK_H

#include <fs/fs.h>

/* FsLowRank - The terms of the sum. The program that fills them in calls FsLowRankCreate. */
typedef struct _n_FsLowRank *FsLowRank;
struct _n_FsLowRank {
  PetscInt   n;
  Vec       *w;   /* [n] owned */
  PetscReal *c;   /* [n] positive */
  PetscReal *dot; /* [n] work */
};

/* FsLowRankCreate - Creates a sum without terms that has space for n terms. Not collective. */
FS_EXTERN PetscErrorCode FsLowRankCreate(PetscInt n, FsLowRank *l);
FS_EXTERN PetscErrorCode FsLowRankDestroy(FsLowRank *l);

/* FsLowRankMultAdd - Computes y += scale C x, with one reduction for all terms. Collective. */
FS_EXTERN PetscErrorCode FsLowRankMultAdd(FsLowRank l, PetscReal scale, Vec x, Vec y);

#endif
