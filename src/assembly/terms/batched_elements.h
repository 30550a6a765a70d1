/* batched_elements.h: residuals and tangents of elements of which several are computed at once (ElementKernel.group). */
#ifndef FS_ASSEMBLY_TERMS_BATCHED_ELEMENTS_H
#define FS_ASSEMBLY_TERMS_BATCHED_ELEMENTS_H

#include "assembly/term.h"

/* local += the forces of the elements of a block, in their order. A collapsed one has NAN, which makes Newton's method fail on all ranks. */
void add_group_forces(Model model, const Block *b, const Evaluation *ev, PetscScalar local[]);

/* The strain energy of the elements of a block whose kernel has ElementKernel.group_energy [J]. */
double group_energy(Model model, const Block *b, const Evaluation *ev);

/* What the tangents of a model's blocks share; the arguments of TermKind.tangent. */
typedef struct {
  Model               model;
  const Evaluation   *ev;
  const ChartColumns *columns;
  FsShift             shift;
  const OpenMatrix   *A;
} TangentContext;

/* A += the tangents of the elements of a block; strain: that of the first (ElementState), or NULL. The frame must not turn. Not collective. */
PetscErrorCode AddGroupTangents(const TangentContext *t, const Block *b, const double strain[],
                                Location location);

#endif
