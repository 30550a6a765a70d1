/* dead_loads.c: implements the terms of forces on nodes with fixed directions: of dead loads F
   g(t), of their levers, and of loads that move over the model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "terms.h"
#include "math/vector.h"
#include "model/loads/moving_load.h"

static PetscErrorCode Create_Loads(Term term, PetscBool *present)
{
  PetscFunctionBeginUser;
  *present     = (PetscBool)(term->model->loads.nconstant > 0);
  term->npairs = term->model->loads.nconstant;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Force_Loads(Term term, const Evaluation *ev, PetscReal sign, Vec f)
{
  PetscScalar *x;

  PetscFunctionBeginUser;
  PetscCall(VecGetArray(f, &x));
  for (PetscInt k = 0; k < term->model->loads.nconstant; k++) {
    const Load *load = &term->model->loads.constant[k];
    PetscReal   g;

    PetscCall(TermFactor(ev, load->time, &load->harmonic, &g));
    for (PetscInt i = 0; i < load->n; i++) x[load->at[i]] += sign * g * load->force[i];
  }
  PetscCall(VecRestoreArray(f, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode LoadRows_Loads(Term term, IS *rows)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < term->model->loads.nconstant; k++) {
    const Load *load = &term->model->loads.constant[k];
    IS          mine, sum;

    PetscCall(ISCreateGeneral(PETSC_COMM_SELF, load->n, load->at, PETSC_COPY_VALUES, &mine));
    PetscCall(ISSortRemoveDups(mine));
    PetscCall(ISExpand(*rows, mine, &sum));
    PetscCall(ISSort(sum));
    PetscCall(ISDestroy(&mine));
    PetscCall(ISDestroy(rows));
    *rows = sum;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Held_Loads(Term term, const Evaluation *ev, PetscScalar local[])
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < term->model->loads.nconstant; k++) {
    const Load *load = &term->model->loads.constant[k];
    PetscReal   g;

    PetscCall(TermFactor(ev, load->time, &load->harmonic, &g));
    for (PetscInt i = 0; i < load->nsupport_dofs; i++)
      local[load->support_dof[i]] -= g * load->support_force[i];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether supports move a rotation of a node. */
static PetscBool has_moved_rotation(const Layout *l, PetscInt node)
{
  for (int c = 3; c < COMPONENTS && l->motion_of; c++) {
    const PetscInt dof = l->dof[COMPONENTS * node + c];

    if (dof >= 0 && l->motion_of[dof] >= 0) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* Returns the work of the levers of a load at the factor 1, from the mesh to the state. Like other
   loads, levers do no work of their own where a support moves the node. */
static double lever_path(const Layout *l, const Load *load, const NodeState nodes[])
{
  double path = 0;

  for (PetscInt i = 0; i < load->nlevers; i++) {
    const double *R = nodes[load->lever_node[i]].R;

    if (has_moved_rotation(l, load->lever_node[i])) continue;
    for (int k = 0; k < 9; k++)
      path += load->lever[i][k] * (R[3 * (k % 3) + k / 3] - (k % 4 ? 0 : 1));
  }
  return path;
}

/* Each load is a pair: the factor g does work along F . path. */
static PetscErrorCode Balance_Loads(Term term, const Evaluation *ev, Balance *b)
{
  const PetscScalar *q;
  PetscMPIInt        rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(term->model->comm, &rank));
  PetscCall(VecGetArrayRead(b->moved, &q));
  for (PetscInt k = 0; k < term->model->loads.nconstant; k++) {
    const Load *load = &term->model->loads.constant[k];
    PetscReal   g;

    PetscCall(TermFactor(ev, load->time, &load->harmonic, &g));
    /* all ranks know it, so one rank adds it */
    b->force[k] += rank ? 0 : g;
    for (PetscInt i = 0; i < load->n; i++) b->path[k] += load->force[i] * q[load->at[i]];
    b->path[k] += lever_path(&term->model->layout, load, ev->nodes);
  }
  PetscCall(VecRestoreArrayRead(b->moved, &q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void load_work_path(Term term, PetscInt k, char path[], size_t size)
{
  const Load *load = &term->model->loads.constant[k];

  if (load->weight) snprintf(path, size, GRAVITY_WORK);
  else snprintf(path, size, "%s/work", load->name);
}

const TermKind load_term = {.name      = "loads",
                            .create    = Create_Loads,
                            .force     = Force_Loads,
                            .load_rows = LoadRows_Loads,
                            .held      = Held_Loads,
                            .balance   = Balance_Loads,
                            .source    = load_work_path,
                            .is_load   = PETSC_TRUE};

/* ---- levers ---------------------------------------------------------------------------------- */

/* Implements the term of the levers of dead loads: forces fixed in space, at the ends of arms that
   turn with their nodes. Their work belongs to the pairs of the term of dead loads. */

static PetscErrorCode Create_Levers(Term term, PetscBool *present)
{
  PetscFunctionBeginUser;
  *present               = term->model->loads.has_levers;
  term->traits.nonlinear = term->traits.nodes = *present;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Subtracts the moments of all levers from y, an array of a local vector; with supports_only, in
   the rows of fixed and moved dofs only. */
static PetscErrorCode SubtractLevers(Term term, const Evaluation *ev, PetscBool supports_only,
                                     PetscScalar y[])
{
  const Layout *l = &term->model->layout;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < term->model->loads.nconstant; k++) {
    const Load *load = &term->model->loads.constant[k];
    PetscReal   g;

    PetscCall(TermFactor(ev, load->time, &load->harmonic, &g));
    for (PetscInt i = 0; i < load->nlevers; i++) {
      const PetscInt  node = load->lever_node[i];
      const PetscInt *dofs = l->dof + COMPONENTS * node + 3;
      double          moment[3];

      lever_moment(load->lever[i], ev->nodes[node].R, moment, NULL);
      if (supports_only) scatter_to_supports(l, 3, dofs, -g, moment, y);
      else scatter(3, dofs, -g, moment, y);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Residual_Levers(Term term, const Evaluation *ev, const FsConstraintRows *rows,
                                      Vec r, PetscScalar local[])
{
  (void)rows, (void)r;
  return SubtractLevers(term, ev, PETSC_FALSE, local);
}

static PetscErrorCode Held_Levers(Term term, const Evaluation *ev, PetscScalar local[])
{
  return SubtractLevers(term, ev, PETSC_TRUE, local);
}

PetscErrorCode AddMomentSlope(const Layout *l, PetscInt node, double factor, const double slope[9],
                              const double spin[9], Mat A)
{
  PetscInt at[3];
  double   values[9];

  PetscFunctionBeginUser;
  mat_mat(slope, spin, values);
  for (int k = 0; k < 9; k++) values[k] *= factor;
  for (int c = 0; c < 3; c++) {
    const PetscInt dof = l->dof[COMPONENTS * node + 3 + c];

    at[c] = dof < 0 ? -1 : l->global[dof];
  }
  PetscCall(MatSetValues(A, 3, at, 3, at, values, ADD_VALUES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent_Levers(Term term, const Evaluation *ev, const FsConstraintRows *rows,
                                     const ChartColumns columns[], FsShift shift,
                                     const OpenMatrix *A)
{
  PetscFunctionBeginUser;
  (void)rows, (void)shift; /* the columns include the shift */
  for (PetscInt k = 0; k < term->model->loads.nconstant; k++) {
    const Load *load = &term->model->loads.constant[k];
    PetscReal   g;

    PetscCall(TermFactor(ev, load->time, &load->harmonic, &g));
    for (PetscInt i = 0; i < load->nlevers; i++) {
      const PetscInt node = load->lever_node[i];
      double         moment[3], slope[9];

      lever_moment(load->lever[i], ev->nodes[node].R, moment, slope);
      PetscCall(AddMomentSlope(&term->model->layout, node, -g, slope, columns[node].spin, A->A));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

const TermKind lever_term = {.name     = "levers",
                             .create   = Create_Levers,
                             .residual = Residual_Levers,
                             .held     = Held_Levers,
                             .tangent  = Tangent_Levers,
                             .is_load  = PETSC_TRUE};

/* ---- moving loads ---------------------------------------------------------------------------- */

/* Implements the term of loads that move over the model.

   The forces have fixed directions. Their distribution over the nodes depends on time
   (model/loads/placed_load.c). */

static PetscErrorCode Create_Moving(Term term, PetscBool *present)
{
  PetscFunctionBeginUser;
  *present           = (PetscBool)(term->model->loads.nmoving > 0);
  term->adds_applied = *present;
  term->nsources     = term->model->loads.nmoving;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds sign times the forces of load k to f. */
static PetscErrorCode AddMovingForce(Term term, const Evaluation *ev, PetscInt k, PetscReal sign,
                                     Vec f)
{
  const Harmonic          none = {.amplitude = 0};
  const MovingLoad *const load = &term->model->loads.moving[k];
  PetscReal               g;

  PetscFunctionBeginUser;
  PetscCall(TermFactor(ev, load->time, &none, &g));
  PetscCall(MovingLoadAddForces(term->model, load, ev->s->t, sign * g, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Force_Moving(Term term, const Evaluation *ev, PetscReal sign, Vec f)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < term->model->loads.nmoving; k++)
    PetscCall(AddMovingForce(term, ev, k, sign, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Held_Moving(Term term, const Evaluation *ev, PetscScalar local[])
{
  const Harmonic none = {.amplitude = 0};

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < term->model->loads.nmoving; k++) {
    PetscReal g;

    PetscCall(TermFactor(ev, term->model->loads.moving[k].time, &none, &g));
    MovingLoadSupportForces(term->model, &term->model->loads.moving[k], ev->s->t, -g, local);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Balance_Moving(Term term, const Evaluation *ev, Balance *b)
{
  return Force_Moving(term, ev, 1, b->applied);
}

static PetscErrorCode SourceForces_Moving(Term term, const Evaluation *ev, PetscInt k, Vec f,
                                          PetscScalar local[])
{
  (void)local;
  return AddMovingForce(term, ev, k, 1, f);
}

static void moving_load_work_path(Term term, PetscInt k, char path[], size_t size)
{
  snprintf(path, size, "%s/work", term->model->loads.moving[k].name);
}

const TermKind moving_term = {.name          = "moving loads",
                              .create        = Create_Moving,
                              .force         = Force_Moving,
                              .held          = Held_Moving,
                              .balance       = Balance_Moving,
                              .source        = moving_load_work_path,
                              .source_forces = SourceForces_Moving,
                              .is_load       = PETSC_TRUE};
