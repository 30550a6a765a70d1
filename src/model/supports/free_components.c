/* free_components.c: warns of components that supports leave free beside a motion. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "free_components.h"
#include "model/component_list.h"
#include "model/supports/support.h"

/* Returns whether the user gives motions, but neither components that are fixed nor axes. */
static PetscBool only_moves(const SupportOptions *s)
{
  PetscBool moves = PETSC_FALSE;

  for (int c = 0; c < COMPONENTS; c++)
    if (s->motion[c] || s->derivative[c] || s->has_harmonic[c]) moves = PETSC_TRUE;
  return (PetscBool)(moves && !s->has_fix && !s->fixed && s->all & ROTATIONS && !s->has_axes);
}

PetscErrorCode WarnFreeComponents(Model model, const SupportOptions supports[])
{
  const Layout *l = &model->layout;

  PetscFunctionBeginUser;
  for (PetscInt s = 0; s < model->nsupports; s++) {
    const Support *support = &model->support[s];
    int            left    = 0, all;
    char           names[128], letters[4] = "";

    if (!only_moves(&supports[s])) continue;
    for (int i = 0; i < model->mesh->g.nnodes; i++)
      if (geometry_node_in_set(&model->mesh->g, i, (int)support->set))
        left |= l->components[i] & ~l->supported[i] & ~SupportRowsAt(model, s, i);
    PetscCallMPI(MPI_Allreduce(&left, &all, 1, MPI_INT, MPI_BOR, model->comm));
    if (!all) continue;
    PetscCall(ComponentsName(all, sizeof names, names));
    for (int c = 0; c < 3; c++)
      if (support->fixed >> c & 1)
        PetscCall(PetscStrlcat(letters, component_names[c], sizeof letters));
    PetscCall(PetscFPrintf(
      model->comm, stderr,
      "fsolve: warning: support '%s' has a motion alone, so that %s of its nodes %s free; to clamp "
      "them, add -support_%s_fix all; if they are free, say so by -support_%s_fix %s\n",
      support->name, names, all & (all - 1) ? "are" : "is", support->name, support->name,
      letters[0] ? letters : "none"));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
