/* cell_cost.c: what cells cost, from the options alone, before there is a mesh: for its partition, which answers do not depend on. A wrong option is told by
   whoever takes it. */
#include <string.h>
#include "model/model.h"

/* The work of an element is taken as the square of its dofs, the entries of its matrix; of a joint those of two bodies and six rows between them. */
enum { JOINT_COST_DOFS = 18 };

PetscReal BlockCost(const Block *b) { return (PetscReal)(b->nd * b->nd * b->ncells); }
PetscReal JointCost(PetscInt ncells)
{
  return (PetscReal)(JOINT_COST_DOFS * JOINT_COST_DOFS * ncells);
}

/* Those of all parts or joints, whose names an option lists; n is counted on. */
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
    PetscBool   is_set; /* what stands where it is not is told by others */

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

PetscErrorCode CellCostsFromOptions(FsOptions o, PetscInt *n, CellWork **work)
{
  PetscFunctionBeginUser;
  *n    = 0;
  *work = NULL;
  PetscCall(AddCellCosts(o, "-parts", "part", n, work));
  PetscCall(AddCellCosts(o, "-joints", "joint", n, work));
  PetscFunctionReturn(PETSC_SUCCESS);
}
