/* ribs.c: beams beside the surface of a shell, to whose nodes they belong. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "element/beam/node_axes.h"
#include "element/section/rib_section.h"
#include "element/element.h"
#include "math/vector.h"
#include "model/model.h"
#include "ribs.h"

/* Returns whether an element is a rib. */
static PetscBool is_rib(const Geometry *g, const Block *b, PetscInt e, double (*normals)[3])
{
  /* Cosine of the largest angle between offset and normal, 18 degrees: the normals of a coarse mesh
     of a curved surface differ by as much from those of the surface. */
  const double  along  = 0.95;
  const double *offset = section_offset_of(b->prop);
  const int    *node   = g->conn + g->offset[b->cells[e]];

  for (int i = 0; i < 2; i++) {
    const double *n = normals[node[i]];
    double        axes[3][3], cosine = 0;

    if (!beam_node_axes(b->kernel, b->data + (size_t)e * (size_t)b->kernel->ndata, i, axes))
      return PETSC_FALSE;
    for (int k = 0; k < 2; k++) cosine += offset[k] * dot(axes[1 + k], n);
    if (!(fabs(cosine) > along * hypot(offset[0], offset[1]))) return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

PetscErrorCode BlockIsRib(Model model, const Block *b, double (*normals)[3], PetscBool *rib)
{
  PetscInt count[2] = {b->ncells, 0};

  PetscFunctionBeginUser;
  *rib = PETSC_FALSE;
  if (!normals || !b->kernel->type->has_section || b->varying ||
      hypot(section_offset_of(b->prop)[0], section_offset_of(b->prop)[1]) == 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt e = 0; e < b->ncells; e++)
    count[1] += is_rib(&model->mesh->g, b, e, normals) ? 1 : 0;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, count, 2, MPIU_INT, MPI_SUM, model->comm));
  *rib = (PetscBool)(count[0] == count[1]);
  PetscFunctionReturn(PETSC_SUCCESS);
}
