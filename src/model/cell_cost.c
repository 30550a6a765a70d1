/* cell_cost.c: estimates the cost of cells from the options, for the partition of the mesh.

   The mesh does not exist yet. Results do not depend on the partition, so wrong options are left to
   the code that reads them later. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "mesh/frame/member_ends.h"
#include "model/model.h"

/* The cost of an element is the number of entries of its matrix, the square of its dofs. A joint
   has the dofs of two bodies and six rows. */
enum { JOINT_COST_DOFS = 18 };

PetscReal BlockCost(const Block *b) { return (PetscReal)(b->nd * b->nd * b->ncells); }
PetscReal JointCost(PetscInt ncells)
{
  return (PetscReal)(JOINT_COST_DOFS * JOINT_COST_DOFS * ncells);
}

/* Appends the costs of all parts or joints that an option lists. */
static PetscErrorCode AddCellCosts(FsOptions o, const char option[], const char kind[], PetscInt *n,
                                   CellWork **work)
{
  PetscInt more;
  char   **names;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, option, &more, &names));
  PetscCall(PetscRealloc((size_t)(*n + more) * sizeof **work, work));
  for (PetscInt i = 0; i < more; i++) {
    CellWork   *w    = &(*work)[(*n)++];
    const char *sets = names[i], *element = "";
    PetscBool   is_set;

    PetscCall(FsOptionsText(o, FsOptionName(o, "-%s_%s_set", kind, names[i]), &sets, &is_set));
    *w = (CellWork){.work = {0}};
    PetscCall(PetscStrncpy(w->sets, sets, sizeof w->sets));
    if (strcmp(kind, "part"))
      w->work[SHAPE_POINT] = w->work[SHAPE_LINE] = JOINT_COST_DOFS * JOINT_COST_DOFS;
    else
      PetscCall(FsOptionsText(o, FsOptionName(o, "-part_%s_element", names[i]), &element, &is_set));
    for (int k = 0; element_kernels[k]; k++) {
      const int nd = shape_nodes(element_kernels[k]->shape) * element_kernels[k]->nc;

      if (!strcmp(element_kernels[k]->name, element)) w->work[element_kernels[k]->shape] = nd * nd;
    }
  }
  PetscCall(PetscStrNArrayDestroy(more, &names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Appends the cost of the joints at ends of lines, which no option lists (mesh/part_ends.h,
   mesh/frame/member_ends.h). */
static PetscErrorCode AddJointCells(const char sets[], PetscInt *n, CellWork **work)
{
  CellWork *w;

  PetscFunctionBeginUser;
  PetscCall(PetscRealloc((size_t)(*n + 1) * sizeof **work, work));
  w  = &(*work)[(*n)++];
  *w = (CellWork){.work = {0}};
  PetscCall(PetscStrncpy(w->sets, sets, sizeof w->sets));
  w->work[SHAPE_LINE] = JOINT_COST_DOFS * JOINT_COST_DOFS;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether a list of meshes has a frame. */
static PetscBool lists_frame(const char meshes[])
{
  static const char frame[] = "frame";

  for (const char *p = meshes; *p;) {
    const size_t length = strcspn(p, ",");

    if (length == sizeof frame - 1 && !strncmp(p, frame, length)) return PETSC_TRUE;
    p += length + (p[length] == ',');
  }
  return PETSC_FALSE;
}

/* Appends the costs of the joints at the ends of all members of a frame. */
static PetscErrorCode AddMemberEnds(FsOptions o, PetscInt *n, CellWork **work)
{
  const char *meshes = "";
  PetscInt    members;
  char      **names, sets[sizeof(*work)->sets];

  PetscFunctionBeginUser;
  PetscCall(FsOptionsList(o, "-mesh", &meshes, NULL));
  if (!lists_frame(meshes)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsOptionsNames(o, "-members", &members, &names));
  for (PetscInt i = 0; i < members; i++) {
    PetscCall(PetscSNPrintf(sets, sizeof sets, "%s.%s,%s.%s", names[i], member_end_names[0],
                            names[i], member_end_names[1]));
    PetscCall(AddJointCells(sets, n, work));
  }
  PetscCall(PetscStrNArrayDestroy(members, &names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CellCostsFromOptions(FsOptions o, PetscInt *n, CellWork **work)
{
  PetscFunctionBeginUser;
  *n    = 0;
  *work = NULL;
  PetscCall(AddCellCosts(o, "-parts", "part", n, work));
  PetscCall(AddCellCosts(o, "-joints", "joint", n, work));
  PetscCall(AddJointCells(MEMBER_ENDS_SET, n, work));
  PetscCall(AddMemberEnds(o, n, work));
  PetscFunctionReturn(PETSC_SUCCESS);
}
