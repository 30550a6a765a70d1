/* support_rows.h: computes the rows of M, C and K of constrained dofs.

   The matrices of a model do not have these rows. Here each row is a sum over the elements of this
   rank, without zero entries. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_SUPPORT_ROWS_H
#define FS_ASSEMBLY_SUPPORT_ROWS_H

#include "element_forces.h"

/* SupportRowEntry - The entries of K, C and M in one column of the row of a constrained dof. */
typedef struct {
  PetscInt column; /* COMPONENTS * i + c for component c of node i, whether it is free or not */
  double   K, C, M;
} SupportRowEntry;

/* SupportRows - The rows of M, C and K of the n constrained dofs of this rank, from which reactions
   of supports follow. */
typedef struct {
  PetscInt  n;
  PetscInt *dof; /* [n] dof of each row, as an index in local vectors */
  /* [n + 1] the entries of row i are entry[offset[i]] to entry[offset[i + 1] - 1] */
  PetscInt        *offset;
  SupportRowEntry *entry;
} SupportRows;

/* SupportRowsCreate - Sums the rows of M, C and K of constrained dofs over the linear parts of this
   rank's elements. The caller calls SupportRowsDestroy. Not collective. */
PetscErrorCode SupportRowsCreate(Model model, SupportRows *rows);
PetscErrorCode SupportRowsDestroy(SupportRows *rows);

/* SupportRowsAdd - Adds M (a - g) + C v + K q of each constrained dof, the reaction forces of
   linear elements, to local[dof]. g is gravity.

   Input:
     ev     state of the model; ev->inertial must not be NULL if the frame of the model rotates
     x      values q, v and a of the dofs
   Changed:
     local  [nlocal] array of a local vector
   Not collective. */
void SupportRowsAdd(const SupportRows *rows, const Evaluation *ev, const DofValues *x,
                    PetscScalar local[]);

#endif
