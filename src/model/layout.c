/* layout.c: numbers the dofs of nodes and cells, and sets the index tables of a model.

   The multipliers of joints are dofs of cells (multipliers.c). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "model/couplings/couplings.h"
#include "model/multipliers.h"
#include "model/sliders/sliders.h"
#include "model/parts/element_iterator.h"

/* Checks that a PetscInt can count all dofs and multipliers. */
static PetscErrorCode CheckDofCount(Model model)
{
  int64_t n = 0;

  PetscFunctionBeginUser;
  for (int i = 0; i < model->mesh->g.nnodes; i++)
    if (model->mesh->owned[i]) n += __builtin_popcount(model->layout.components[i]);
  for (PetscInt k = 0; k < model->njoints; k++)
    n += (int64_t)model->joint[k].nrows * model->joint[k].ncells;
  n += CouplingsCountShares(model); /* an upper bound of their multipliers */
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &n, 1, MPI_INT64_T, MPI_SUM, model->comm));
  PetscCheck(
    n <= PETSC_MAX_INT, model->comm, PETSC_ERR_USER_INPUT,
    "the model has %lld dofs, and PETSc's integers of %d bits count to %" PetscInt_FMT
    ": make the mesh coarser, or build with a PETSc of 64-bit indices (libpetsc64-real-dev)",
    (long long)n, (int)(8 * sizeof(PetscInt)), PETSC_MAX_INT);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Puts the dofs of cells before those of nodes, although the points of nodes come first. */
static PetscErrorCode OrderPoints(const Geometry *g, PetscSection section)
{
  PetscInt *point;
  IS        order;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)g->ncells + (size_t)g->nnodes, &point));
  for (PetscInt i = 0; i < g->ncells + g->nnodes; i++)
    point[i] = i < g->ncells ? g->nnodes + i : i - g->ncells;
  PetscCall(
    ISCreateGeneral(PETSC_COMM_SELF, g->ncells + g->nnodes, point, PETSC_OWN_POINTER, &order));
  PetscCall(PetscSectionSetPermutation(section, order));
  PetscCall(ISDestroy(&order));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates the PetscSection of the DM: dofs and supported dofs of nodes, multipliers of cells. It
   saves memory: if no cell can have multipliers, it ends with the nodes. */
static PetscErrorCode CreateSection(Model model)
{
  const PetscBool cells = (PetscBool)(model->njoints || model->sliders);
  const Geometry *g     = &model->mesh->g;
  Layout         *l     = &model->layout;
  DM              dm    = model->mesh->dm;
  PetscSection    section;

  PetscFunctionBeginUser;
  PetscCall(PetscSectionCreate(model->comm, &section));
  PetscCall(PetscSectionSetChart(section, 0, g->nnodes + (cells ? g->ncells : 0)));
  if (cells) PetscCall(OrderPoints(g, section));
  for (int i = 0; i < g->nnodes; i++) {
    const int all       = __builtin_popcount(l->components[i]),
              supported = __builtin_popcount(l->supported[i]);

    if (all) PetscCall(PetscSectionSetDof(section, i, all));
    if (supported) PetscCall(PetscSectionSetConstraintDof(section, i, supported));
  }
  PetscCall(MultipliersAddDofs(model, section));
  PetscCall(PetscSectionSetUp(section));
  for (int i = 0; i < g->nnodes; i++) {
    PetscInt supported[COMPONENTS], n = 0, position = 0;

    if (!l->supported[i]) continue;
    for (int c = 0; c < COMPONENTS; c++) {
      if (l->supported[i] & 1 << c) supported[n++] = position;
      position += l->components[i] >> c & 1;
    }
    PetscCall(PetscSectionSetConstraintIndices(section, i, supported));
  }
  PetscCall(DMSetLocalSection(dm, section));
  PetscCall(PetscSectionDestroy(&section));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the index tables of layout, joints and blocks from the PetscSection. */
static PetscErrorCode IndexDofs(Model model)
{
  const Geometry *g = &model->mesh->g;
  Layout         *l = &model->layout;
  PetscSection    section, global;

  PetscFunctionBeginUser;
  PetscCall(DMGetLocalSection(model->mesh->dm, &section));
  PetscCall(DMGetGlobalSection(model->mesh->dm, &global));
  PetscCall(PetscSectionGetStorageSize(section, &l->nlocal));
  PetscCall(PetscMalloc2(COMPONENTS * (size_t)g->nnodes, &l->dof,
                         (size_t)(l->nlocal + CouplingsCountShares(model)), &l->global));
  for (int i = 0; i < g->nnodes; i++) {
    PetscInt at, free;

    PetscCall(PetscSectionGetOffset(section, i, &at));
    PetscCall(PetscSectionGetOffset(global, i, &free));
    if (free < 0) free = -(free + 1);
    for (int c = 0; c < COMPONENTS; c++) {
      const int has = l->components[i] >> c & 1, supported = l->supported[i] >> c & 1;

      l->dof[COMPONENTS * i + c] = has ? at : -1;
      if (has) l->global[at++] = supported ? -1 : free++;
    }
  }
  PetscCall(MultipliersIndexDofs(model, section, global));
  {
    Vec      v;
    PetscInt n;

    PetscCall(DMCreateGlobalVector(model->mesh->dm, &v));
    PetscCall(VecGetSize(v, &n));
    PetscCall(VecGetOwnershipRange(v, &l->first, &l->end));
    l->nfree = n;
    PetscCall(VecDestroy(&v));
  }
  for (PetscInt k = 0; k < model->nblocks; k++) {
    Block *b = &model->block[k];

    PetscCall(PetscMalloc1((size_t)b->nd * (size_t)b->ncells, &b->dofs));
  }
  for (ElementIterator it = ModelElements(model); NextElement(&it);) {
    const int nc   = it.block->kernel->nc;
    PetscInt *dofs = BlockDofs(it.block, it.element);

    for (int i = 0; i < shape_nodes(it.block->kernel->shape); i++)
      for (int c = 0; c < nc; c++)
        dofs[i * nc + c] = l->dof[COMPONENTS * it.node[i] + BlockComponent(it.block, c)];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LayoutSetUp(Model model)
{
  const PetscInt n = model->mesh->g.nnodes;
  Layout        *l = &model->layout;
  PetscInt      *support_of[COMPONENTS]; /* see SupportDofsApply */

  PetscFunctionBeginUser;
  for (int c = 0; c < COMPONENTS; c++) {
    PetscCall(PetscMalloc1(n, &support_of[c]));
    for (PetscInt i = 0; i < n; i++) support_of[c][i] = -1;
  }
  PetscCall(SupportDofsApply(model, support_of));
  PetscCall(CheckDofCount(model));
  PetscCall(CreateSection(model));
  PetscCall(IndexDofs(model));
  PetscCall(MultipliersList(model));
  PetscCall(CouplingsIndexDofs(model));
  PetscCall(SlidersIndexDofs(model));
  PetscCall(SupportDofsList(model, support_of));
  for (int c = 0; c < COMPONENTS; c++) PetscCall(PetscFree(support_of[c]));
  PetscCheck(
    l->nfree > l->nmultipliers || !l->nmultipliers, model->comm, PETSC_ERR_USER_INPUT,
    "the model has joints or ties but no free dofs: every node is supported; take sets out "
    "of -supports, or remove the joints and ties");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LayoutDestroy(Model model)
{
  Layout *l = &model->layout;

  PetscFunctionBeginUser;
  PetscCall(PetscFree2(l->components, l->supported));
  PetscCall(PetscFree2(l->dof, l->global));
  PetscCall(PetscFree(l->support_dof));
  PetscCall(PetscFree(l->moved));
  PetscCall(PetscFree(l->motion_of));
  PetscCall(PetscFree(l->multiplier));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Copies the free dofs and multipliers of a single rank, which has no ghosts. PETSc's exchange
   takes longer than this in a small model. */
static PetscErrorCode CopyToLocal(const Layout *l, Vec global, Vec local)
{
  const PetscScalar *from;
  PetscScalar       *to;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(global, &from));
  PetscCall(VecGetArray(local, &to));
  for (PetscInt i = 0; i < l->nlocal; i++)
    if (l->global[i] >= 0) to[i] = from[l->global[i]];
  PetscCall(VecRestoreArray(local, &to));
  PetscCall(VecRestoreArrayRead(global, &from));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelGlobalToLocal(Model model, Vec global, Vec local)
{
  PetscMPIInt size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(model->comm, &size));
  if (size == 1) {
    PetscCall(CopyToLocal(&model->layout, global, local));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(DMGlobalToLocalBegin(model->mesh->dm, global, INSERT_VALUES, local));
  PetscCall(DMGlobalToLocalEnd(model->mesh->dm, global, INSERT_VALUES, local));
  PetscFunctionReturn(PETSC_SUCCESS);
}
