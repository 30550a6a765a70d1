/* cell_cost.c: what cells cost, from the options alone, before there is a mesh: for its partition, which answers do not depend on. A wrong option is told by
   whoever takes it. */
#include <string.h>
#include "model.h"

/* The work of an element is taken as the square of its dofs, the entries of its matrix; of a joint those of two bodies and six rows between them. */
enum { JOINT_SIZE = 18 };

PetscReal BlockWork(const Block *b) { return (PetscReal)(b->nd * b->nd * b->ncells); }
PetscReal JointWork(PetscInt ncells) { return (PetscReal)(JOINT_SIZE * JOINT_SIZE * ncells); }

/* Those of all parts or joints, whose names an option lists; n is counted on. */
static PetscErrorCode AddWorks(FsOptions o, const char option[], const char kind[], PetscInt *n, CellWork **work)
{
  PetscInt more;
  char   **names;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, option, &more, &names));
  PetscCall(PetscRealloc((size_t)(*n + more) * sizeof **work, work));
  for (PetscInt i = 0; i < more; i++) {
    CellWork   *w    = &(*work)[(*n)++];
    const char *sets = names[i], *element = "";
    PetscBool   given; /* what stands where it is not is told by others */

    PetscCall(FsOptionsText(o, FsOptionName(o, "-%s_%s_set", kind, names[i]), &sets, &given));
    *w = (CellWork){.work = {0}};
    PetscCall(PetscStrncpy(w->sets, sets, sizeof w->sets));
    if (strcmp(kind, "part")) w->work[SHAPE_POINT] = w->work[SHAPE_LINE] = JOINT_SIZE * JOINT_SIZE;
    else PetscCall(FsOptionsText(o, FsOptionName(o, "-part_%s_element", names[i]), &element, &given));
    for (int k = 0; element_kernels[k]; k++) {
      const int nd = shape_nodes(element_kernels[k]->shape) * element_kernels[k]->nc;

      if (!strcmp(element_kernels[k]->name, element)) w->work[element_kernels[k]->shape] = nd * nd;
    }
  }
  PetscCall(PetscStrNArrayDestroy(more, &names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WorkFromOptions(FsOptions o, PetscInt *n, CellWork **work)
{
  PetscFunctionBeginUser;
  *n    = 0;
  *work = NULL;
  PetscCall(AddWorks(o, "-parts", "part", n, work));
  PetscCall(AddWorks(o, "-joints", "joint", n, work));
  PetscFunctionReturn(PETSC_SUCCESS);
}
