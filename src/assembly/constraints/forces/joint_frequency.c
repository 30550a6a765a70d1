/* joint_frequency.c: bounds the frequencies that the springs of a joint give its nodes.

   Explicit schemes need the bounds for their step size. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "assembly/constraints/joint_state.h"
#include "assembly/term.h"

enum { N = JOINT_DOFS };

/* Returns g . M^-1 h over the free dofs. */
static double compliance(const Layout *l, const Masses *mass, const JointEvaluation *at,
                         const double g[N], const double h[N])
{
  double sum = 0;

  for (int d = 0; d < N; d++) {
    const PetscInt dof = JointDofs(at)[d];

    if (dof >= 0 && l->global[dof] >= 0 && g[d] != 0) sum += g[d] * h[d] / mass->local[dof];
  }
  return sum;
}

/* Returns the trace of M^-1 J^T A J. */
static double bushing_trace(const Layout *l, const Masses *mass, const JointEvaluation *at,
                            const Bushing *b, const double A[])
{
  double J[BUSHING_STRAINS][N], sum = 0;

  bushing_gradient(b, &at->state, J);
  for (int i = 0; i < BUSHING_STRAINS; i++)
    for (int k = 0; k < BUSHING_STRAINS; k++)
      if (A[BUSHING_STRAINS * i + k] != 0)
        sum += A[BUSHING_STRAINS * i + k] * compliance(l, mass, at, J[i], J[k]);
  return sum;
}

static void raise_bounds(PetscReal bound[BOUNDS], PetscReal omega2, PetscReal damping)
{
  bound[BOUND_OMEGA2]  = PetscMax(bound[BOUND_OMEGA2], omega2);
  bound[BOUND_DAMPING] = PetscMax(bound[BOUND_DAMPING], damping);
}

/* Each law is a rank-one stiffness k g g^T with its slope k and the gradient g of its coordinate.
   Its bound is |k| g . M^-1 g. The bound of its damping has the same form. */
void JointFrequencyBounds(const Layout *l, const Masses *mass, const JointEvaluation *at,
                          PetscReal bound[BOUNDS])
{
  Bushing b;

  if (JointLinearBushing(at->joint, at->e, &b))
    raise_bounds(bound, bushing_trace(l, mass, at, &b, b.stiffness),
                 bushing_trace(l, mass, at, &b, b.damping));
  for (int k = 0; k < JOINT_COORDINATES; k++) {
    PetscReal       inverse, by_u, by_v;
    double          g[N];
    CoordinateState point;

    if (!JointCoordinateState(at, (JointCoordinateKind)k, g, NULL, &point)) continue;
    coordinate_slope_bounds(&at->joint->law[k], &point, &by_u, &by_v);
    inverse = compliance(l, mass, at, g, g);
    raise_bounds(bound, by_u * inverse, by_v * inverse);
  }
}
