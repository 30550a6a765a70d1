/* joint_state.c: joints at a state of their nodes: coordinates, springs, reactions. */
#include <string.h>
#include "model.h"
#include "vector.h"

void JointNodes(Model model, const Joint *j, PetscInt e, PetscInt node[2])
{
  const Geometry *g     = &model->mesh->g;
  const int      *conn  = g->conn + g->offset[j->cells[e]];
  const PetscBool point = (PetscBool)(g->shape[j->cells[e]] == SHAPE_POINT);

  node[0] = point ? -1 : conn[0];
  node[1] = conn[point ? 0 : 1];
}

void JointGather(Model model, const Joint *j, PetscInt e, const NodeState nodes[], JointState *s)
{
  PetscInt node[2];

  JointNodes(model, j, e, node);
  for (int k = 0; k < 2; k++) {
    s->node[k]   = node[k] < 0 ? NULL : &nodes[node[k]];
    s->offset[k] = j->offset[e][k];
  }
  s->length = j->length[e];
  memcpy(s->drive, j->drive, sizeof s->drive);
}

double JointCoordinate(const Joint *j, PetscInt e, JointCoordinateKind kind, const JointState *s, double gradient[],
                       double slope[])
{
  double near = j->angle[e]; /* and by how much the nodes have turned about the axis since */

  if (kind == JOINT_ANGLE && j->driver[kind]) near = j->drive[kind][0];
  else if (kind == JOINT_ANGLE) near += dot(j->other[2], s->node[1]->turn);
  if (kind == JOINT_ANGLE && !j->driver[kind] && s->node[0]) near -= dot(j->frame[2], s->node[0]->turn);
  return joint_coordinate(j->type, kind, (const double(*)[3])j->frame, (const double(*)[3])j->other, s, near, gradient,
                          slope);
}

void JointReaction(Model model, const Joint *j, PetscInt e, const NodeState nodes[], const PetscScalar a[],
                   double reaction[COMPONENTS])
{
  const PetscInt *at = j->dofs + e * (JOINT_DOFS + j->nrows) + JOINT_DOFS;
  double          G[JOINT_ROWS][JOINT_DOFS], r[JOINT_DOFS] = {0}, f[COMPONENTS], arm[3], lever[3];
  JointState      s;

  JointGather(model, j, e, nodes, &s);
  JointSpringForces(j, e, &s, r, NULL, NULL);
  joint_gradient(j->row, j->nrows, &s, G);
  for (int c = 0; c < COMPONENTS; c++) {
    f[c] = -r[COMPONENTS + c];
    for (int k = 0; k < j->nrows; k++)
      f[c] -= a[model->layout.global[at[k]] - model->layout.first] * G[k][COMPONENTS + c];
  }
  for (int c = 0; c < 3; c++) reaction[c] = f[c];
  mat_vec(s.node[1]->R, f + 3, reaction + 3);
  mat_vec(s.node[1]->R, s.offset[1], arm);
  cross(arm, f, lever);
  for (int c = 0; c < 3; c++) reaction[3 + c] -= lever[c];
}

/* NaN is larger than anything. */
static PetscReal larger(PetscReal most, double x) { return isnan(x) ? PETSC_MAX_REAL : fmax(most, fabs(x)); }

void JointsViolation(Model model, const NodeState nodes[], PetscReal most[2])
{
  most[0] = most[1] = 0;
  for (PetscInt i = 0; i < model->njoints; i++) {
    const Joint *j = &model->joint[i];

    for (PetscInt e = 0; e < j->ncells; e++) {
      double     phi[JOINT_ROWS], rate[JOINT_ROWS];
      JointState s;

      JointGather(model, j, e, nodes, &s);
      joint_position(j->row, j->nrows, &s, phi);
      joint_velocity(j->row, j->nrows, &s, rate);
      for (int k = 0; k < j->nrows; k++) {
        most[0] = larger(most[0], phi[k]);
        most[1] = larger(most[1], rate[k]);
      }
    }
  }
}

void JointsAccept(Model model, const NodeState nodes[])
{
  for (PetscInt i = 0; i < model->njoints; i++) {
    Joint *j = &model->joint[i];

    for (PetscInt e = 0; e < j->ncells && j->type->free[JOINT_ANGLE]; e++) {
      double     gradient[JOINT_DOFS];
      JointState s;

      JointGather(model, j, e, nodes, &s);
      j->angle[e] = JointCoordinate(j, e, JOINT_ANGLE, &s, gradient, NULL);
    }
  }
}

void JointPlace(Model model, const Joint *j, PetscInt e, char text[], size_t size)
{
  PetscInt      node[2];
  const double *x;

  JointNodes(model, j, e, node);
  x = model->mesh->g.x[node[1]];
  snprintf(text, size, "joint '%s' at (%.6g, %.6g, %.6g)", j->name, x[0] + j->offset[e][1][0],
           x[1] + j->offset[e][1][1], x[2] + j->offset[e][1][2]);
}

double JointRate(const JointState *s, const double gradient[])
{
  double rate = 0;

  for (int n = 0; n < 2; n++)
    if (s->node[n]) rate += dot(gradient + 6 * n, s->node[n]->v) + dot(gradient + 6 * n + 3, s->node[n]->w);
  return rate;
}

void JointSpringForces(const Joint *j, PetscInt e, const JointState *s, double r[], double K[], double C[])
{
  for (int kind = 0; kind < JOINT_FREE; kind++) {
    double gradient[JOINT_DOFS], slope[JOINT_DOFS * JOINT_DOFS], rate, force, x;

    if (j->stiffness[kind] == 0 && j->damping[kind] == 0) continue;
    x     = JointCoordinate(j, e, kind, s, gradient, K ? slope : NULL);
    rate  = JointRate(s, gradient);
    force = j->stiffness[kind] * (x - j->rest[kind]) + j->damping[kind] * rate;
    for (int i = 0; i < JOINT_DOFS; i++) r[i] += force * gradient[i];
    if (!K) continue;
    for (int i = 0; i < JOINT_DOFS; i++)
      for (int k = 0; k < JOINT_DOFS; k++) {
        double turned = 0; /* d rate / dq */

        for (int n = 0; n < 2; n++)
          for (int c = 0; c < 3 && s->node[n]; c++)
            turned += s->node[n]->v[c] * slope[JOINT_DOFS * (6 * n + c) + k] +
                      s->node[n]->w[c] * slope[JOINT_DOFS * (6 * n + 3 + c) + k];
        K[JOINT_DOFS * i + k] += force * slope[JOINT_DOFS * i + k] +
                                 gradient[i] * (j->stiffness[kind] * gradient[k] + j->damping[kind] * turned);
        C[JOINT_DOFS * i + k] += j->damping[kind] * gradient[i] * gradient[k];
      }
  }
}
