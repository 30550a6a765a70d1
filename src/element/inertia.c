/* inertia.c: inertial forces of a rigid mass m that turns with its node. With s = m eta the first moment (eta: from the
   node to the center of mass), J the inertia about the node, both in the node's axes, and a the acceleration of the
   node minus gravity,
     force   R (w' x s + w x (w x s))  in global axes,   moment   J w' + w x J w + s x R^T a  in the node's axes.
   The force m a is not here: it is linear and part of the matrix M. Geradin & Cardona, Flexible Multibody Dynamics
   (2001), ch. 6. */
#include "kernels.h"
#include "math/vector.h"

enum { FORCE = 0, MOMENT = 3 }; /* among the six dofs of a node */

/* The 3 x 3 block at (row, column) of A[nd][nd] += factor B. */
static void add_block(double A[], int nd, int row, int column, double factor, const double B[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) A[nd * (row + i) + column + j] += factor * B[3 * i + j];
}

/* Derivatives of J w' + w x J w into C and M [nd][nd]; at: first dof of the node. */
static void add_spinning(const NodeState *node, const double J[9], int nd, int at, double C[], double M[])
{
  double Jw[3], A[9], B[9], W[9];

  mat_vec(J, node->w, Jw);
  skew(node->w, W);
  mat_mat(W, J, A);
  skew(Jw, B);
  for (int i = 0; i < 9; i++) A[i] -= B[i];
  add_block(C, nd, at + MOMENT, at + MOMENT, 1, A);
  add_block(M, nd, at + MOMENT, at + MOMENT, 1, J);
}

/* Those of the other forces, by the first moment s, into K, C, M; Ra = R^T a. */
static void add_eccentric(const NodeState *node, const double Ra[3], const double s[3], int nd, int at, double K[],
                          double C[], double M[])
{
  double ws[3], wws[3], wds[3], u[3], A[9], B[9], S[9], W[9];

  cross(node->w, s, ws);
  cross(node->w, ws, wws);
  cross(node->wd, s, wds);
  skew(s, S);
  skew(node->w, W);

  for (int i = 0; i < 3; i++) u[i] = wds[i] + wws[i];
  skew(u, A);
  mat_mat(node->R, A, B);
  add_block(K, nd, at + FORCE, at + MOMENT, -1, B); /* R u turns with R */
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

/* r += the forces by the first moment s, their derivatives to K, C, M unless K is NULL. */
static void eccentric_forces(const NodeState *node, const double g[3], const double s[3], int nd, int at, double r[],
                             double K[], double C[], double M[])
{
  const double a[3] = {node->a[0] - g[0], node->a[1] - g[1], node->a[2] - g[2]};
  double       ws[3], wws[3], wds[3], Ra[3], sa[3], u[3], Ru[3];

  cross(node->w, s, ws);
  cross(node->w, ws, wws);
  cross(node->wd, s, wds);
  mat_t_vec(node->R, a, Ra);
  cross(s, Ra, sa);
  for (int c = 0; c < 3; c++) u[c] = wds[c] + wws[c];
  mat_vec(node->R, u, Ru);
  for (int c = 0; c < 3; c++) {
    r[at + FORCE + c] += Ru[c];
    r[at + MOMENT + c] += sa[c];
  }
  if (K) add_eccentric(node, Ra, s, nd, at, K, C, M);
}

void inertia_forces(const ElementState *e, int i, const double s[3], const double J[9], double r[], double K[],
                    double C[], double M[])
{
  const NodeState *node = e->node[i];
  const int        at = 6 * i, nd = 6 * shape_nodes(e->kernel->shape);
  double           Jw[3], Jwd[3], gyro[3];

  mat_vec(J, node->w, Jw);
  mat_vec(J, node->wd, Jwd);
  cross(node->w, Jw, gyro);
  for (int c = 0; c < 3; c++) r[at + MOMENT + c] += Jwd[c] + gyro[c];
  if (K) add_spinning(node, J, nd, at, C, M);
  if (s[0] != 0 || s[1] != 0 || s[2] != 0) eccentric_forces(node, e->gravity, s, nd, at, r, K, C, M);
}

void inertia_momentum(const ElementState *e, int i, const double s[3], const double J[9], double p[])
{
  const NodeState *node = e->node[i];
  const int        at   = 6 * i;
  double           Jw[3], ws[3], Rws[3], Rv[3], sv[3];

  mat_vec(J, node->w, Jw);
  cross(node->w, s, ws);
  mat_vec(node->R, ws, Rws);
  mat_t_vec(node->R, node->v, Rv);
  cross(s, Rv, sv);
  for (int c = 0; c < 3; c++) {
    p[at + FORCE + c] += Rws[c];
    p[at + MOMENT + c] += Jw[c] + sv[c];
  }
}

ElementTraits inertia_traits(const double s[3], const double J[9])
{
  const int eccentric = s[0] != 0 || s[1] != 0 || s[2] != 0;
  int       turns     = 0;

  for (int k = 0; k < 9; k++) turns |= J[k] != 0;
  return (ElementTraits){.velocity = turns || eccentric, .gyroscopic = turns || eccentric, .weight_turns = eccentric};
}

void inertia_about_node(double mass, const double center[3], const double about_center[9], double s[3], double J[9])
{
  for (int i = 0; i < 3; i++) {
    s[i] = mass * center[i];
    for (int j = 0; j < 3; j++)
      J[3 * i + j] = about_center[3 * i + j] + mass * ((i == j) * dot(center, center) - center[i] * center[j]);
  }
}

/* Whether the symmetric A has no negative eigenvalue, up to round-off: no principal minor is negative. */
static int is_semidefinite(const double A[9])
{
  const double small = -1e-12, xx = A[0], yy = A[4], zz = A[8], xy = A[1], xz = A[2], yz = A[5];
  const double det  = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
  const double size = fmax(xx, fmax(yy, zz));

  return xx >= small * size && yy >= small * size && zz >= small * size && xx * yy - xy * xy >= small * size * size &&
         xx * zz - xz * xz >= small * size * size && yy * zz - yz * yz >= small * size * size &&
         det >= small * size * size * size;
}

const char *inertia_matrix(const double given[6], double J[9])
{
  J[0] = given[0], J[4] = given[1], J[8] = given[2];
  J[1] = J[3] = given[3], J[2] = J[6] = given[4], J[5] = J[7] = given[5];
  return is_semidefinite(J) ? 0 : "its inertia is not that of a body: the matrix has a negative eigenvalue";
}
