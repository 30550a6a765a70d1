/* components.c: the components of nodes by name; nodes of a set that a load, a motion or an initial field does not reach,
   because they lack the component that it acts on. None at all is refused where the option is read; some are told. */
#include "base/error.h"
#include "model.h"

const char *const component_names[COMPONENTS] = {
  "x", "y", "z", "rotation about x", "rotation about y", "rotation about z"};

PetscErrorCode ModelWarnMissingComponent(Model model, const char option[], PetscInt set,
                                         int component)
{
  const Geometry *g    = &model->mesh->g;
  PetscInt        n[2] = {0, 0},
           all[2]; /* nodes of the set: of the model; of those, without the component */
  int first = -1;

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++) {
    if (!model->mesh->owned[i] || !model->layout.components[i] ||
        !geometry_node_in_set(g, i, (int)set))
      continue;
    n[0]++;
    if (model->layout.components[i] >> component & 1) continue;
    n[1]++;
    if (first < 0) first = i;
  }
  PetscCallMPI(MPIU_Allreduce(n, all, 2, MPIU_INT, MPI_SUM, model->comm));
  PetscCall(WarnAllRanks(
    model->comm, (PetscBool)(first >= 0),
    "%s does not reach %" PetscInt_FMT " of the %" PetscInt_FMT
    " nodes of set '%s', the first at (%.6g, %.6g, %.6g): they have no %s; take a set without "
    "them if that is meant",
    option, all[1], all[0], g->set_name[set], first < 0 ? 0 : g->x[first][0],
    first < 0 ? 0 : g->x[first][1], first < 0 ? 0 : g->x[first][2], component_names[component]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
