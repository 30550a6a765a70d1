/* follower_loads.c: implements the term of follower loads and of moments about global axes.

   The directions of these loads and of their dofs have different axes. Follower forces are fixed in
   the node, but displacement dofs are global. Moments are about global axes, but rotational dofs
   are in body axes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "terms.h"
#include "math/vector.h"

static PetscErrorCode Create_FollowerLoads(Term term, PetscBool *present)
{
  PetscFunctionBeginUser;
  *present               = (PetscBool)(term->model->loads.nfollower > 0);
  term->traits.nonlinear = term->traits.nodes = term->traits.unsymmetric = term->adds_applied =
    *present;
  term->nsources = term->model->loads.nfollower;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes f: factor R F for a follower force F, factor R^T m for a global moment m. slope[3][3] is
   the derivative of f by the spin of the node in body axes, -factor R skew(F) or skew(f). */
static void oriented_force(const FollowerLoad *load, double factor, const NodeState *node,
                           double f[3], double slope[9])
{
  double S[9];

  if (load->moment) {
    mat_t_vec(node->R, load->vector, f);
    for (int c = 0; c < 3; c++) f[c] *= factor;
    skew(f, slope);
  } else {
    mat_vec(node->R, load->vector, f);
    skew(load->vector, S);
    mat_mat(node->R, S, slope);
    for (int c = 0; c < 3; c++) f[c] *= factor;
    for (int k = 0; k < 9; k++) slope[k] *= -factor;
  }
}

/* Adds sign times the forces of load k to y, an array of a local vector; with supports_only, in the
   rows of fixed and moved dofs only. */
static PetscErrorCode AddFollowerForce(Term term, const Evaluation *ev, PetscInt k, double sign,
                                       PetscBool supports_only, PetscScalar y[])
{
  const FollowerLoad *load = &term->model->loads.follower[k];
  const Layout       *l    = &term->model->layout;
  PetscReal           factor;

  PetscFunctionBeginUser;
  PetscCall(TermFactor(ev, load->time, &load->harmonic, &factor));
  for (PetscInt i = 0; i < load->n; i++) {
    const PetscInt  node = load->node[i];
    const PetscInt *dofs = l->dof + COMPONENTS * node + (load->moment ? 3 : 0);
    double          f[3], slope[9];

    if (supports_only && !l->supported[node]) continue;
    oriented_force(load, factor * load->weight[i], &ev->nodes[node], f, slope);
    if (supports_only) scatter_to_supports(l, 3, dofs, sign, f, y);
    else scatter(3, dofs, sign, f, y);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds sign times the forces of all loads, like AddFollowerForce(). */
static PetscErrorCode AddFollowerForces(Term term, const Evaluation *ev, double sign,
                                        PetscBool supports_only, PetscScalar y[])
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < term->model->loads.nfollower; k++)
    PetscCall(AddFollowerForce(term, ev, k, sign, supports_only, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Residual_FollowerLoads(Term term, const Evaluation *ev,
                                             const FsConstraintRows *rows, Vec r,
                                             PetscScalar local[])
{
  PetscFunctionBeginUser;
  (void)rows, (void)r;
  PetscCall(AddFollowerForces(term, ev, -1, PETSC_FALSE, local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Held_FollowerLoads(Term term, const Evaluation *ev, PetscScalar local[])
{
  return AddFollowerForces(term, ev, -1, PETSC_TRUE, local);
}

static PetscErrorCode Tangent_FollowerLoads(Term term, const Evaluation *ev,
                                            const FsConstraintRows *rows,
                                            const ChartColumns columns[], FsShift shift,
                                            const OpenMatrix *A)
{
  const Layout *l = &term->model->layout;

  PetscFunctionBeginUser;
  (void)rows, (void)shift; /* the columns include the shift */
  for (PetscInt k = 0; k < term->model->loads.nfollower; k++) {
    const FollowerLoad *load = &term->model->loads.follower[k];
    PetscReal           factor;

    PetscCall(TermFactor(ev, load->time, &load->harmonic, &factor));
    for (PetscInt i = 0; i < load->n; i++) {
      const PetscInt  node = load->node[i];
      const PetscInt *dof  = l->dof + COMPONENTS * node;
      double          f[3], slope[9], values[9];
      PetscInt        at[2][3]; /* rows, columns */

      oriented_force(load, -factor * load->weight[i], &ev->nodes[node], f, slope);
      mat_mat(slope, columns[node].spin, values);
      for (int c = 0; c < 3; c++) {
        const PetscInt row = dof[(load->moment ? 3 : 0) + c], column = dof[3 + c];

        at[0][c] = row < 0 ? -1 : l->global[row];
        at[1][c] = column < 0 ? -1 : l->global[column];
      }
      PetscCall(MatSetValues(A->A, 3, at[0], 3, at[1], values, ADD_VALUES));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Balance_FollowerLoads(Term term, const Evaluation *ev, Balance *b)
{
  return AddFollowerForces(term, ev, 1, PETSC_FALSE, b->local_applied);
}

static PetscErrorCode SourceForces_FollowerLoads(Term term, const Evaluation *ev, PetscInt k, Vec f,
                                                 PetscScalar local[])
{
  (void)f;
  return AddFollowerForce(term, ev, k, 1, PETSC_FALSE, local);
}

static void follower_load_work_path(Term term, PetscInt k, char path[], size_t size)
{
  snprintf(path, size, "%s/work", term->model->loads.follower[k].name);
}

const TermKind follower_load_term = {.name          = "oriented",
                                     .create        = Create_FollowerLoads,
                                     .residual      = Residual_FollowerLoads,
                                     .held          = Held_FollowerLoads,
                                     .tangent       = Tangent_FollowerLoads,
                                     .balance       = Balance_FollowerLoads,
                                     .source        = follower_load_work_path,
                                     .source_forces = SourceForces_FollowerLoads,
                                     .is_load       = PETSC_TRUE};
