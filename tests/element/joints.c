/* joints.c: rows of joints. Every type, between nodes and to ground, driven or not: first and
   second derivatives against differences, velocity and acceleration along a motion, how many
   degrees of freedom are left. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_case.h"

static void check_dof(const Case *c, int dof)
{
  const double h = 1e-5, tolerance = 1e-8;
  double       G[MOST][N], D[MOST][N], phi[2][MOST], rate[2][MOST];
  double       lambda[MOST], K[N * N] = {0}, force[2][N] = {{0}};

  joint_gradient(c->rows, c->n, &c->s, G);
  joint_velocity_slope(c->rows, c->n, &c->s, D);
  for (int k = 0; k < c->n; k++) lambda[k] = cos(k + 1.);
  joint_stiffness(c->rows, c->n, &c->s, lambda, K);
  for (int side = 0; side < 2; side++) {
    NodeState  node[2];
    JointState s = varied(c, dof, side ? h : -h, node);
    double     Gs[MOST][N];

    joint_position(c->rows, c->n, &s, phi[side]);
    joint_velocity(c->rows, c->n, &s, rate[side]);
    joint_gradient(c->rows, c->n, &s, Gs);
    for (int k = 0; k < c->n; k++)
      for (int j = 0; j < N; j++) force[side][j] += lambda[k] * Gs[k][j];
  }
  for (int k = 0; k < c->n; k++) {
    CHECK_CLOSE((phi[1][k] - phi[0][k]) / (2 * h), G[k][dof], tolerance, c->type->name);
    CHECK_CLOSE((rate[1][k] - rate[0][k]) / (2 * h), D[k][dof], tolerance, c->type->name);
  }
  for (int j = 0; j < N; j++)
    CHECK_CLOSE((force[1][j] - force[0][j]) / (2 * h), K[N * j + dof], tolerance, c->type->name);
}

/* Entries between the two nodes are 0, all of them to the bit, of rows that do not join them, and
 * some is not of others. */
static void check_joins(const Case *c)
{
  for (int k = 0; k < c->n; k++) {
    double K[N * N] = {0}, most = 0;

    joint_stiffness(&c->rows[k], 1, &c->s, (double[1]){0.7}, K);
    for (int i = 0; i < N / 2; i++)
      for (int j = N / 2; j < N; j++)
        most = fmax(most, fmax(fabs(K[N * i + j]), fabs(K[N * j + i])));
    CHECK((most > 0) == (c->s.node[0] && joint_row_couples_nodes(&c->rows[k])),
          "%s: row %d has %g between its nodes", c->type->name, k, most);
  }
}

static void check_motion(const Case *c)
{
  const double h = 1e-5, tolerance = 1e-8;
  double       phi[2][MOST], rate[3][MOST], acceleration[MOST];

  for (int side = 0; side < 3; side++) {
    NodeState  node[2];
    JointState s = varied(c, -1, (side - 1) * h, node);

    if (side != 1) joint_position(c->rows, c->n, &s, phi[side / 2]);
    joint_velocity(c->rows, c->n, &s, rate[side]);
  }
  joint_acceleration(c->rows, c->n, &c->s, acceleration);
  for (int k = 0; k < c->n; k++) {
    CHECK_CLOSE((phi[1][k] - phi[0][k]) / (2 * h), rate[1][k], tolerance, c->type->name);
    CHECK_CLOSE((rate[2][k] - rate[0][k]) / (2 * h), acceleration[k], tolerance, c->type->name);
  }
}

static void check_acceleration_slope(const Case *c)
{
  const double h = 1e-5;
  double       D[MOST][N], side[2][MOST];

  joint_acceleration_slope(c->rows, c->n, &c->s, D);
  for (int dof = 0; dof < N; dof++) {
    if (!c->s.node[dof / 6]) continue;
    for (int k = 0; k < 2; k++) {
      NodeState  node = *c->s.node[dof / 6];
      JointState s    = c->s;

      *(dof % 6 < 3 ? &node.v[dof % 3] : &node.w[dof % 3]) += k ? h : -h;
      s.node[dof / 6] = &node;
      joint_acceleration(c->rows, c->n, &s, side[k]);
    }
    for (int k = 0; k < c->n; k++)
      CHECK_CLOSE((side[1][k] - side[0][k]) / (2 * h), D[k][dof], 1e-8, c->type->name);
  }
}

static void check_efforts(const Case *c)
{
  const double h = 1e-6;

  for (int k = 0; k < c->n; k++) {
    double phi[2][MOST];

    if (c->rows[k].driver < 0) continue;
    for (int side = 0; side < 2; side++) {
      JointState s = c->s;

      s.driven[c->rows[k].driver][0] += side ? h : -h;
      joint_position(c->rows, c->n, &s, phi[side]);
    }
    CHECK_CLOSE((phi[1][k] - phi[0][k]) / (2 * h), joint_driver_slope(&c->rows[k], &c->s), 1e-9,
                c->type->name);
  }
}

/* Derivatives of a coordinate at any state, whether the rows hold there or not. */
static void check_coordinate(const Case *c, int kind)
{
  const double h = 1e-5;
  double       gradient[N], slope[N * N];

  coordinate(c, &c->s, kind, gradient, slope);
  for (int dof = c->s.node[0] ? 0 : 6; dof < N; dof++) {
    double side[2], gradients[2][N];

    for (int k = 0; k < 2; k++) {
      NodeState  node[2];
      JointState s = varied(c, dof, k ? h : -h, node);

      side[k] = coordinate(c, &s, kind, gradients[k], NULL);
    }
    CHECK_CLOSE((side[1] - side[0]) / (2 * h), gradient[dof], 1e-7, c->type->name);
    for (int j = 0; j < N;
         j++) /* large where sine and cosine are nearly 0, and so are the errors of differences */
      CHECK_CLOSE((gradients[1][j] - gradients[0][j]) / (2 * h), slope[N * j + dof],
                  1e-7 * (1 + fabs(slope[N * j + dof])), c->type->name);
  }
}

/* q = the turn by an angle about an axis, after what q was */
static void turn_about(const double axis[3], double angle, double q[4])
{
  double theta[3], turn[4];

  for (int i = 0; i < 3; i++) theta[i] = angle * axis[i];
  rotation_exp(theta, turn);
  rotation_compose(q, turn, q);
}

/* A body that has done what the joint allows: turned and moved along its axes by what the drivers
 * of all coordinates say. */
static void check_free(const JointType *type)
{
  const double amount[JOINT_COORDINATES] = {0.7, 0.9, -0.4, -0.8},
               turns                     = 6 * 3.14159265358979323846;
  double gradient[N], phi[MOST], arm[3], arm2[3], along[3];
  Case   c;

  set_up(&c, type, 0, 0);
  memcpy(c.other, c.frame, sizeof c.frame);
  c.n = joint_type_rows(type, (const double(*)[3])c.frame, (const double(*)[3])c.frame, c.rows);
  if (joint_type_has_length(type)) c.n = 0; /* a driver takes its place */
  memcpy(c.node[1].q, c.node[0].q, sizeof c.node[1].q);
  memset(along, 0, sizeof along);
  for (int kind = 0; kind < JOINT_COORDINATES; kind++) {
    const JointMeasure how = type->free[kind];

    if (!how) continue;
    c.rows[c.n++] = joint_driven_row(type, (JointCoordinateKind)kind, (const double(*)[3])c.frame,
                                     (const double(*)[3])c.frame);
    c.s.driven[kind][0] = amount[kind];
    if (joint_is_angle((JointCoordinateKind)kind)) {
      turn_about(c.frame[how == ABOUT_AXIS ? 2 : 0], amount[kind], c.node[1].q);
      for (int i = 0; i < 3 && joint_type_has_pitch(type); i++)
        along[i] += amount[kind] * c.s.pitch * c.frame[2][i];
    } else { /* any direction, if it is a distance: its length and as much again */
      const double size = amount[kind] + (how == OF_DISTANCE) * c.s.length;

      for (int i = 0; i < 3; i++)
        along[i] += size * c.frame[how == ALONG_FIRST ? 0 : how == ALONG_SECOND ? 1 : 2][i];
    }
  }
  rotation_matrix(c.node[1].q, c.node[1].R);
  for (int i = 0; i < 3; i++) along[i] += c.offset[0][i];
  mat_vec(c.node[0].R, along, arm);
  mat_vec(c.node[1].R, c.offset[1], arm2);
  for (int i = 0; i < 3; i++) c.node[1].x[i] = c.node[0].x[i] + arm[i] - arm2[i];
  joint_position(c.rows, c.n, &c.s, phi);
  for (int k = 0; k < c.n; k++) {
    CHECK_CLOSE(phi[k], 0, 1e-13, type->name);
    CHECK(joint_side(&c.rows[k], &c.s, gradient) >= 1 - 1e-13, "%s: row %d is on the wrong side",
          type->name, k);
  }
  for (int kind = 0; kind < JOINT_COORDINATES; kind++) {
    if (!type->free[kind]) continue;
    CHECK_CLOSE(coordinate(&c, &c.s, kind, gradient, NULL), amount[kind], 1e-13, type->name);
    c.s.before[kind] = turns;
    if (joint_is_angle((JointCoordinateKind)kind))
      CHECK_CLOSE(coordinate(&c, &c.s, kind, gradient, NULL), turns + amount[kind], 1e-12,
                  "turns are counted");
  }
}

/* Shafts that are bent by any angle do not twist each other; a twist is its own misfit, from any
   bend, whose gradient is exact. */
static void check_constant_velocity(const JointType *type)
{
  const double h = 1e-5, bends[] = {0, 0.4, 1.5, 2.9}, twists[] = {0, 0.3, -2.7};

  for (int bend = 0; bend < 4; bend++)
    for (int twist = 0; twist < 3; twist++) {
      double misfit[JOINT_ROWS], sides[2][JOINT_ROWS], G[JOINT_ROWS][N], unused[JOINT_ROWS][N],
        across[3];
      Case c;

      set_up(&c, type, 0, 0);
      memcpy(c.other, c.frame, sizeof c.frame);
      c.n = joint_type_rows(type, (const double(*)[3])c.frame, (const double(*)[3])c.frame, c.rows);
      for (int i = 0; i < 3; i++)
        across[i] = cos(bend + 1) * c.frame[0][i] + sin(bend + 1) * c.frame[1][i];
      memcpy(c.node[1].q, c.node[0].q, sizeof c.node[1].q);
      turn_about(across, bends[bend], c.node[1].q);
      turn_about(c.frame[2], twists[twist], c.node[1].q);
      rotation_matrix(c.node[1].q, c.node[1].R);
      joint_misfit(c.rows, c.n, &c.s, misfit, G);
      CHECK_CLOSE(misfit[3], -twists[twist], 1e-13, type->name);
      for (int dof = 0; dof < N; dof++) {
        for (int k = 0; k < 2; k++) {
          NodeState  node[2];
          JointState s = varied(&c, dof, k ? h : -h, node);

          joint_misfit(c.rows, c.n, &s, sides[k], unused);
        }
        CHECK_CLOSE((sides[1][3] - sides[0][3]) / (2 * h), G[3][dof], 1e-7, type->name);
      }
    }
}

/* Whether a gradient has an entry that a node with these components can change. */
static int is_seen(const double gradient[N], int components)
{
  for (int dof = 0; dof < N; dof++)
    if (components >> dof % 6 & 1 && fabs(gradient[dof]) > 1e-9) return 1;
  return 0;
}

/* A motion that nodes with these components can make: turns about a single axis are about it all
 * the while. */
static void place(Case *c, int components)
{
  const double zero[3] = {0, 0, 0};

  for (int k = 0; k < 2; k++) {
    double theta[3];

    random_vector(theta);
    for (int i = 0; i < 3; i++)
      if (!(components >> (3 + i) & 1)) theta[i] = 0;
    c->node[k] = node_at(zero, theta);
    for (int i = 0; i < 3; i++) c->node[k].x[i] = (3 * k + noise()) * (components >> i & 1);
    for (int i = 0; i < 3; i++) c->offset[k][i] = noise() * (components >> i & 1);
  }
}

/* The rows and coordinates that are kept for nodes with these components are those whose gradients,
   at some states that the nodes can reach, have entries among them. */
static void check_kept(const JointType *type, int components, int normal)
{
  enum { STATES = 4 };
  const double(*frame)[3], (*other)[3];
  Case c;
  int  row_seen[MOST] = {0}, free_seen[JOINT_COORDINATES] = {0};

  set_up(&c, type, 0, 1);
  for (int k = 0; normal >= 0 && k < 3;
       k++) /* the frame of a plane model: its axis in the plane or along the normal */
    for (int i = 0; i < 3; i++) c.frame[k][i] = c.other[k][i] = (k + normal) % 3 == i;
  frame = (const double(*)[3])c.frame;
  other = (const double(*)[3])c.other;
  c.n   = joint_type_rows(type, frame, other, c.rows);
  for (int k = 0; k < JOINT_COORDINATES; k++)
    if (type->free[k]) c.rows[c.n++] = joint_driven_row(type, k, frame, other);
  for (int state = 0; state < STATES; state++) {
    double G[MOST][N], gradient[N];

    place(&c, components);
    joint_gradient(c.rows, c.n, &c.s, G);
    for (int k = 0; k < c.n; k++) row_seen[k] |= is_seen(G[k], components);
    for (int k = 0; k < JOINT_COORDINATES; k++) {
      if (!type->free[k]) continue;
      coordinate(&c, &c.s, k, gradient, NULL);
      free_seen[k] |= is_seen(gradient, components);
    }
  }
  for (int k = 0; k < c.n; k++)
    CHECK(joint_row_is_effective(&c.rows[k], components) == row_seen[k],
          "%s: row %d, components %d", type->name, k, components);
  for (int k = 0; k < JOINT_COORDINATES; k++)
    if (type->free[k]) {
      const JointRow row = joint_driven_row(type, k, frame, other);

      CHECK(joint_coordinate_is_free(&row, components) == free_seen[k],
            "%s: coordinate %d, components %d", type->name, k, components);
    }
}

static void check_all_kept(const JointType *type)
{
  check_kept(type, 63, -1);
  check_kept(type, 7, -1);
  for (int normal = 0; normal < 3; normal++) {
    const int plane = (7 & ~(1 << normal)) | 8 << normal;

    for (int axis = 0; axis < 3; axis++) {
      check_kept(type, plane, axis);
      check_kept(type, 7 & ~(1 << normal), axis);
      check_kept(type, 1 << normal, axis);
    }
  }
}

static int has_twist(const JointType *type)
{
  for (int k = 0; k < type->nrows; k++)
    if (type->row[k].kind == ROW_TWIST) return 1;
  return 0;
}

int main(void)
{
  for (const JointType *type = joint_types; type->name; type++) {
    for (int ground = 0; ground < 2; ground++)
      for (int driven = 0; driven < 2; driven++) {
        Case c;

        set_up(&c, type, ground, driven);
        for (int dof = ground ? 6 : 0; dof < N; dof++) check_dof(&c, dof);
        check_joins(&c);
        check_motion(&c);
        check_efforts(&c);
        check_acceleration_slope(&c);
        for (int kind = 0; kind < JOINT_COORDINATES; kind++)
          if (type->free[kind]) check_coordinate(&c, kind);
      }
    check_free(type);
    if (has_twist(type)) check_constant_velocity(type);
    check_all_kept(type);
  }
  return TestReport();
}
