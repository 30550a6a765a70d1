/* joint_answers.c: what output asks of joints (assembly.h): reactions, coordinates, energies of springs, violations. */
#include "joint_state.h"
#include "assembly/term.h"
#include "math/vector.h"

enum { N = JOINT_DOFS, ROWS = JOINT_ROWS };

void JointSprings(const Evaluation *ev, PetscInt i, PetscInt e, PetscReal *energy, PetscReal *power)
{
  JointAt at;

  JointGather(ev, i, e, JointAngleBefore(ev, i, e), &at);
  JointSpringBalance(&at, energy, power);
}

PetscErrorCode JointNodalForces(const Evaluation *ev, PetscInt i, PetscInt e, double r[])
{
  double             lambda[ROWS];
  const PetscScalar *a;
  JointAt            at;

  PetscFunctionBeginUser;
  JointGather(ev, i, e, JointAngleBefore(ev, i, e), &at);
  PetscCall(VecGetArrayRead(ev->s->a, &a));
  JointMultipliers(&ev->assembly->model->layout, &at, a, lambda);
  PetscCall(VecRestoreArrayRead(ev->s->a, &a));
  JointForces(&at, lambda, r);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointReaction(const Evaluation *ev, PetscInt i, PetscInt e, double reaction[COMPONENTS])
{
  double  r[N], arm[3], lever[3];
  JointAt at;

  PetscFunctionBeginUser;
  PetscCall(JointNodalForces(ev, i, e, r));
  JointGather(ev, i, e, NULL, &at);
  for (int c = 0; c < N; c++) r[c] = -r[c];
  for (int c = 0; c < 3; c++) reaction[c] = r[COMPONENTS + c];
  mat_vec(at.state.node[1]->R, r + COMPONENTS + 3, reaction + 3);
  mat_vec(at.state.node[1]->R, at.state.offset[1], arm);
  cross(arm, reaction, lever);
  for (int c = 0; c < 3; c++) reaction[3 + c] -= lever[c];
  PetscFunctionReturn(PETSC_SUCCESS);
}

double JointCoordinateValue(const Evaluation *ev, PetscInt i, PetscInt e, JointCoordinateKind kind)
{
  double  gradient[N];
  JointAt at;

  JointGather(ev, i, e, JointAngleBefore(ev, i, e), &at);
  return JointCoordinate(&at, kind, gradient, NULL);
}

/* max(most, |x|); NaN counts as the largest number. */
static PetscReal larger(PetscReal most, double x) { return isnan(x) ? PETSC_MAX_REAL : fmax(most, fabs(x)); }

void JointsViolation(const Evaluation *ev, PetscReal most[2])
{
  const Model model = ev->assembly->model;

  most[0] = most[1] = 0;
  for (PetscInt i = 0; i < model->njoints; i++)
    for (PetscInt e = 0; e < model->joint[i].ncells; e++) {
      double  phi[ROWS], rate[ROWS];
      JointAt at;

      JointGather(ev, i, e, JointAngleBefore(ev, i, e), &at);
      JointRows(&at, FS_CONSTRAINT_POSITION, phi);
      JointRows(&at, FS_CONSTRAINT_VELOCITY, rate);
      for (int k = 0; k < at.joint->nrows; k++) {
        most[0] = larger(most[0], phi[k]);
        most[1] = larger(most[1], rate[k]);
      }
    }
}
