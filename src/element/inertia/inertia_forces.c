/* inertia_forces.c: implements the inertial forces of a rigid mass m that rotates with its node.

   s = m eta is the first moment, with eta from the node to the center of mass. J is the inertia
   about the node. Both are in the node's axes. With a the acceleration of the node minus gravity,
   the forces are
     force   R (w' x s + w x (w x s))        in global axes
     moment  J w' + w x J w + s x R^T a      in the node's axes
   The force m a is not included: it is linear and part of the matrix M. Geradin &
   Cardona, Flexible Multibody Dynamics (2001), ch. 6. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "element/element_group.h"
#include "math/rotation_lanes.h"

enum { FORCE = 0, MOMENT = 3 }; /* positions among the six dofs of a node */

/* The state of a node. */
typedef struct {
  Lanes a[3], R[9]; /* a minus gravity; read only if there is a first moment */
  Lanes w[3], wd[3];
} RotatingNode;

/* Adds factor B to the 3 x 3 block at (row, column) of A[nd][nd]. */
static ALWAYS_INLINE void add_block(Lanes A[], int nd, int row, int column, double factor,
                                    const Lanes B[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) A[nd * (row + i) + column + j] += factor * B[3 * i + j];
}

/* Adds the derivatives of J w' + w x J w to C and M [nd][nd]; at is the first dof of the node. */
static ALWAYS_INLINE void add_gyroscopic(const RotatingNode *node, const Lanes J[9], int nd, int at,
                                         Lanes C[], Lanes M[])
{
  Lanes Jw[3], A[9], B[9], W[9];

  mat_vec(J, node->w, Jw);
  skew(node->w, W);
  mat_mat(W, J, A);
  skew(Jw, B);
  for (int i = 0; i < 9; i++) A[i] -= B[i];
  add_block(C, nd, at + MOMENT, at + MOMENT, 1, A);
  add_block(M, nd, at + MOMENT, at + MOMENT, 1, J);
}

/* Adds the derivatives of the forces of the first moment s to K, C, M; Ra = R^T a. */
static ALWAYS_INLINE void add_eccentric(const RotatingNode *node, const Lanes Ra[3],
                                        const Lanes s[3], int nd, int at, Lanes K[], Lanes C[],
                                        Lanes M[])
{
  Lanes ws[3], wws[3], wds[3], u[3], A[9], B[9], S[9], W[9];

  cross(node->w, s, ws);
  cross(node->w, ws, wws);
  cross(node->wd, s, wds);
  skew(s, S);
  skew(node->w, W);

  for (int i = 0; i < 3; i++) u[i] = wds[i] + wws[i];
  skew(u, A);
  mat_mat(node->R, A, B);
  add_block(K, nd, at + FORCE, at + MOMENT, -1, B); /* R u rotates with R */
  skew(Ra, A);
  mat_mat(S, A, B);
  add_block(K, nd, at + MOMENT, at + MOMENT, 1, B);

  mat_mat(W, S, A);
  skew(ws, B);
  for (int i = 0; i < 9; i++) A[i] += B[i];
  mat_mat(node->R, A, B);
  add_block(C, nd, at + FORCE, at + MOMENT, -1, B);
  mat_mat(node->R, S, B);
  add_block(M, nd, at + FORCE, at + MOMENT, -1, B);
  mat_mat_t(S, node->R, B);
  add_block(M, nd, at + MOMENT, at + FORCE, 1, B);
}

/* Adds the forces of the first moment s to r and, unless K is NULL, their derivatives to K, C,
   M. */
static ALWAYS_INLINE void eccentric_forces(const RotatingNode *node, const Lanes s[3], int nd,
                                           int at, Lanes r[], Lanes K[], Lanes C[], Lanes M[])
{
  Lanes ws[3], wws[3], wds[3], Ra[3], sa[3], u[3], Ru[3];

  cross(node->w, s, ws);
  cross(node->w, ws, wws);
  cross(node->wd, s, wds);
  mat_t_vec(node->R, node->a, Ra);
  cross(s, Ra, sa);
  for (int c = 0; c < 3; c++) u[c] = wds[c] + wws[c];
  mat_vec(node->R, u, Ru);
  for (int c = 0; c < 3; c++) {
    r[at + FORCE + c] += Ru[c];
    r[at + MOMENT + c] += sa[c];
  }
  if (K) add_eccentric(node, Ra, s, nd, at, K, C, M);
}

SIMD_CLONES void inertia_forces(const ElementGroup *e, int i, const Lanes s[3], const Lanes J[9],
                                Lanes r[], Lanes K[], Lanes C[], Lanes M[])
{
  const int    at = 6 * i, nd = 6 * shape_nodes(e->kernel->shape);
  RotatingNode node;
  Lanes        Jw[3], Jwd[3], gyro[3];

  node_gather(e->node[i], NODE_MEMBER(w), 3, node.w);
  node_gather(e->node[i], NODE_MEMBER(wd), 3, node.wd);
  mat_vec(J, node.w, Jw);
  mat_vec(J, node.wd, Jwd);
  cross(node.w, Jw, gyro);
  for (int c = 0; c < 3; c++) r[at + MOMENT + c] += Jwd[c] + gyro[c];
  if (K) add_gyroscopic(&node, J, nd, at, C, M);
  if (!lanes_any((s[0] != 0) | (s[1] != 0) | (s[2] != 0))) return;
  node_gather(e->node[i], NODE_MEMBER(a), 3, node.a);
  node_gather(e->node[i], NODE_MEMBER(R), 9, node.R);
  for (int c = 0; c < 3; c++) node.a[c] -= e->gravity[c];
  eccentric_forces(&node, s, nd, at, r, K, C, M);
}
