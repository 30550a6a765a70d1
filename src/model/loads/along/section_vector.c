/* section_vector.c: turns the vector of a load from the axes of the sections of beams into global
   axes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "section_vector.h"
#include <math.h>
#include "base/error.h"
#include "element/beam/node_axes.h"
#include "math/rotation.h"
#include "math/vector.h"
#include "model/loads/placed_load.h"
#include "model/parts/element_iterator.h"

/* Sets R to the matrix of a section's axes. */
static void matrix_of_axes(const double axes[3][3], double R[9])
{
  for (int k = 0; k < 9; k++) R[k] = axes[k % 3][k / 3];
}

/* Sets the vector on a beam with these axes at its first and its last node. */
static SectionVector turn_value(const PetscReal value[3], const double axes[2][3][3])
{
  SectionVector v = {{0}, {0}};
  double        R[2][9], relative[9], q[4];

  for (int k = 0; k < 2; k++) matrix_of_axes(axes[k], R[k]);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      relative[3 * i + j] = 0;
      for (int k = 0; k < 3; k++) relative[3 * i + j] += R[1][3 * i + k] * R[0][3 * j + k];
    }
  rotation_from_matrix(relative, q);
  rotation_log(q, v.turn);
  mat_vec(R[0], value, v.first);
  return v;
}

/* Input errors: the load acts on nodes or surfaces; it moves or turns with the motion. */
static PetscErrorCode CheckLoad(Model model, const PlacedLoad *placed)
{
  const LoadOptions *options = placed->options;

  PetscFunctionBeginUser;
  PetscCheck(placed->cells == 1 << 1 && !placed->is_moving, model->comm, PETSC_ERR_USER_INPUT,
             "-load_%s_axes: a load at a node, on a surface, or with a field of t cannot be in the "
             "axes of a section; leave the option out, and give the load in global axes",
             options->name);
  PetscCheck(options->kind != LOAD_MOMENT || model->linearize, model->comm, PETSC_ERR_USER_INPUT,
             "-load_%s_axes: a moment is in the axes of a section only with -linearize; leave the "
             "option out, and give the moment in global axes",
             options->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: the load acts on a line that is no beam. */
static PetscErrorCode CheckBeams(Model model, const PlacedLoad *placed, const PetscBool found[])
{
  const Geometry *g        = &model->mesh->g;
  double          place[3] = {0, 0, 0};
  int             bad      = -1;

  PetscFunctionBeginUser;
  for (int c = 0; c < g->ncells && bad < 0; c++)
    if (!found[c] && placed_load_acts_on_cell(g, placed, c)) bad = c;
  if (bad >= 0) geometry_cell_center(g, bad, place);
  PetscCall(CheckAllRanks(
    model->comm, (PetscBool)(bad >= 0),
    "-load_%s_axes section: the line at (%.6g, %.6g, %.6g) is no beam and has no section; take it "
    "out of the set of the load, or give the load in global axes",
    placed->options->name, place[0], place[1], place[2]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SectionVectorsFind(Model model, const PlacedLoad *placed, SectionVector **vector,
                                  PetscBool has[3])
{
  /* Relative to the load: components that round-off of axes leaves in a plane model */
  const double           round_off = 1e-12;
  const PetscReal *const value     = placed->options->value;
  PetscBool             *found;

  PetscFunctionBeginUser;
  PetscCall(CheckLoad(model, placed));
  PetscCall(PetscCalloc1(model->mesh->g.ncells, vector));
  PetscCall(PetscCalloc1(model->mesh->g.ncells, &found));
  has[0] = has[1] = has[2] = PETSC_FALSE;
  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const PetscInt       cell = it.block->cells[it.element];
    const ElementKernel *k    = it.block->kernel;
    const double        *data = it.block->data + (size_t)it.element * (size_t)k->ndata;
    SectionVector *const v    = &(*vector)[cell];
    double               axes[2][3][3];

    if (found[cell] || !beam_node_axes(k, data, 0, axes[0])) continue;
    if (!placed_load_acts_on_cell(&model->mesh->g, placed, (int)cell)) continue;
    (void)beam_node_axes(k, data, shape_nodes(k->shape) - 1, axes[1]);
    found[cell] = PETSC_TRUE;
    *v          = turn_value(value, (const double(*)[3][3])axes);
    for (int c = 0; c < 3; c++)
      for (int at = -1; at <= 1; at++)
        if (fabs(section_vector_at(v, at, c)) > round_off * norm(value)) has[c] = PETSC_TRUE;
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, has, 3, MPIU_BOOL, MPI_LOR, model->comm));
  PetscCall(CheckBeams(model, placed, found));
  PetscCall(PetscFree(found));
  PetscFunctionReturn(PETSC_SUCCESS);
}
