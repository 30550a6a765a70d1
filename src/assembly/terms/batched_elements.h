/* batched_elements.h: computes residuals and tangents of several elements at once.

   It serves the kernels with ElementKernel.group_forces. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_TERMS_BATCHED_ELEMENTS_H
#define FS_ASSEMBLY_TERMS_BATCHED_ELEMENTS_H

#include "assembly/term.h"

/* add_group_forces - Adds the forces of the elements of a block to local, in their order.

   A collapsed element adds NaN, so Newton's method fails on all ranks. Not collective. */
void add_group_forces(Model model, const Block *b, const Evaluation *ev, PetscScalar local[]);

/* group_energy - Returns the strain energy of a block whose kernel has ElementKernel.group_energy
   [J]. */
double group_energy(Model model, const Block *b, const Evaluation *ev);

/* The arguments of TermKind.tangent, which all blocks share. */
typedef struct {
  Model               model;
  const Evaluation   *ev;
  const ChartColumns *columns;
  FsShift             shift;
  const OpenMatrix   *A;
} TangentContext;

/* AddGroupTangents - Adds the tangents of the elements of a block.

   strain is that of the first element (ElementState), or NULL. The frame must not rotate. Not
   collective. */
PetscErrorCode AddGroupTangents(const TangentContext *t, const Block *b, const double strain[],
                                Location location);

#endif
