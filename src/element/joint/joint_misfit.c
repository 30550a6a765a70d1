/* joint_misfit.c: implements the errors of a joint's rows as lengths and angles of any size.

   The rows themselves are sines: they decrease beyond a right angle, and vanish again half a turn
   away.

   A ROW_ANGLE with a side requires that the direction R_2 b is R_1 side, which a driver rotates.
   The misfit of these rows is the rotation vector theta, in the axes of the first node, that
   rotates the sides to the directions b. If only one direction is fixed, it is the shortest such
   vector. The misfit of a row is theta . (side x a), its value if theta is small. A driver that
   rotates the second node about an axis of its own has its own angle, and so has a twist. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_row.h"
#include "math/rotation.h"
#include "math/vector.h"

/* An angle row: its directions in the axes of the first node; c is R_1^T R_2 b. */
typedef struct {
  int    row;
  double a[3], side[3], c[3];
} AngleRow;

/* Computes R[9] = R_1^T R_2. */
static void relative_matrix(const JointState *s, double R[9])
{
  if (s->node[0]) mat_t_mat(s->node[0]->R, s->node[1]->R, R);
  else memcpy(R, s->node[1]->R, 9 * sizeof *R);
}

static void set_angle_row(const JointRow *row, const JointState *s, const double R[9], AngleRow *h)
{
  vector_copy(row->a, h->a);
  vector_copy(row->side, h->side);
  if (row->driver >= 0) {
    const double c = cos(s->driven[row->driver][0]), d = sin(s->driven[row->driver][0]);

    for (int i = 0; i < 3; i++) {
      h->a[i]    = d * row->a[i] - c * row->a2[i];
      h->side[i] = c * row->a[i] + d * row->a2[i];
    }
  }
  mat_vec(R, row->b, h->c);
}

/* Returns whether the row fixes one direction of the second node. If the row has a driver, the
   driver rotates the direction of the first node. */
static int fixes_direction(const JointRow *row)
{
  return row->kind == ROW_ANGLE && (row->driver < 0 || !memcmp(row->b, row->b2, sizeof row->b));
}

/* Replaces Phi = r sin(x) and its gradient by the angle x and its gradient; joint_side is r
   cos(x). */
static void angle_misfit(const JointRow *row, const JointState *s, double *phi,
                         double G[JOINT_DOFS])
{
  double       Gs[JOINT_DOFS];
  const double side = joint_side(row, s, Gs), size = side * side + *phi * *phi;

  for (int i = 0; i < JOINT_DOFS && size > 0; i++) G[i] = (side * G[i] - *phi * Gs[i]) / size;
  *phi = atan2(*phi, side);
}

/* Computes theta from two orthogonal fixed directions, which fix the whole rotation. */
static void rotation_of_two(const AngleRow *first, const AngleRow *second, double theta[3])
{
  double A[9], B[9], R[9], q[4];

  for (int k = 0; k < 2; k++) {
    vector_copy(k ? first->c : first->side, k ? B : A);
    vector_copy(k ? second->c : second->side, k ? B + 3 : A + 3);
  }
  cross(A, A + 3, A + 6);
  cross(B, B + 3, B + 6);
  mat_t_mat(B, A, R);
  rotation_from_matrix(R, q);
  rotation_log(q, theta);
}

/* Computes theta from one direction that two rows fix. Half a turn away, the axis is arbitrary. */
static void rotation_of_one(const AngleRow *h, double theta[3])
{
  double axis[3], sine;

  cross(h->side, h->c, axis);
  sine = norm(axis);
  if (sine == 0) vector_copy(h->a, axis);
  for (int i = 0; i < 3; i++)
    theta[i] = atan2(sine, dot(h->side, h->c)) * axis[i] / (sine > 0 ? sine : 1);
}

static void misfit_rotation(const AngleRow angles[], int n, double theta[3])
{
  const double same = 0.5;

  for (int k = 1; k < n; k++)
    if (dot(angles[0].side, angles[k].side) < same) {
      rotation_of_two(&angles[0], &angles[k], theta);
      return;
    }
  if (n > 1) {
    rotation_of_one(&angles[0], theta);
  } else { /* about the only remaining axis */
    cross(angles[0].side, angles[0].a, theta);
    for (int i = 0; i < 3; i++)
      theta[i] *= atan2(dot(angles[0].a, angles[0].c), dot(angles[0].side, angles[0].c));
  }
}

/* Returns a right angle minus the angle between a and c, and computes the axis of its change. Both
   sides are allowed. */
static double orthogonality_misfit(const AngleRow *h, double axis[3])
{
  double cosine;

  cross(h->c, h->a, axis);
  cosine = norm(axis);
  if (cosine == 0) { /* parallel; any orthogonal axis */
    const double x[3] = {fabs(h->a[0]) < 0.5, fabs(h->a[0]) >= 0.5, 0};

    cross(h->a, x, axis);
  }
  for (int i = 0; i < 3; i++) axis[i] /= cosine > 0 ? cosine : 1;
  return atan2(dot(h->a, h->c), cosine);
}

void joint_misfit(const JointRow rows[], int n, const JointState *s, double misfit[],
                  double G[][JOINT_DOFS])
{
  double   R[9], theta[3] = {0, 0, 0};
  AngleRow angle[JOINT_ROWS + 1]; /* rows with a side come first */
  int      count = 0, sided = 0;

  joint_position(rows, n, s, misfit);
  joint_gradient(rows, n, s, G);
  if (joint_has_small_motions(s)) return;
  relative_matrix(s, R);
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < n; k++) {
      AngleRow *h = &angle[count];

      if (!fixes_direction(&rows[k])) continue;
      set_angle_row(&rows[k], s, R, h);
      h->row = k;
      if ((norm(h->side) == 0) != pass) continue;
      count++;
      if (!pass) sided++;
    }
  for (int k = 0; k < n; k++)
    if (joint_row_is_directional(&rows[k]) && !fixes_direction(&rows[k]))
      angle_misfit(&rows[k], s, &misfit[k], G[k]);
  if (sided) misfit_rotation(angle, sided, theta);
  for (int k = 0; k < count; k++) {
    const AngleRow *h = &angle[k];
    double          axis[3];

    cross(h->side, h->a, axis);
    misfit[h->row] = k < sided ? dot(theta, axis) : orthogonality_misfit(h, axis);
    memset(G[h->row], 0, sizeof G[h->row]);
    mat_t_vec(R, axis, G[h->row] + TURN2);
    for (int i = 0; i < 3 && s->node[0]; i++) G[h->row][TURN1 + i] = -axis[i];
  }
}
