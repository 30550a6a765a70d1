/* large_move.c: warns if the search for an equilibrium has moved nodes far from the mesh. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <petscbt.h>
#include <string.h>
#include "large_move.h"
#include "model/parts/element_iterator.h"

/* FAR: displacement over the model's size. A structure that bears its loads moves by much less; one
   that falls over moves by more. Both sides are in tests/analysis/stability.py. */
static const PetscReal FAR = 0.1;

/* Marks the nodes that count: all of them, or those of trusses, by this rank's elements. */
static PetscErrorCode MarkNodes(Model model, PetscBool trusses, unsigned char marked[])
{
  PetscFunctionBeginUser;
  memset(marked, trusses ? 0 : 1, (size_t)model->mesh->g.nnodes);
  for (ElementIterator it = PartElements(model); trusses && NextElement(&it);)
    for (int i = 0; i < shape_nodes(it.block->kernel->shape); i++)
      if (!strcmp(it.block->kernel->name, "truss")) marked[it.node[i]] = 1;
  PetscCall(MeshCombineNodes(model->mesh, MPI_UNSIGNED_CHAR, marked, MPI_MAX));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Copies the displacements of marked nodes from one global vector to another one, which is 0. */
static PetscErrorCode CopyDisplacements(Model model, const unsigned char marked[], Vec from, Vec to)
{
  const Layout      *l = &model->layout;
  const PetscScalar *u;
  PetscScalar       *kept;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(from, &u));
  PetscCall(VecGetArray(to, &kept));
  for (int i = 0; i < model->mesh->g.nnodes; i++)
    for (int c = 0; c < 3 && marked[i] && model->mesh->owned[i]; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c], row = dof < 0 ? -1 : l->global[dof];

      if (row >= 0) kept[row - l->first] = u[row - l->first];
    }
  PetscCall(VecRestoreArray(to, &kept));
  PetscCall(VecRestoreArrayRead(from, &u));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LargeMoveFind(const Run *run, Vec before, Vec after, PetscBool trusses,
                             PetscBool *far, PetscReal *move, char place[], size_t size)
{
  const Model    model = run->model;
  unsigned char *marked;
  Vec            difference, kept;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(model->mesh->g.nnodes, &marked));
  PetscCall(MarkNodes(model, trusses, marked));
  PetscCall(VecDuplicate(after, &difference));
  PetscCall(VecDuplicate(after, &kept));
  PetscCall(VecCopy(after, difference));
  if (before) PetscCall(VecAXPY(difference, -1, before));
  PetscCall(VecZeroEntries(kept));
  PetscCall(CopyDisplacements(model, marked, difference, kept));
  PetscCall(VecNorm(kept, NORM_INFINITY, move));
  *far = (PetscBool)(*move > FAR * run->sys->scales.model_size);
  PetscCall(FsSystemDescribeLargestDof(run->sys, kept, place, size));
  PetscCall(VecDestroy(&kept));
  PetscCall(VecDestroy(&difference));
  PetscCall(PetscFree(marked));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LargeMoveWarnTrusses(const Run *run, const FsState *s)
{
  char      place[FS_PLACE_SIZE];
  PetscBool far;
  PetscReal move;

  PetscFunctionBeginUser;
  PetscCall(LargeMoveFind(run, NULL, s->q, PETSC_TRUE, &far, &move, place, sizeof place));
  if (far)
    PetscCall(PetscFPrintf(
      run->comm, stderr,
      "fsolve: warning: the mesh as given is a mechanism, and has moved to an equilibrium "
      "elsewhere: "
      "at t = %.6g the displacement of %s is %.3g m, and the model's size is %.3g m; brace it, "
      "support it, make bars that bend beams, or give a prestress; lines that hang are cables\n",
      (double)s->t, place, (double)move, (double)run->sys->scales.model_size));
  PetscFunctionReturn(PETSC_SUCCESS);
}
