/* mode_table.c: computes, collects, writes and prints the properties of modes, such as their
   participation factors. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "mode_table.h"
#include "output/snapshot/node_fields.h"
#include "math/vector.h"
#include "model/parts/block.h"

/* ---- participation --------------------------------------------------------------------------- */

/* Returns the row of a component in this rank's part of a global vector, or -1 if it is fixed. */
static PetscInt local_row(const Layout *l, int node, int c)
{
  const PetscInt dof = l->dof[COMPONENTS * node + c];

  return dof < 0 || l->global[dof] < 0 ? -1 : l->global[dof] - l->first;
}

/* Fills r with a rigid motion of the free dofs; rotations are in body axes. */
static PetscErrorCode FillMotion(const Participation *p, int motion, Vec r)
{
  const Model        model = AssemblyModel(p->ev.assembly);
  const double       e[3]  = {motion % 3 == 0, motion % 3 == 1, motion % 3 == 2};
  const PetscScalar *q;
  PetscScalar       *x;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(r));
  PetscCall(VecGetArrayRead(p->ev.s->q, &q));
  PetscCall(VecGetArray(r, &x));
  for (int i = 0; i < model->mesh->g.nnodes; i++) {
    NodeState node;
    double    arm[3], value[COMPONENTS] = {e[0], e[1], e[2], 0, 0, 0};

    if (!model->mesh->owned[i]) continue;
    ConfigurationOwnedNodeState(AssemblyConfiguration(p->ev.assembly), i, p->ev.motions, q, NULL,
                                NULL, &node);
    if (motion >= 3) {
      for (int c = 0; c < 3; c++) arm[c] = node.x[c] - p->point[c];
      cross(e, arm, value);
      mat_t_vec(node.R, e, value + 3);
    }
    for (int c = 0; c < COMPONENTS; c++)
      if (local_row(&model->layout, i, c) >= 0) x[local_row(&model->layout, i, c)] = value[c];
  }
  PetscCall(VecRestoreArray(r, &x));
  PetscCall(VecRestoreArrayRead(p->ev.s->q, &q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes p->part. A dof belongs to the parts of the cells at its node, with equal weights. */
static PetscErrorCode FindParts(Participation *p)
{
  const Model  model = AssemblyModel(p->ev.assembly);
  PetscScalar *x;
  Vec          local, sum;
  PetscInt     n;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(p->Mx, &sum));
  PetscCall(VecZeroEntries(sum));
  PetscCall(PetscMalloc1(model->nparts, &p->part));
  PetscCall(DMGetLocalVector(model->mesh->dm, &local));
  for (PetscInt b = 0; b < model->nparts; b++) {
    const Block *block = &model->block[b];

    PetscCall(VecZeroEntries(local));
    PetscCall(VecGetArray(local, &x));
    for (PetscInt k = 0; k < block->ncells * block->nd; k++)
      if (block->dofs[k] >= 0) x[block->dofs[k]] = 1;
    PetscCall(VecRestoreArray(local, &x));
    PetscCall(VecDuplicate(sum, &p->part[b]));
    PetscCall(VecZeroEntries(p->part[b]));
    PetscCall(DMLocalToGlobal(model->mesh->dm, local, ADD_VALUES, p->part[b]));
    PetscCall(VecGetLocalSize(sum, &n));
    PetscCall(VecGetArray(p->part[b], &x));
    for (PetscInt i = 0; i < n; i++) x[i] = x[i] > 0; /* the number of cells does not matter */
    PetscCall(VecRestoreArray(p->part[b], &x));
    PetscCall(VecAXPY(sum, 1, p->part[b]));
  }
  PetscCall(DMRestoreLocalVector(model->mesh->dm, &local));
  for (PetscInt b = 0; b < model->nparts; b++)
    PetscCall(VecPointwiseDivide(p->part[b], p->part[b], sum));
  PetscCall(VecDestroy(&sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ParticipationCreate(const Evaluation *ev, const PetscReal point[3], Mat M,
                                   Participation *p)
{
  PetscFunctionBeginUser;
  *p = (Participation){.ev = *ev};
  for (int c = 0; c < 3; c++) p->point[c] = point[c];
  PetscCall(MatCreateVecs(M, &p->Mx, NULL));
  PetscCall(VecDuplicate(p->Mx, &p->product));
  for (int k = 0; k < COMPONENTS; k++) {
    PetscCall(VecDuplicate(p->Mx, &p->rigid[k]));
    PetscCall(FillMotion(p, k, p->product));
    PetscCall(MatMult(M, p->product, p->rigid[k]));
    PetscCall(VecDot(p->product, p->rigid[k], &p->inertia[k]));
  }
  PetscCall(FindParts(p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ParticipationDestroy(Participation *p)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < COMPONENTS; k++) PetscCall(VecDestroy(&p->rigid[k]));
  for (PetscInt b = 0; b < AssemblyModel(p->ev.assembly)->nparts; b++)
    PetscCall(VecDestroy(&p->part[b]));
  PetscCall(PetscFree(p->part));
  PetscCall(VecDestroy(&p->Mx));
  PetscCall(VecDestroy(&p->product));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds this rank's contributions: share[c] is twice the kinetic energy at unit frequency in the
   global component c, and *largest is the largest displacement. */
static PetscErrorCode ShareComponents(Participation *p, Vec x, PetscReal share[COMPONENTS],
                                      PetscReal *largest)
{
  const Model        model = AssemblyModel(p->ev.assembly);
  const PetscScalar *q, *motion, *momentum;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(p->ev.s->q, &q));
  PetscCall(VecGetArrayRead(x, &motion));
  PetscCall(VecGetArrayRead(p->Mx, &momentum));
  for (int i = 0; i < model->mesh->g.nnodes; i++) {
    double    values[2][COMPONENTS] = {{0}}, turned[3];
    NodeState node;

    if (!model->mesh->owned[i]) continue;
    for (int c = 0; c < COMPONENTS; c++) {
      const PetscInt row = local_row(&model->layout, i, c);

      if (row < 0) continue;
      values[0][c] = motion[row];
      values[1][c] = momentum[row];
    }
    ConfigurationOwnedNodeState(AssemblyConfiguration(p->ev.assembly), i, p->ev.motions, q, NULL,
                                NULL, &node);
    for (int k = 0; k < 2; k++) {
      mat_vec(node.R, values[k] + 3, turned);
      for (int c = 0; c < 3; c++) values[k][3 + c] = turned[c];
    }
    for (int c = 0; c < COMPONENTS; c++) share[c] += values[0][c] * values[1][c];
    *largest = PetscMax(*largest, norm(values[0]));
  }
  PetscCall(VecRestoreArrayRead(p->Mx, &momentum));
  PetscCall(VecRestoreArrayRead(x, &motion));
  PetscCall(VecRestoreArrayRead(p->ev.s->q, &q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes participation factors, effective masses and shares of the kinetic
   energy of a mode shape x with x . M x = 1. M is the mass matrix. */
static PetscErrorCode ParticipationCompute(Participation *p, Mat M, Vec x, ModeProperties *f)
{
  const Model model             = AssemblyModel(p->ev.assembly);
  PetscReal   share[COMPONENTS] = {0}, largest = 0, mass;

  PetscFunctionBeginUser;
  *f = (ModeProperties){.part = 0};
  for (int k = 0; k < COMPONENTS; k++) PetscCall(VecDot(p->rigid[k], x, &f->factor[k]));
  PetscCall(MatMult(M, x, p->Mx));
  PetscCall(VecDot(p->Mx, x, &mass));
  PetscCall(ShareComponents(p, x, share, &largest));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, share, COMPONENTS, MPIU_REAL, MPI_SUM, model->comm));
  PetscCallMPI(MPIU_Allreduce(&largest, &f->largest, 1, MPIU_REAL, MPI_MAX, model->comm));
  for (int c = 0; c < COMPONENTS; c++)
    if (share[c] > f->share_of_component * mass) {
      f->component          = c;
      f->share_of_component = share[c] / mass;
    }
  PetscCall(VecPointwiseMult(p->product, x, p->Mx));
  for (PetscInt b = 0; b < model->nparts; b++) {
    PetscReal of_part;

    PetscCall(VecDot(p->product, p->part[b], &of_part));
    if (of_part > f->share_of_part * mass) {
      f->part          = b;
      f->share_of_part = of_part / mass;
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- mode table ------------------------------------------------------------------------------ */

static const char *const number_names[MODE_NUMBERS] = {"frequency", "growth",           "damping",
                                                       "residual",  "generalized_mass", "rigid"};

PetscErrorCode ModeTableCreate(const Run *run, Mat M, const PetscReal point[3], PetscInt n,
                               const Vec x[], PetscBool effective, ModeTable *t)
{
  Participation p;
  Evaluation    ev;

  PetscFunctionBeginUser;
  *t = (ModeTable){.n = n, .effective = effective};
  for (int k = 0; k < MODE_NUMBERS; k++) PetscCall(PetscCalloc1(n, &t->number[k]));
  PetscCall(PetscMalloc1(n, &t->properties));
  PetscCall(AssemblyEvaluate(AssemblyOf(run->sys), &run->s, &run->kind.loading, PETSC_FALSE, &ev));
  PetscCall(ParticipationCreate(&ev, point, M, &p));
  for (PetscInt k = 0; k < n; k++) {
    PetscReal sign;

    PetscCall(ParticipationCompute(&p, M, x[k], &t->properties[k]));
    PetscCall(NodalShapeSign(&ev, x[k], &sign));
    for (int c = 0; c < COMPONENTS; c++) t->properties[k].factor[c] *= sign;
    t->number[MODE_GENERALIZED_MASS][k] =
      t->properties[k].largest > 0 ? 1 / PetscSqr(t->properties[k].largest) : 0;
  }
  PetscCall(PetscArraycpy(t->point, p.point, 3));
  PetscCall(PetscArraycpy(t->inertia, p.inertia, COMPONENTS));
  PetscCall(ParticipationDestroy(&p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModeTableDestroy(ModeTable *t)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < MODE_NUMBERS; k++) PetscCall(PetscFree(t->number[k]));
  PetscCall(PetscFree(t->properties));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes participation factors, and their squares, the effective masses. */
static PetscErrorCode WriteFactors(const Run *run, const ModeTable *t)
{
  PetscReal(*factor)[COMPONENTS], (*mass)[COMPONENTS];

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(t->n, &factor, t->n, &mass));
  for (PetscInt k = 0; k < t->n; k++)
    for (int c = 0; c < COMPONENTS; c++) {
      factor[k][c] = t->properties[k].factor[c];
      mass[k][c]   = PetscSqr(factor[k][c]);
    }
  PetscCall(
    OutputTable(run->recording.output, "/modes", "participation", t->n, COMPONENTS, factor[0]));
  PetscCall(
    OutputTable(run->recording.output, "/modes", "effective_mass", t->n, COMPONENTS, mass[0]));
  PetscCall(
    OutputTable(run->recording.output, "/modes", "rigid_inertia", COMPONENTS, 0, t->inertia));
  PetscCall(OutputTable(run->recording.output, "/modes", "point", 3, 0, t->point));
  PetscCall(PetscFree2(factor, mass));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModeTableWrite(const Run *run, const ModeTable *t)
{
  const char **component, **part;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(t->n, &component, t->n, &part));
  for (PetscInt k = 0; k < t->n; k++) {
    component[k] = component_names[t->properties[k].component];
    part[k]      = run->model->block[t->properties[k].part].part;
  }
  for (int k = 0; k < MODE_NUMBERS; k++)
    PetscCall(OutputTable(run->recording.output, "/modes", number_names[k], t->n, 0, t->number[k]));
  if (t->effective) PetscCall(WriteFactors(run, t));
  PetscCall(OutputStrings(run->recording.output, "/modes", "component", t->n, component));
  PetscCall(OutputStrings(run->recording.output, "/modes", "part", t->n, part));
  PetscCall(PetscFree2(component, part));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModeTablePrint(const Run *run, const ModeTable *t)
{
  /* Limit of the growth [1/s], relative to the frequency [Hz]: modes have errors of 1e-10 of z^2,
     which leave less, and a mode that flutters grows by more. */
  const PetscReal round_off = 1e-8;

  PetscFunctionBeginUser;
  if (run->quiet) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscPrintf(run->comm, "mode  frequency [Hz]  damping [%%]  mostly\n"));
  for (PetscInt k = 0; k < t->n; k++) {
    const ModeProperties *f   = &t->properties[k];
    const PetscReal frequency = t->number[MODE_FREQUENCY][k], growth = t->number[MODE_GROWTH][k];
    char            remark[128] = "";

    if (t->number[MODE_RIGID][k] > 0)
      PetscCall(PetscSNPrintf(remark, sizeof remark, ", rigid or a mechanism"));
    else if (growth > round_off * frequency)
      PetscCall(PetscSNPrintf(remark, sizeof remark, ", %s: growth rate %.4g 1/s",
                              frequency > 0 ? "flutter" : "unstable", (double)growth));
    else if (frequency == 0)
      PetscCall(
        PetscSNPrintf(remark, sizeof remark, ", overdamped: decay rate %.4g 1/s", (double)-growth));
    PetscCall(
      PetscPrintf(run->comm, "%4" PetscInt_FMT "  %14.6g  %11.3g  %s of %s (%.0f %%, %.0f %%)%s\n",
                  k + 1, (double)frequency, 100 * (double)t->number[MODE_DAMPING][k],
                  component_names[f->component], run->model->block[f->part].part,
                  100 * (double)f->share_of_component, 100 * (double)f->share_of_part, remark));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
