/* layout.c: numbers the dofs of nodes and cells, and sets the index tables of a model.

   The multipliers of joints are dofs of cells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "model/couplings/couplings.h"
#include "model/sliders/sliders.h"
#include "model/supports/support.h"
#include "model/parts/element_iterator.h"
#include "model/joints/joint_cell_iterator.h"
#include "model/components.h"

/* ---- multipliers ----------------------------------------------------------------------------- */

/* A multiplier is a dof of a cell. A cell has the multipliers of all its joints, then those of
   couplings, then those of sliders. VisitMultipliers gives them in this order to a function of this
   type: dof has the place of the indices of n multipliers of one cell in local vectors, in
   Joint.dofs, Coupling.dof or Slider.dof. */
typedef PetscErrorCode MultiplierVisitor(PetscInt cell, PetscInt n, PetscInt dof[], void *context);

/* Calls visit for all multipliers of this rank. AllocateMultipliers() must have made the arrays. */
static PetscErrorCode VisitMultipliers(Model model, MultiplierVisitor *visit, void *context)
{
  const Couplings c = model->couplings;
  const Sliders   s = model->sliders;

  PetscFunctionBeginUser;
  for (JointCell j = FirstJointCell(model); j.joint; NextJointCell(&j))
    PetscCall(visit(j.joint->cells[j.e], j.joint->nrows, JointCellDofs(&j) + JOINT_DOFS, context));
  for (PetscInt i = 0; c && i < c->n; i++) {
    const Joint *first = &model->joint[c->coupling[i].member[0].joint];

    for (PetscInt e = 0; e < CouplingRowCount(model, &c->coupling[i]); e++)
      PetscCall(visit(first->cells[CouplingRowCell(&c->coupling[i], e)], 1, &c->coupling[i].dof[e],
                      context));
  }
  for (PetscInt i = 0; s && i < s->n; i++)
    if (s->slider[i].cell >= 0)
      PetscCall(visit(s->slider[i].cell, s->slider[i].nrows, s->slider[i].dof, context));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Allocates Joint.dofs and Coupling.dof. */
static PetscErrorCode AllocateMultipliers(Model model)
{
  const Couplings c = model->couplings;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->njoints; k++) {
    Joint *j = &model->joint[k];

    PetscCall(PetscMalloc1((size_t)(JOINT_DOFS + j->nrows) * (size_t)j->ncells, &j->dofs));
  }
  for (PetscInt i = 0; c && i < c->n; i++)
    PetscCall(PetscMalloc1(CouplingRowCount(model, &c->coupling[i]), &c->coupling[i].dof));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Numbering - The data of the visitors below. */
typedef struct {
  Layout      *layout;
  PetscSection section, global; /* sections of local vectors and of global vectors */
  PetscInt     first_cell;      /* point of the first cell in the sections */
  PetscInt    *used;            /* [ncells] number of multipliers of each cell that have an index */
  PetscInt     nlisted;         /* number of entries that Layout.multiplier has so far */
} Numbering;

/* Adds the multipliers to the section. */
static PetscErrorCode AddToSection(PetscInt cell, PetscInt n, PetscInt dof[], void *context)
{
  const Numbering *m = context;

  (void)dof;
  PetscFunctionBeginUser;
  PetscCall(PetscSectionAddDof(m->section, m->first_cell + cell, n));
  m->layout->nlocal_multipliers += n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets dof and Layout.global. */
static PetscErrorCode AssignIndices(PetscInt cell, PetscInt n, PetscInt dof[], void *context)
{
  Numbering *m = context;
  PetscInt   at, free;

  PetscFunctionBeginUser;
  PetscCall(PetscSectionGetOffset(m->section, m->first_cell + cell, &at));
  PetscCall(PetscSectionGetOffset(m->global, m->first_cell + cell, &free));
  for (PetscInt k = 0; k < n; k++) {
    dof[k]                    = at + m->used[cell];
    m->layout->global[dof[k]] = free + m->used[cell]++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Appends the multipliers to Layout.multiplier. */
static PetscErrorCode AppendToList(PetscInt cell, PetscInt n, PetscInt dof[], void *context)
{
  Numbering *m = context;

  (void)cell;
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < n; k++)
    m->layout->multiplier[m->nlisted++] = m->layout->global[dof[k]] - m->layout->first;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the indices of the multipliers: in Joint.dofs, Coupling.dof, Slider.dof, and in
   Layout.global and Layout.multiplier. */
static PetscErrorCode MultipliersIndexDofs(Model model, PetscSection section, PetscSection global)
{
  Layout   *l = &model->layout;
  Numbering m = {l, section, global, model->mesh->g.nnodes};

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(model->mesh->g.ncells, &m.used));
  PetscCall(VisitMultipliers(model, AssignIndices, &m));
  PetscCall(PetscFree(m.used));
  PetscCall(PetscMalloc1(l->nlocal_multipliers, &l->multiplier));
  PetscCall(VisitMultipliers(model, AppendToList, &m));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the indices in Joint.dofs that belong to nodes. */
static void IndexJointNodes(Model model)
{
  for (JointCell j = FirstJointCell(model); j.joint; NextJointCell(&j)) {
    PetscInt *dofs = JointCellDofs(&j), node[2];

    JointCellNodes(&j, node);
    for (int i = 0; i < JOINT_DOFS; i++)
      dofs[i] = node[i / COMPONENTS] < 0
                  ? -1
                  : model->layout.dof[COMPONENTS * node[i / COMPONENTS] + i % COMPONENTS];
  }
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
  PetscCall(AllocateMultipliers(model));
  PetscCall(VisitMultipliers(model, AddToSection, &(Numbering){l, section, NULL, g->nnodes}));
  PetscCallMPI(
    MPI_Allreduce(&l->nlocal_multipliers, &l->nmultipliers, 1, MPIU_INT, MPI_SUM, model->comm));
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
  Vec             v;

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
  IndexJointNodes(model);
  PetscCall(DMCreateGlobalVector(model->mesh->dm, &v));
  PetscCall(VecGetSize(v, &l->nfree));
  PetscCall(VecGetOwnershipRange(v, &l->first, &l->end));
  PetscCall(VecDestroy(&v));
  PetscCall(MultipliersIndexDofs(model, section, global));
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
