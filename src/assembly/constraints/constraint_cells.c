/* constraint_cells.c: iterates over constraint cells and computes the rows of one cell. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "constraint_cells.h"
#include "joint_term.h"
#include "assembly/term.h"

enum { N = JOINT_DOFS };

/* Sets the rows and dofs of a joint's cell; after the last one, moves to the next share. */
static void set_rows(ConstraintCell *c)
{
  const Model          model = c->cell.model;
  const CouplingShare *share;

  if (c->share < 0 && c->cell.joint) {
    c->nrows = c->cell.joint->nrows;
    c->dofs  = JointCellDofs(&c->cell);
    return;
  }
  c->cell.joint = NULL;
  if (++c->share >= CouplingsCountShares(model)) return;
  share         = &model->couplings->share[c->share];
  c->cell.i     = model->couplings->coupling[share->coupling].member[share->member].joint;
  c->cell.e     = share->e;
  c->cell.joint = &model->joint[c->cell.i];
  c->nrows      = 1;
  c->dofs       = CouplingShareDofs(model, c->share);
}

ConstraintCell FirstConstraint(Model model)
{
  ConstraintCell c = {.cell = FirstJointCell(model), .share = -1};

  set_rows(&c);
  return c;
}

void NextConstraint(ConstraintCell *c)
{
  if (c->share < 0) NextJointCell(&c->cell);
  set_rows(c);
}

PetscInt ConstraintIndex(Model model, const ConstraintCell *c)
{
  return c->share < 0 ? c->cell.i : model->njoints + model->couplings->share[c->share].coupling;
}

void ConstraintGather(const Evaluation *ev, ConstraintCell *c)
{
  if (c->share < 0) JointGatherWithHistory(ev, c->cell.i, c->cell.e, &c->at);
  else CouplingShareGather(ev, c->share, &c->at, &c->of_share);
}

void ConstraintRows(const ConstraintCell *c, FsConstraintLevel level, double rows[])
{
  if (c->slider) SliderRows(c->slider, level, rows);
  else if (c->share < 0) JointRows(&c->at, level, rows);
  else rows[0] = CouplingShareRow(&c->of_share, level);
}

void ConstraintGradient(const ConstraintCell *c, double G[][JOINT_DOFS])
{
  if (c->share < 0) joint_gradient(c->at.axes->row, c->nrows, &c->at.state, G);
  else coupling_gradient(&c->of_share, G[0]);
}

void ConstraintStiffness(const ConstraintCell *c, const double lambda[], double K[])
{
  if (c->share < 0) joint_stiffness(c->at.axes->row, c->nrows, &c->at.state, lambda, K);
  else coupling_stiffness(&c->of_share, lambda[0], K);
}

void ConstraintRowSlopes(const ConstraintCell *c, FsConstraintLevel level, double scale, double K[],
                         double C[], double M[])
{
  double G[JOINT_ROWS][JOINT_DOFS];

  if (c->share >= 0) {
    CouplingShareRowSlopes(&c->of_share, level, scale, K, C, M);
    return;
  }
  ConstraintGradient(c, G);
  JointRowSlopes(&c->at, G, level, scale, K, C, M);
}

void ConstraintPositionErrors(const ConstraintCell *c, double rows[], double G[][JOINT_DOFS])
{
  if (c->slider) {
    SliderRows(c->slider, FS_CONSTRAINT_POSITION, rows);
    return;
  }
  if (c->share < 0) {
    joint_misfit(c->at.axes->row, c->nrows, &c->at.state, rows, G);
    return;
  }
  rows[0] = c->of_share.f[0];
  coupling_gradient(&c->of_share, G[0]);
}

PetscBool ConstraintIsLength(Model model, const ConstraintCell *c, int k)
{
  const Coupling *of;

  if (c->share < 0) return (PetscBool)!joint_row_is_directional(&c->cell.joint->first.row[k]);
  of = &model->couplings->coupling[model->couplings->share[c->share].coupling];
  return (PetscBool)!joint_is_angle(of->member[of->nmembers - 1].kind);
}

/* ---- entries of global vectors ------------------------------------------------------------- */

PetscErrorCode RowEntriesOpen(Model model, Vec x, PetscBool write, RowEntries *r)
{
  PetscFunctionBeginUser;
  *r = (RowEntries){.model = model, .x = x, .write = write};
  PetscCall(PetscCalloc1(CouplingsCountShares(model), &r->of_share));
  if (write) {
    PetscCall(VecZeroEntries(x));
    PetscCall(VecGetArray(x, &r->mine));
  } else {
    PetscCall(CouplingsGetMultipliers(model, x, r->of_share));
    PetscCall(VecGetArrayRead(x, (const PetscScalar **)&r->mine));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RowEntriesClose(RowEntries *r)
{
  PetscFunctionBeginUser;
  if (r->write) {
    PetscCall(CouplingsAddValues(r->model, r->of_share, r->mine));
    PetscCall(VecRestoreArray(r->x, &r->mine));
  } else PetscCall(VecRestoreArrayRead(r->x, (const PetscScalar **)&r->mine));
  PetscCall(PetscFree(r->of_share));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscScalar *RowEntry(const RowEntries *r, const ConstraintCell *c, int k)
{
  const Layout *l = &r->model->layout;

  return c->share < 0 ? &r->mine[l->global[c->dofs[N + k]] - l->first] : &r->of_share[c->share];
}

/* Fills the rows of sliders; rows_of gets cells that have a slider and nothing else. */
static PetscErrorCode FillSliders(const Evaluation *ev,
                                  void (*rows_of)(const ConstraintCell *c, double rows[]), Vec y)
{
  const Model   model = ev->assembly->model;
  const Layout *l     = &model->layout;
  SliderTerm   *t     = AssemblySliders(ev->assembly);
  PetscScalar  *value;

  PetscFunctionBeginUser;
  if (!t) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SlidersGather(ev));
  PetscCall(VecGetArray(y, &value));
  for (PetscInt i = 0; i < model->sliders->n; i++) {
    const ConstraintCell c = {
      .share = -1, .slider = &t->at[i], .nrows = t->at[i].slider ? t->at[i].slider->nrows : 0};
    double rows[SLIDER_ROWS];

    if (!t->at[i].slider) continue;
    rows_of(&c, rows);
    for (int k = 0; k < c.nrows; k++)
      value[l->global[t->at[i].slider->dof[k]] - l->first] = rows[k];
  }
  PetscCall(VecRestoreArray(y, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintsFill(const Evaluation *ev,
                               void (*rows_of)(const ConstraintCell *c, double rows[]), Vec y)
{
  const Model model = ev->assembly->model;
  RowEntries  entries;

  PetscFunctionBeginUser;
  PetscCall(RowEntriesOpen(model, y, PETSC_TRUE, &entries));
  for (ConstraintCell c = FirstConstraint(model); c.cell.joint; NextConstraint(&c)) {
    double rows[JOINT_ROWS];

    ConstraintGather(ev, &c);
    rows_of(&c, rows);
    for (int k = 0; k < c.nrows; k++) *RowEntry(&entries, &c, k) = rows[k];
  }
  PetscCall(RowEntriesClose(&entries));
  PetscCall(FillSliders(ev, rows_of, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}
