/* given_moments.c: implements the term of moments that the program gives that runs the case, in
   models with finite rotations.

   Moments are about global axes, but rotational dofs are in the axes of the node, so that the
   forces on these dofs depend on its rotation. given_loads.c has the forces of the same loads, and
   saves the moments. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "terms.h"
#include "math/vector.h"
#include "model/loads/nodes/given_load.h"

static PetscErrorCode Create_GivenMoments(Term term, PetscBool *present)
{
  const Model model = term->model;

  PetscFunctionBeginUser;
  *present = PETSC_FALSE;
  for (PetscInt k = 0; k < model->loads.ngiven; k++)
    if (given_load_orients(model, &model->loads.given[k])) *present = PETSC_TRUE;
  term->traits.nonlinear = term->traits.nodes = term->traits.unsymmetric = term->adds_applied =
    *present;
  term->nsources = model->loads.ngiven;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the forces R^T m of a moment m about global axes on the rotational dofs of a node, and
   their derivative by the spin of the node in body axes, skew(R^T m). */
static void oriented_moment(const GivenLoad *load, PetscReal t, PetscInt k, const NodeState *node,
                            double f[3], double slope[9])
{
  PetscReal all[COMPONENTS];
  double    m[3];

  given_load_force(load, t, k, all);
  for (int c = 0; c < 3; c++) m[c] = (double)all[3 + c];
  mat_t_vec(node->R, m, f);
  skew(f, slope);
}

/* Adds sign times the moments of load k to y, an array of a local vector; with supports_only, in
   the rows of fixed and moved dofs only. */
static void add_moments(Term term, const Evaluation *ev, PetscInt k, double sign,
                        PetscBool supports_only, PetscScalar y[])
{
  const Layout *const    l    = &term->model->layout;
  const GivenLoad *const load = &term->model->loads.given[k];

  if (!given_load_orients(term->model, load)) return;
  for (PetscInt i = 0; i < load->n; i++) {
    const PetscInt *dofs = l->dof + COMPONENTS * load->node[i] + 3;
    double          f[3], slope[9];

    oriented_moment(load, ev->s->t, i, &ev->nodes[load->node[i]], f, slope);
    if (supports_only) scatter_to_supports(l, 3, dofs, sign, f, y);
    else scatter(3, dofs, sign, f, y);
  }
}

static PetscErrorCode Residual_GivenMoments(Term term, const Evaluation *ev,
                                            const FsConstraintRows *rows, Vec r,
                                            PetscScalar local[])
{
  PetscFunctionBeginUser;
  (void)rows, (void)r;
  for (PetscInt k = 0; k < term->model->loads.ngiven; k++)
    add_moments(term, ev, k, -1, PETSC_FALSE, local);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the derivative of the moments of a load to the tangent A. */
static PetscErrorCode AddTangent(const Layout *l, const GivenLoad *load, const Evaluation *ev,
                                 const ChartColumns columns[], Mat A)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < load->n; i++) {
    const PetscInt node = load->node[i];
    double         f[3], slope[9];

    oriented_moment(load, ev->s->t, i, &ev->nodes[node], f, slope);
    PetscCall(AddMomentSlope(l, node, -1, slope, columns[node].spin, A));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent_GivenMoments(Term term, const Evaluation *ev,
                                           const FsConstraintRows *rows,
                                           const ChartColumns columns[], FsShift shift,
                                           const OpenMatrix *A)
{
  const Model model = term->model;

  PetscFunctionBeginUser;
  (void)rows, (void)shift; /* the columns include the shift */
  for (PetscInt k = 0; k < model->loads.ngiven; k++)
    if (given_load_orients(model, &model->loads.given[k]))
      PetscCall(AddTangent(&model->layout, &model->loads.given[k], ev, columns, A->A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Held_GivenMoments(Term term, const Evaluation *ev, PetscScalar local[])
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < term->model->loads.ngiven; k++)
    add_moments(term, ev, k, -1, PETSC_TRUE, local);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Balance_GivenMoments(Term term, const Evaluation *ev, Balance *b)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < term->model->loads.ngiven; k++)
    add_moments(term, ev, k, 1, PETSC_FALSE, b->local_applied);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SourceForces_GivenMoments(Term term, const Evaluation *ev, PetscInt k, Vec f,
                                                PetscScalar local[])
{
  PetscFunctionBeginUser;
  (void)f;
  add_moments(term, ev, k, 1, PETSC_FALSE, local);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The work of the moments adds to that of the forces of the same load. */
static void given_moment_work_path(Term term, PetscInt k, char path[], size_t size)
{
  snprintf(path, size, "%s/work", term->model->loads.given[k].name);
}

const TermKind given_moment_term = {.name          = "given moments",
                                    .create        = Create_GivenMoments,
                                    .residual      = Residual_GivenMoments,
                                    .held          = Held_GivenMoments,
                                    .tangent       = Tangent_GivenMoments,
                                    .balance       = Balance_GivenMoments,
                                    .source        = given_moment_work_path,
                                    .source_forces = SourceForces_GivenMoments,
                                    .is_load       = PETSC_TRUE};
