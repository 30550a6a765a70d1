/* joint_state.c: computes coordinates, forces of laws and constraint rows of one cell of a joint.

   The kinematics are in element/joint/joint.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_state.h"
#include "assembly/term.h"
#include "kinematics/midpoint.h"
#include "math/vector.h"
#include "mesh/mesh_table.h"
#include "model/supports/prescribed_motion.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

enum { N = JOINT_DOFS };

/* Replaces the offsets of a cell by their means over a step, in whose middle the nodes are. For
   ground the offset is a position, which stays. */
static void use_mean_offsets(JointEvaluation *at)
{
  static const double none[3] = {0, 0, 0};

  at->has_means = PETSC_TRUE;
  for (int k = 0; k < 2; k++) {
    midpoint_mean(at->state.node[k] ? at->state.node[k]->turn : none, at->mean[k]);
    mat_vec(at->mean[k], at->state.offset[k], at->mean_offset[k]);
    at->state.offset[k] = at->mean_offset[k];
  }
}

void JointGather(const Evaluation *ev, PetscInt joint, PetscInt e, const double angle[],
                 JointEvaluation *at)
{
  const Model  model = ev->assembly->model;
  const Joint *j     = &model->joint[joint];
  PetscInt     node[2];

  memset(at, 0, offsetof(JointEvaluation, mean)); /* has_means says whether the means are set */
  at->joint        = j;
  at->axes         = JointAxesAt(j, e);
  at->e            = e;
  at->t            = ev->s->t;
  at->state.length = j->length[e];
  at->state.pitch  = j->pitch;
  JointNodes(model, j, e, node);
  for (int k = 0; k < 2; k++) {
    at->state.node[k]   = node[k] < 0 ? NULL : &ev->nodes[node[k]];
    at->state.offset[k] = j->offset[e][k];
    if (model->linearize && node[k] >= 0) at->state.origin[k] = model->mesh->g.x[node[k]];
  }
  if (ev->s->midpoint) use_mean_offsets(at);
  memcpy(at->state.driven, ev->motions->driver[joint], sizeof at->state.driven);
  if (angle) memcpy(at->state.before, angle, sizeof at->state.before);
}

void JointMultipliers(const Layout *l, const JointEvaluation *at, const PetscScalar a[],
                      double lambda[])
{
  for (int k = 0; k < at->joint->nrows; k++)
    lambda[k] = a[l->global[JointDofs(at)[N + k]] - l->first];
}

double JointCoordinate(const JointEvaluation *at, JointCoordinateKind kind, double gradient[],
                       double slope[])
{
  const Joint      *j     = at->joint;
  const JointState *s     = &at->state;
  const double      value = joint_coordinate(j->type, kind, (const double(*)[3])at->axes->frame,
                                             (const double(*)[3])at->axes->other, s, gradient, slope);

  return joint_is_angle(kind) && j->driver[kind] ? joint_unwrap_angle(value, s->driven[kind][0])
                                                 : value;
}

double JointRate(const JointEvaluation *at, const double gradient[])
{
  const JointState *s    = &at->state;
  double            rate = 0;

  for (int n = 0; n < 2; n++)
    if (s->node[n])
      rate += dot(gradient + 6 * n, s->node[n]->v) + dot(gradient + 6 * n + 3, s->node[n]->w);
  return rate;
}

/* Returns d rate / d(displacement or spin k) from slope[N][N], the derivative of the gradient. */
static double rate_slope(const JointState *s, const double slope[], int k)
{
  double sum = 0;

  for (int n = 0; n < 2; n++)
    for (int c = 0; c < 3 && s->node[n]; c++)
      sum += s->node[n]->v[c] * slope[N * (6 * n + c) + k] +
             s->node[n]->w[c] * slope[N * (6 * n + 3 + c) + k];
  return sum;
}

static CoordinateState state_of_coordinate(const JointEvaluation *at, JointCoordinateKind kind,
                                           double gradient[], double slope[])
{
  const double u = JointCoordinate(at, kind, gradient, slope);

  return (CoordinateState){.t      = at->t,
                           .u      = u,
                           .v      = JointRate(at, gradient),
                           .motor  = at->motor ? at->motor[kind].force : 0,
                           .memory = at->memory ? at->memory[kind] : NULL};
}

PetscBool JointCoordinateState(const JointEvaluation *at, JointCoordinateKind kind,
                               double gradient[], double slope[], CoordinateState *p)
{
  Bushing b;

  if (!coordinate_acts(&at->joint->law[kind]) || JointLinearBushing(at->joint, at->e, &b))
    return PETSC_FALSE;
  *p = state_of_coordinate(at, kind, gradient, slope);
  return PETSC_TRUE;
}

void JointAddResistance(const JointEvaluation *at, const Resistance *law, const double gradient[],
                        const double slope[], double r[], double K[], double C[])
{
  for (int i = 0; i < N; i++) r[i] += law->force * gradient[i];
  for (int k = 0; k < N && K; k++) {
    const double turned = rate_slope(&at->state, slope, k);

    for (int i = 0; i < N; i++) {
      K[N * i + k] += law->force * slope[N * i + k] +
                      gradient[i] * (law->by_u * gradient[k] + law->by_v * turned);
      C[N * i + k] += law->by_v * gradient[i] * gradient[k];
    }
  }
}

void JointLawForces(const JointEvaluation *at, double r[], double K[], double C[])
{
  Bushing b;

  if (!at->joint->acts) return;
  if (JointLinearBushing(at->joint, at->e, &b)) bushing_forces(&b, &at->state, r, K, C);
  for (int kind = 0; kind < JOINT_COORDINATES; kind++) {
    double          gradient[N], slope[N * N];
    CoordinateState point;
    Resistance      law;

    if (!JointCoordinateState(at, (JointCoordinateKind)kind, gradient, K ? slope : NULL, &point))
      continue;
    law = coordinate_resistance(&at->joint->law[kind], &point, (PetscBool)(K != NULL));
    JointAddResistance(at, &law, gradient, slope, r, K, C);
  }
}

PetscBool JointHasMotor(const Joint *j)
{
  for (int kind = 0; kind < JOINT_COORDINATES; kind++)
    if (j->law[kind].motor) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Adds the forces of motors to r[N], unless r is NULL, and returns their power [W]. */
static double add_motor_forces(const JointEvaluation *at, double r[])
{
  double power = 0;

  for (int kind = 0; kind < JOINT_COORDINATES; kind++) {
    double          gradient[N], force;
    CoordinateState point;

    if (!at->joint->law[kind].motor) continue;
    JointCoordinateState(at, (JointCoordinateKind)kind, gradient, NULL, &point);
    force = coordinate_motor(&at->joint->law[kind], &point);
    power += force * point.v;
    for (int i = 0; i < N && r; i++) r[i] += force * gradient[i];
  }
  return power;
}

void JointMotorForces(const JointEvaluation *at, double r[]) { (void)add_motor_forces(at, r); }

double JointMotorPower(const JointEvaluation *at, const double lambda[])
{
  const Joint *j     = at->joint;
  double       power = add_motor_forces(at, NULL);

  for (int k = 0; k < j->nrows; k++)
    if (at->axes->row[k].driver >= 0)
      power += lambda[k] * joint_driver_slope(&at->axes->row[k], &at->state) *
               at->state.driven[at->axes->row[k].driver][1];
  return power;
}

double JointForceAlong(const JointEvaluation *at, const double lambda[], JointCoordinateKind kind)
{
  double gradient[N], force = 0;

  if (coordinate_acts(&at->joint->law[kind])) {
    CoordinateState point = state_of_coordinate(at, kind, gradient, NULL);

    if (!isfinite(point.v)) point.v = 0; /* a distance of 0 has no gradient */
    force -= coordinate_resistance(&at->joint->law[kind], &point, PETSC_FALSE).force;
  }
  for (int k = 0; k < at->joint->nrows; k++)
    if (at->axes->row[k].driver == (int)kind)
      force += lambda[k] * joint_driver_slope(&at->axes->row[k], &at->state);
  return force;
}

void JointLawAddEnergies(const JointEvaluation *at, PetscReal energies[JOINT_ENERGIES])
{
  Bushing b;

  if (JointLinearBushing(at->joint, at->e, &b))
    bushing_balance(&b, &at->state, &energies[JOINT_ENERGY], &energies[JOINT_DISSIPATION]);
  for (int kind = 0; kind < JOINT_COORDINATES; kind++) {
    double          gradient[N];
    CoordinateState point;

    if (JointCoordinateState(at, (JointCoordinateKind)kind, gradient, NULL, &point))
      coordinate_add_energies(&at->joint->law[kind], &point, energies);
  }
}

void JointFindNonFinite(Model model, const JointEvaluation *at, char text[], size_t size)
{
  Bushing b;
  double  energy = 0, power = 0;

  if (JointLinearBushing(at->joint, at->e, &b)) bushing_balance(&b, &at->state, &energy, &power);
  if (isnan(energy)) {
    char place[160];

    JointDescribePlace(model, at->joint, at->e, place, sizeof place);
    snprintf(text, size, "%s, a bushing that has turned by half a turn", place);
  }
  for (int kind = 0; kind < JOINT_COORDINATES && !text[0]; kind++) {
    char            place[160], law[512];
    double          gradient[N];
    CoordinateState point;

    if (!JointCoordinateState(at, (JointCoordinateKind)kind, gradient, NULL, &point)) continue;
    if (!coordinate_find_non_finite(&at->joint->law[kind], &point, law, sizeof law)) continue;
    JointDescribePlace(model, at->joint, at->e, place, sizeof place);
    snprintf(text, size, "%s, where %s", place, law);
  }
}

PetscErrorCode JointArchive(Model model, FsArchive a, const char name[], PetscInt i,
                            PetscInt columns, double values[])
{
  const Joint *j = &model->joint[i];
  PetscInt    *count, *at;
  char         path[32];

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(model->mesh->g.ncells, &count, j->ncells, &at));
  MeshTableSortCells(model->mesh, j->ncells, j->cells, count, at);
  PetscCall(PetscSNPrintf(path, sizeof path, "%s_%d", name, (int)i));
  PetscCall(FsArchiveRows(a, path, FS_ARCHIVE_CELLS, count, at, columns, values));
  PetscCall(PetscFree2(count, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}
