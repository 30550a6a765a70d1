/* joint_term.c: stores the history of joints, computes the energies of laws and drivers, and
   bounds frequencies.

   The history is the angles, bristles and motors at the last accepted state. constraint_term.c
   adds the forces of laws and friction to the equations of motion, together with the
   constraints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_term.h"
#include "joint_friction.h"
#include "joint_memory.h"
#include "assembly/terms/terms.h"
#include "math/vector.h"
#include <string.h>
#include "model/joints/joint_cell_iterator.h"
#include "model/supports/prescribed_motion.h"
#include "assembly/constraints/joint_state.h"
#include "assembly/term.h"

enum { N = JOINT_DOFS };

/* ---- joint frequency ------------------------------------------------------------------------- */

/* Bounds the frequencies that the springs of a joint give its nodes.

   Explicit schemes need the bounds for their step size. */

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

/* Raises bound[] to upper bounds of the eigenvalues of M^-1 K and M^-1 C
   that the springs, dampers and bushing of a joint cell cause. Explicit schemes need these bounds.
 */
static void JointFrequencyBounds(const Layout *l, const Masses *mass, const JointEvaluation *at,
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

/* ---- joint term ------------------------------------------------------------------------------ */

typedef struct {
  /* [njoints][ncells] angles at the last accepted state [rad] */
  double (**angle)[JOINT_COORDINATES];
  FrictionStates friction_states;
  JointMemory   *memory; /* [njoints] what laws of coordinates remember */
  StepMotors     motors;
  PetscBool     *viscous;              /* [njoints] forces depend on velocities */
  PetscInt (*pair)[JOINT_COORDINATES]; /* [njoints] number of a driver's pair of work, or -1 */
} JointTerm;

/* Returns whether the joint has a free angle; the whole turns of such an angle are counted. */
static PetscBool counts_turns(const Joint *j)
{
  for (int k = 0; k < JOINT_COORDINATES; k++)
    if (j->type->free[k] && joint_is_angle((JointCoordinateKind)k)) return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscErrorCode Create_Joints(Term term, PetscBool *present)
{
  const Model   model = term->model;
  FrictionKinds friction;
  JointTerm    *joints;

  PetscFunctionBeginUser;
  *present = (PetscBool)(model->njoints > 0);
  if (!*present) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&joints));
  term->data         = joints;
  term->traits.nodes = term->adds_applied = PETSC_TRUE;
  PetscCall(PetscCalloc3(model->njoints, &joints->angle, model->njoints, &joints->viscous,
                         model->njoints, &joints->pair));
  for (PetscInt i = 0; i < model->njoints; i++) {
    const Joint *j = &model->joint[i];

    PetscCall(PetscCalloc1(j->ncells, &joints->angle[i]));
    if (counts_turns(j)) term->traits.has_memory = PETSC_TRUE;
    for (int k = 0; k < JOINT_COORDINATES; k++)
      joints->pair[i][k] = j->driver[k] ? term->npairs++ : -1;
    for (int k = 0; k < JOINT_COORDINATES; k++)
      if (coordinate_depends_on_velocity(&j->law[k])) joints->viscous[i] = PETSC_TRUE;
    if (bushing_has_energy(&j->first.bushing, JOINT_DISSIPATION)) joints->viscous[i] = PETSC_TRUE;
    if (joints->viscous[i]) term->traits.velocity = PETSC_TRUE;
    if (JointHasMotor(j)) term->nsources++;
  }
  PetscCall(JointMemoryCreate(model, &joints->memory, &term->traits));
  PetscCall(StepMotorsCreate(model, &joints->motors));
  PetscCall(FrictionStatesCreate(model, &joints->friction_states, &friction));
  for (PetscInt i = 0; i < model->njoints; i++)
    if (joints->friction_states[i]) joints->viscous[i] = PETSC_TRUE;
  if (friction.any)
    term->traits.has_memory = term->traits.has_switches = term->traits.velocity =
      term->traits.friction                             = PETSC_TRUE;
  term->traits.multiplier_dependent = friction.by_normal_force;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Joints(Term term)
{
  JointTerm *joints = term->data;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < term->model->njoints; i++) {
    PetscCall(PetscFree(joints->angle[i]));
  }
  PetscCall(JointMemoryDestroy(term->model, &joints->memory));
  PetscCall(FrictionStatesDestroy(term->model, &joints->friction_states));
  PetscCall(StepMotorsDestroy(term->model, &joints->motors));
  PetscCall(PetscFree3(joints->angle, joints->viscous, joints->pair));
  PetscCall(PetscFree(term->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- cells with their history -------------------------------------------------------------- */

static void gather_joint(Term term, const Evaluation *ev, PetscInt i, PetscInt e,
                         JointEvaluation *at)
{
  const JointTerm *joints = term->data;

  JointGather(ev, i, e, joints->angle[i][e], at);
  if (joints->friction_states[i]) at->bristle = joints->friction_states[i][e];
  if (joints->motors[i]) at->motor = joints->motors[i][e];
  if (joints->memory[i]) at->memory = (const double(*)[LAW_MAX_MEMORY])joints->memory[i][e];
  at->viscous = joints->viscous[i];
}

StepMotors JointStepMotors(Assembly a)
{
  return ((JointTerm *)AssemblyTerm(a, &joint_term)->data)->motors;
}

void JointGatherWithHistory(const Evaluation *ev, PetscInt i, PetscInt e, JointEvaluation *at)
{
  gather_joint(AssemblyTerm(ev->assembly, &joint_term), ev, i, e, at);
}

PetscErrorCode JointIteratorOpen(const Evaluation *ev, JointIterator *it)
{
  PetscFunctionBeginUser;
  *it = (JointIterator){.cell = BeforeFirstJointCell(ev->assembly->model),
                        .ev   = ev,
                        .term = AssemblyTerm(ev->assembly, &joint_term)};
  if (ev->s->a) PetscCall(VecGetArrayRead(ev->s->a, &it->a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool JointIteratorNext(JointIterator *it)
{
  NextJointCell(&it->cell);
  if (!it->cell.joint) return PETSC_FALSE;
  gather_joint(it->term, it->ev, it->cell.i, it->cell.e, &it->at);
  if (it->a) JointMultipliers(&it->cell.model->layout, &it->at, it->a, it->lambda);
  return PETSC_TRUE;
}

PetscErrorCode JointIteratorClose(JointIterator *it)
{
  PetscFunctionBeginUser;
  if (it->a) PetscCall(VecRestoreArrayRead(it->ev->s->a, &it->a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- energies, frequency, accepted states -------------------------------------------------- */

/* Adds the energies of a cell, and the forces of its motors and drivers. */
static void add_cell_balance(const JointEvaluation *at, const double lambda[],
                             const PetscInt pair[], Balance *b)
{
  PetscReal energies[JOINT_ENERGIES] = {0};
  double    motor[N]                 = {0};

  JointLawAddEnergies(at, energies);
  b->strain += energies[JOINT_ENERGY];
  b->power += energies[JOINT_DISSIPATION] + JointFrictionPower(at, lambda);
  b->element_loss += JointLawLoss(at);
  JointMotorForces(at, motor);
  scatter(N, JointDofs(at), 1, motor, b->local_applied);
  for (int k = 0; k < at->joint->nrows; k++)
    if (at->axes->row[k].driver >= 0)
      b->force[pair[at->axes->row[k].driver]] +=
        lambda[k] * joint_driver_slope(&at->axes->row[k], &at->state);
}

/* A driver works with the force lambda dPhi/d(driven) along its coordinate. */
static PetscErrorCode Balance_Joints(Term term, const Evaluation *ev, Balance *b)
{
  const JointTerm *joints = term->data;
  PetscMPIInt      rank;
  JointIterator    it;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(term->model->comm, &rank));
  for (PetscInt i = 0; i < term->model->njoints && !rank; i++) /* the same on all ranks */
    for (int k = 0; k < JOINT_COORDINATES; k++)
      if (joints->pair[i][k] >= 0) AddPath(b, joints->pair[i][k], ev->motions->driver[i][k]);
  PetscCall(JointIteratorOpen(ev, &it));
  while (JointIteratorNext(&it)) add_cell_balance(&it.at, it.lambda, joints->pair[it.cell.i], b);
  PetscCall(JointIteratorClose(&it));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Frequency_Joints(Term term, const Evaluation *ev, const Masses *mass,
                                       PetscReal bound[BOUNDS])
{
  JointIterator it;

  PetscFunctionBeginUser;
  PetscCall(JointIteratorOpen(ev, &it));
  while (JointIteratorNext(&it)) JointFrequencyBounds(&term->model->layout, mass, &it.at, bound);
  PetscCall(JointIteratorClose(&it));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Stores the angles, from which whole turns are counted, and the anchors of bristles. */
static PetscErrorCode Accept_Joints(Term term, const Evaluation *ev)
{
  JointTerm    *joints = term->data;
  JointIterator it;

  PetscFunctionBeginUser;
  PetscCall(JointIteratorOpen(ev, &it));
  while (JointIteratorNext(&it)) {
    Bristle(*states)[JOINT_COORDINATES] = joints->friction_states[it.cell.i];
    double *angle                       = joints->angle[it.cell.i][it.cell.e], gradient[N];

    if (states) JointFrictionAccept(&it.at, states[it.cell.e]);
    if (joints->memory[it.cell.i]) JointMemoryAccept(&it.at, joints->memory[it.cell.i][it.cell.e]);
    for (int k = 0; k < JOINT_COORDINATES; k++)
      if (it.at.joint->type->free[k] && joint_is_angle((JointCoordinateKind)k))
        angle[k] = JointCoordinate(&it.at, (JointCoordinateKind)k, gradient, NULL);
  }
  PetscCall(JointIteratorClose(&it));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Archive_Joints(Term term, FsArchive a)
{
  const Model model  = term->model;
  JointTerm  *joints = term->data;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->njoints; i++)
    if (counts_turns(&model->joint[i]))
      PetscCall(JointArchive(model, a, "angle", i, JOINT_COORDINATES, (double *)joints->angle[i]));
  PetscCall(FrictionStatesArchive(model, joints->friction_states, a));
  PetscCall(JointMemoryArchive(model, joints->memory, a));
  if (a->reading) step_motors_forget(model, joints->motors);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lowers the margins to those of sliding coordinates, which are crossed when they reverse. */
static PetscErrorCode SwitchMargins_Joints(Term term, const Evaluation *ev,
                                           PetscReal margin[FS_SWITCHES])
{
  const JointTerm *joints = term->data;
  JointIterator    it;

  PetscFunctionBeginUser;
  PetscCall(JointIteratorOpen(ev, &it));
  while (JointIteratorNext(&it)) {
    PetscReal least;

    if (!joints->friction_states[it.cell.i]) continue;
    least = JointFrictionMargin(&it.at);
    for (int k = 0; k < FS_SWITCHES; k++) margin[k] = PetscMin(margin[k], least);
  }
  PetscCall(JointIteratorClose(&it));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Without ev all bristles are unbent; with ev those that are released balance the forces at ev. */
static PetscErrorCode ResetHistory_Joints(Term term, const Evaluation *ev)
{
  JointTerm    *joints = term->data;
  JointIterator it;

  PetscFunctionBeginUser;
  if (!ev) {
    friction_states_reset(term->model, joints->friction_states);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(JointIteratorOpen(ev, &it));
  while (JointIteratorNext(&it))
    if (joints->friction_states[it.cell.i])
      JointFrictionBend(&it.at, joints->friction_states[it.cell.i][it.cell.e]);
  PetscCall(JointIteratorClose(&it));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscInt set_friction_joints(Term term, FsFrictionMode mode)
{
  return friction_states_set_mode(term->model, ((JointTerm *)term->data)->friction_states, mode);
}

/* The joint of source k, which is the k-th joint with a motor. */
static PetscInt joint_of_source(Model model, PetscInt k)
{
  PetscInt i = 0;

  while (!JointHasMotor(&model->joint[i]) || k-- > 0) i++;
  return i;
}

/* Names the pairs of the drivers, then the sources, which are the joints with motors. */
static void joint_work_path(Term term, PetscInt k, char path[], size_t size)
{
  const JointTerm *joints = term->data;
  const Joint     *joint  = term->model->joint;

  if (k >= term->npairs) {
    snprintf(path, size, "%s/motor_work",
             joint[joint_of_source(term->model, k - term->npairs)].name);
    return;
  }
  for (PetscInt i = 0; i < term->model->njoints; i++)
    for (int c = 0; c < JOINT_COORDINATES; c++)
      if (joints->pair[i][c] == k) snprintf(path, size, "%s/driver_work", joint[i].name);
}

static PetscErrorCode SourceForces_Joints(Term term, const Evaluation *ev, PetscInt k, Vec f,
                                          PetscScalar local[])
{
  const PetscInt i = joint_of_source(term->model, k);

  PetscFunctionBeginUser;
  (void)f;
  for (PetscInt e = 0; e < term->model->joint[i].ncells; e++) {
    double          r[N] = {0};
    JointEvaluation at;

    gather_joint(term, ev, i, e, &at);
    JointMotorForces(&at, r);
    scatter(N, JointDofs(&at), 1, r, local);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lowers *margin to that of kinks of laws since the last call without a margin, which keeps the
   state. */
static PetscErrorCode KinkMargin_Joints(Term term, const Evaluation *ev, PetscReal *margin)
{
  PetscInt      n = 0;
  JointIterator it;
  double(*kept)[2];

  PetscFunctionBeginUser;
  if (!term->traits.has_kinks) PetscFunctionReturn(PETSC_SUCCESS);
  for (JointCell c = FirstJointCell(term->model); c.joint && !term->kinks; NextJointCell(&c)) n++;
  if (!term->kinks) PetscCall(PetscCalloc1((size_t)(2 * JOINT_COORDINATES * n + 1), &term->kinks));
  kept = (double(*)[2])term->kinks;
  PetscCall(JointIteratorOpen(ev, &it));
  for (; JointIteratorNext(&it); kept += JOINT_COORDINATES)
    JointCellKinkMargin(&it.at, kept, margin);
  PetscCall(JointIteratorClose(&it));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const TermKind joint_term = {.name           = "joints",
                             .create         = Create_Joints,
                             .destroy        = Destroy_Joints,
                             .balance        = Balance_Joints,
                             .source         = joint_work_path,
                             .source_forces  = SourceForces_Joints,
                             .frequency      = Frequency_Joints,
                             .accept         = Accept_Joints,
                             .archive        = Archive_Joints,
                             .reset_history  = ResetHistory_Joints,
                             .set_friction   = set_friction_joints,
                             .switch_margins = SwitchMargins_Joints,
                             .kink_margin    = KinkMargin_Joints};
