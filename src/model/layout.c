/* layout.c: numbers the dofs of nodes and cells, and sets the index tables of a model.

   The multipliers of joints are dofs of cells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "model/couplings/couplings.h"
#include "model/sliders/sliders.h"
#include "model/parts/element_iterator.h"
#include "model/joints/joint_cell_iterator.h"
#include "model/components.h"

/* ---- multipliers ----------------------------------------------------------------------------- */

/* Numbers the multipliers of joints, couplings and sliders as dofs of cells.

   A cell has the multipliers of all its joints, then those of couplings, then those of sliders. */

/* Adds n multipliers to a cell. */
static PetscErrorCode AddCellDofs(Model model, PetscSection section, PetscInt cell, PetscInt n)
{
  PetscFunctionBeginUser;
  PetscCall(PetscSectionAddDof(section, model->mesh->g.nnodes + cell, n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The parts of LayoutSetUp that concern multipliers. It calls them in this order. Multipliers are
   dofs of cells.
     MultipliersAddDofs    adds the multipliers to the section
     MultipliersIndexDofs  sets Joint.dofs, Coupling.dof, Slider.dof, layout.global, and the numbers
                           of multipliers in layout
     MultipliersList       sets layout.multiplier */
static PetscErrorCode MultipliersAddDofs(Model model, PetscSection section)
{
  const Couplings c = model->couplings;
  const Sliders   s = model->sliders;

  PetscFunctionBeginUser;
  for (JointCell j = FirstJointCell(model); j.joint; NextJointCell(&j))
    PetscCall(AddCellDofs(model, section, j.joint->cells[j.e], j.joint->nrows));
  for (PetscInt i = 0; c && i < c->n; i++) {
    const Joint *first = &model->joint[c->coupling[i].member[0].joint];

    for (PetscInt e = 0; e < CouplingRowCount(model, &c->coupling[i]); e++)
      PetscCall(AddCellDofs(model, section, first->cells[CouplingRowCell(&c->coupling[i], e)], 1));
  }
  for (PetscInt i = 0; s && i < s->n; i++)
    if (s->slider[i].cell >= 0)
      PetscCall(AddCellDofs(model, section, s->slider[i].cell, s->slider[i].nrows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Counts the dofs of each cell that are already assigned. */
typedef struct {
  PetscSection section, global;
  PetscInt     first; /* point of the first cell */
  PetscInt    *used;  /* [ncells] */
} DofCounter;

/* Sets *dof to the next multiplier of a cell in local vectors, and layout.global of this dof. */
static PetscErrorCode AssignDof(Layout *l, const DofCounter *n, PetscInt cell, PetscInt *dof)
{
  PetscInt at, free;

  PetscFunctionBeginUser;
  PetscCall(PetscSectionGetOffset(n->section, n->first + cell, &at));
  PetscCall(PetscSectionGetOffset(n->global, n->first + cell, &free));
  *dof            = at + n->used[cell];
  l->global[*dof] = free + n->used[cell]++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode IndexJointDofs(Model model, const DofCounter *n, Joint *j)
{
  const PetscInt nd = JOINT_DOFS + j->nrows;
  Layout        *l  = &model->layout;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)nd * (size_t)j->ncells, &j->dofs));
  for (PetscInt e = 0; e < j->ncells; e++) {
    PetscInt *dofs = j->dofs + (size_t)e * (size_t)nd, node[2];

    JointNodes(model, j, e, node);
    for (int i = 0; i < JOINT_DOFS; i++)
      dofs[i] =
        node[i / COMPONENTS] < 0 ? -1 : l->dof[COMPONENTS * node[i / COMPONENTS] + i % COMPONENTS];
    for (int i = 0; i < j->nrows; i++)
      PetscCall(AssignDof(l, n, j->cells[e], &dofs[JOINT_DOFS + i]));
  }
  l->nmultipliers += j->nrows * j->ncells_all;
  l->nlocal_multipliers += j->nrows * j->ncells;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MultipliersIndexDofs(Model model, PetscSection section, PetscSection global)
{
  const Couplings c = model->couplings;
  const Sliders   s = model->sliders;
  DofCounter      n = {section, global, model->mesh->g.nnodes, NULL};

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(model->mesh->g.ncells, &n.used));
  for (PetscInt k = 0; k < model->njoints; k++)
    PetscCall(IndexJointDofs(model, &n, &model->joint[k]));
  for (PetscInt i = 0; c && i < c->n; i++) {
    Coupling      *one   = &c->coupling[i];
    const Joint   *first = &model->joint[one->member[0].joint];
    const PetscInt nrows = CouplingRowCount(model, one);

    PetscCall(PetscMalloc1(nrows, &one->dof));
    for (PetscInt e = 0; e < nrows; e++)
      PetscCall(AssignDof(&model->layout, &n, first->cells[CouplingRowCell(one, e)], &one->dof[e]));
    model->layout.nmultipliers += one->ncells_all;
    model->layout.nlocal_multipliers += nrows;
  }
  for (PetscInt i = 0; s && i < s->n; i++) {
    Slider *slider = &s->slider[i];

    for (int k = 0; k < slider->nrows && slider->cell >= 0; k++, model->layout.nlocal_multipliers++)
      PetscCall(AssignDof(&model->layout, &n, slider->cell, &slider->dof[k]));
    model->layout.nmultipliers += slider->nrows;
  }
  PetscCall(PetscFree(n.used));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MultipliersList(Model model)
{
  const Couplings c = model->couplings;
  const Sliders   s = model->sliders;
  Layout         *l = &model->layout;
  PetscInt        n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(l->nlocal_multipliers, &l->multiplier));
  for (JointCell j = FirstJointCell(model); j.joint; NextJointCell(&j))
    for (int k = 0; k < j.joint->nrows; k++)
      l->multiplier[n++] = l->global[JointCellDofs(&j)[JOINT_DOFS + k]] - l->first;
  for (PetscInt i = 0; c && i < c->n; i++)
    for (PetscInt e = 0; e < CouplingRowCount(model, &c->coupling[i]); e++)
      l->multiplier[n++] = l->global[c->coupling[i].dof[e]] - l->first;
  for (PetscInt i = 0; s && i < s->n; i++)
    for (int k = 0; k < s->slider[i].nrows && s->slider[i].cell >= 0; k++)
      l->multiplier[n++] = l->global[s->slider[i].dof[k]] - l->first;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the layout ------------------------------------------------------------------------------ */

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
