/* multipliers.c: numbers the multipliers of joints, couplings and sliders as dofs of cells.

   A cell has the multipliers of all its joints, then those of couplings, then those of sliders. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/multipliers.h"
#include "model/couplings/couplings.h"
#include "model/joints/joint_cell_iterator.h"
#include "model/sliders/sliders.h"

/* Adds n multipliers to a cell. */
static PetscErrorCode AddCellDofs(Model model, PetscSection section, PetscInt cell, PetscInt n)
{
  PetscFunctionBeginUser;
  PetscCall(PetscSectionAddDof(section, model->mesh->g.nnodes + cell, n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MultipliersAddDofs(Model model, PetscSection section)
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

PetscErrorCode MultipliersIndexDofs(Model model, PetscSection section, PetscSection global)
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

PetscErrorCode MultipliersList(Model model)
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
