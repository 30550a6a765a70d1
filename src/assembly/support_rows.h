/* support_rows.h: computes the rows of M, C and K of constrained dofs.

   The matrices of a model do not have these rows. Here each row is a sum over the elements of this
   rank, without zero entries. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_SUPPORT_ROWS_H
#define FS_ASSEMBLY_SUPPORT_ROWS_H

#include "element_forces.h"

/* The entries of K, C and M in one column of a row. */
typedef struct {
  PetscInt column; /* COMPONENTS * i + c for component c of node i, whether it is free or not */
  double   K, C, M;
} SupportRowEntry;

/* The n rows of this rank. */
typedef struct {
  PetscInt  n;
  PetscInt *dof; /* [n] dof of each row, as an index in local vectors */
  /* [n + 1] the entries of row i are entry[offset[i]] to entry[offset[i + 1] - 1] */
  PetscInt        *offset;
  SupportRowEntry *entry;
} SupportRows;

/* SupportRowsCreate - Sums the rows over the linear parts of this rank's elements. Not
   collective. */
PetscErrorCode SupportRowsCreate(Model model, SupportRows *rows);
PetscErrorCode SupportRowsDestroy(SupportRows *rows);

/* SupportRowsAdd - Adds M (a - g) + C v + K q to local[dof] of each row.

   Input:
     ev  must have inertial if the frame of the model rotates
     x   values of the dofs; DofMotion() makes q, v and a - g from them
   Not collective. */
void SupportRowsAdd(const SupportRows *rows, const Evaluation *ev, const DofValues *x,
                    PetscScalar local[]);

#endif
