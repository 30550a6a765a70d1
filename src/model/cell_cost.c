/* cell_cost.c: estimates the cost of cells from the options, for the partition of the mesh.

   The mesh does not exist yet. Results do not depend on the partition. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "element/registry.h"
#include "members/member_ends.h"
#include "model/model_options.h"
#include "model/parts/block.h"

/* The cost of an element is the number of entries of its matrix, the square of its dofs. A joint
   has the dofs of two bodies and six rows. */
enum { JOINT_COST_DOFS = 18, JOINT_COST = JOINT_COST_DOFS * JOINT_COST_DOFS };

PetscReal BlockCost(const Block *b) { return (PetscReal)(b->nd * b->nd * b->ncells); }
PetscReal JointCost(PetscInt ncells) { return (PetscReal)(JOINT_COST * ncells); }

/* Returns the next cost, which is 0, of the cells in some sets. work has room for it. */
static CellWork *next_work(const char sets[], PetscInt *n, CellWork work[])
{
  CellWork *w = &work[(*n)++];

  *w = (CellWork){.work = {0}};
  (void)snprintf(w->sets, sizeof w->sets, "%s", sets);
  return w;
}

/* Returns the sets of a selection. */
static const char *sets_of(const MeshSelection *s) { return s->sets ? s->sets : s->name; }

/* Adds the cost of a part. The kernels of an element differ in their shapes. */
static void add_part(const PartOptions *part, PetscInt *n, CellWork work[])
{
  CellWork *w = next_work(sets_of(&part->cells), n, work);

  for (int k = 0; element_kernels[k]; k++) {
    const int nd = shape_nodes(element_kernels[k]->shape) * element_kernels[k]->nc;

    if (!strcmp(element_kernels[k]->name, part->kernel->name))
      w->work[element_kernels[k]->shape] = nd * nd;
  }
}

/* Adds the costs of the joints at the ends of lines (members/part_ends.h, members/member_ends.h).
 */
static void add_ends(const MemberJointOptions *ends, PetscInt *n, CellWork work[])
{
  char sets[sizeof(work->sets)];

  next_work(SPLIT_OFF_SET, n, work)->work[SHAPE_LINE] = JOINT_COST;
  for (PetscInt i = 0; i < ends->nmembers; i++) {
    const char *const member = ends->member[i].name;

    (void)snprintf(sets, sizeof sets, "%s.%s,%s.%s", member, frame_end_names[0], member,
                   frame_end_names[1]);
    next_work(sets, n, work)->work[SHAPE_LINE] = JOINT_COST;
  }
}

PetscErrorCode CellCostsEstimate(const ModelOptions *options, PetscInt *n, CellWork **work)
{
  const ConstraintOptions *constraints = &options->constraints;

  PetscFunctionBeginUser;
  *n = 0;
  PetscCall(PetscMalloc1(
    (size_t)(options->nparts + constraints->joints.n + constraints->ends.nmembers + 1), work));
  for (PetscInt i = 0; i < options->nparts; i++) add_part(&options->part[i], n, *work);
  for (PetscInt i = 0; i < constraints->joints.n; i++) {
    CellWork *w = next_work(sets_of(&constraints->joints.joint[i].cells), n, *work);

    w->work[SHAPE_POINT] = w->work[SHAPE_LINE] = JOINT_COST;
  }
  add_ends(&constraints->ends, n, *work);
  PetscFunctionReturn(PETSC_SUCCESS);
}
