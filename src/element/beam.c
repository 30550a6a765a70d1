/* beam.c: geometrically exact beams that bend, twist, stretch and shear, with 2 or 3 nodes. Simo 1985; Simo & Vu-Quoc
   1986. Rotations are interpolated relative to the last node r, psi(s) = sum N_i log(R_r^T R_i) (Crisfield & Jelenic
   1999): strains do not change under rigid motions and do not depend on the path. Reduced integration keeps shear and
   membrane forces from locking.

   All strains are functions of the invariants u = (d_i, psi_i), i not r: d_i = R_r^T (x_i - x_r), psi_i = log(R_r^T
   R_i), with R_i the section's axes at node i. At a Gauss point, with rho = sum N_i' d_i, psi = sum N_i psi_i and
   derivatives by the arc length,
     Gamma = exp(psi)^T rho,   kappa = T(psi) psi',
   minus what they are in the reference configuration. u is a vector: energy, gradient and Hessian by u are those of
   an ordinary function; J of u' = J v leads to the nodes. */
#include <string.h>
#include "kernels.h"
#include "rotation.h"
#include "vector.h"

/* Relative rotation of an element's nodes that is too much for one element [rad]: well before pi, where the shortest way
   changes sides, so that no step jumps over. */
static const double MOST_TURN = 2;

enum { MAX_NODES = 3, MAX_U = 6 * (MAX_NODES - 1), MAX_DOFS = 6 * MAX_NODES, MAX_POINTS = 2 };

/* What setup leaves of an element. */
typedef struct {
  double axes[MAX_NODES][4]; /* of the section at each node, quaternion from them to the node's axes */
  double first[MAX_NODES][3],
    inertia[MAX_NODES][9]; /* mass of rotation that each node carries, in the node's axes [kg m, kg m2] */
  struct {
    double weight, N[MAX_NODES], dN[MAX_NODES]; /* length [m]; derivatives by it */
    double strain[6];                           /* of the reference configuration */
  } point[MAX_POINTS];
} Data;
enum { NDATA = sizeof(Data) / sizeof(double) };

/* ---- from the nodes to the invariants ---- */

/* J of u' = J v has rows of u, columns of the nodes' dofs. */
typedef struct {
  int    nn, nu, nd;
  double u[MAX_U], rate[MAX_U]; /* rate: u' */
  double J[MAX_U][MAX_DOFS];
  double R[MAX_NODES][9]; /* node's axes from the section's, axes^T */
  double R_r[9];          /* the last node's section */
} Invariants;

static void put(double rows[][MAX_DOFS], int row, int column, double factor, const double B[9])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) rows[row + i][column + j] += factor * B[3 * i + j];
}

static void relative_to_last(const ElementState *e, const Data *data, Invariants *v)
{
  const int        r    = v->nn - 1;
  const NodeState *last = e->node[r];
  double           q_r[4];

  rotation_compose(last->q, data->axes[r], q_r);
  rotation_matrix(q_r, v->R_r);
  for (int i = 0; i < v->nn; i++) {
    double axes[9];

    rotation_matrix(data->axes[i], axes);
    transpose(axes, v->R[i]);
  }
  for (int i = 0; i < r; i++) {
    const double dx[3] = {e->node[i]->x[0] - last->x[0], e->node[i]->x[1] - last->x[1], e->node[i]->x[2] - last->x[2]};
    double       q[4];

    mat_t_vec(v->R_r, dx, v->u + 6 * i);
    rotation_compose(e->node[i]->q, data->axes[i], q);
    rotation_relative(q_r, q, q);
    rotation_log(q, v->u + 6 * i + 3);
    if (norm(v->u + 6 * i + 3) > MOST_TURN) v->u[6 * i + 3] = NAN; /* forces() finds it */
  }
}

static void jacobian(const ElementState *e, Invariants *v)
{
  const int r = v->nn - 1;

  memset(v->J, 0, sizeof v->J);
  for (int i = 0; i < r; i++) {
    double A[9], B[9], inverse[9], *d = v->u + 6 * i, *psi = d + 3;

    transpose(v->R_r, A);
    put(v->J, 6 * i, 6 * i, 1, A);
    put(v->J, 6 * i, 6 * r, -1, A);
    skew(d, A);
    mat_mat(A, v->R[r], B);
    put(v->J, 6 * i, 6 * r + 3, 1, B);
    rotation_tangent_inverse(psi, inverse);
    mat_mat(inverse, v->R[i], B);
    put(v->J, 6 * i + 3, 6 * i + 3, 1, B);
    mat_t_mat(inverse, v->R[r], B);
    put(v->J, 6 * i + 3, 6 * r + 3, -1, B);
  }
  for (int k = 0; k < v->nu; k++) {
    v->rate[k] = 0;
    for (int n = 0; n < v->nn; n++)
      v->rate[k] += dot(v->J[k] + 6 * n, e->node[n]->v) + dot(v->J[k] + 6 * n + 3, e->node[n]->w);
  }
}

/* rows[3] += B J[row ... row + 2] */
static void add_product(double rows[][MAX_DOFS], const Invariants *v, int at, const double B[9], int row)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < v->nd; j++)
      rows[at + i][j] += B[3 * i] * v->J[row][j] + B[3 * i + 1] * v->J[row + 1][j] + B[3 * i + 2] * v->J[row + 2][j];
}

/* K += d(J^T g)/d(nodes) at fixed g. */
static void add_geometric(const Invariants *v, const double g[], double K[][MAX_DOFS])
{
  const int r = v->nn - 1;

  for (int i = 0; i < r; i++) {
    const double *p = g + 6 * i, *n = p + 3, *psi = v->u + 6 * i + 3, back[3] = {-psi[0], -psi[1], -psi[2]};
    double        A[9], B[9], D[9];

    skew(p, A);
    mat_mat(v->R_r, A, B);
    mat_mat(B, v->R[r], D); /* the forces R_r p turn with node r */
    put(K, 6 * i, 6 * r + 3, -1, D);
    put(K, 6 * r, 6 * r + 3, 1, D);
    mat_t_mat(v->R[r], A, B); /* its moment p x d */
    add_product(K, v, 6 * r + 3, B, 6 * i);
    rotation_tangent_inverse_slope(back, n, D); /* moments T^-T n and -T^-1 n */
    mat_t_mat(v->R[i], D, B);
    for (int k = 0; k < 9; k++) B[k] *= -1;
    add_product(K, v, 6 * i + 3, B, 6 * i + 3);
    rotation_tangent_inverse_slope(psi, n, D);
    mat_t_mat(v->R[r], D, B);
    for (int k = 0; k < 9; k++) B[k] *= -1;
    add_product(K, v, 6 * r + 3, B, 6 * i + 3);
  }
}

/* rows[nu] of d(J v)/d(nodes) at fixed v: how the rates depend on the configuration. */
static void rate_slopes(const ElementState *e, const Invariants *v, double rows[][MAX_DOFS])
{
  const int        r    = v->nn - 1;
  const NodeState *last = e->node[r];
  double           w_r[3];

  memset(rows, 0, sizeof(double[MAX_U][MAX_DOFS]));
  mat_vec(v->R[r], last->w, w_r);
  for (int i = 0; i < r; i++) {
    const double *psi = v->u + 6 * i + 3, back[3] = {-psi[0], -psi[1], -psi[2]};
    const double  dv[3] = {e->node[i]->v[0] - last->v[0], e->node[i]->v[1] - last->v[1], e->node[i]->v[2] - last->v[2]};
    double        turned[3], w[3], A[9], B[9], D[9];

    mat_t_vec(v->R_r, dv, turned);
    skew(turned, A);
    mat_mat(A, v->R[r], B);
    put(rows, 6 * i, 6 * r + 3, 1, B);
    skew(w_r, A);
    for (int k = 0; k < 9; k++) A[k] *= -1;
    add_product(rows, v, 6 * i, A, 6 * i);
    mat_vec(v->R[i], e->node[i]->w, w);
    rotation_tangent_inverse_slope(psi, w, A);
    rotation_tangent_inverse_slope(back, w_r, D);
    for (int k = 0; k < 9; k++) D[k] += A[k];
    add_product(rows, v, 6 * i + 3, D, 6 * i + 3);
  }
}

/* ---- strains at a Gauss point ---- */

typedef struct {
  double psi[3], dpsi[3], Gamma[3], kappa[3];
  double E[9], T[9], GT[9], kappa_psi[9]; /* exp(psi), T(psi), [Gamma] T, d kappa/d psi */
  double B[6][MAX_U];                     /* d(Gamma, kappa)/du */
} Strain;

static void blend(int n, const double factor[], const double u[], double sum[3])
{
  for (int c = 0; c < 3; c++) {
    sum[c] = 0;
    for (int i = 0; i < n; i++) sum[c] += factor[i] * u[6 * i + c];
  }
}

static void strain_at(const Invariants *v, const double N[], const double dN[], Strain *s)
{
  const int r = v->nn - 1;
  double    rho[3], q[4], G[9];

  blend(r, dN, v->u, rho);
  blend(r, N, v->u + 3, s->psi);
  blend(r, dN, v->u + 3, s->dpsi);
  rotation_exp(s->psi, q);
  rotation_matrix(q, s->E);
  rotation_tangent(s->psi, s->T);
  rotation_tangent_slope(s->psi, s->dpsi, s->kappa_psi);
  mat_t_vec(s->E, rho, s->Gamma);
  mat_vec(s->T, s->dpsi, s->kappa);
  skew(s->Gamma, G);
  mat_mat(G, s->T, s->GT);
  for (int i = 0; i < r; i++)
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++) {
        s->B[a][6 * i + b]         = dN[i] * s->E[3 * b + a];
        s->B[a][6 * i + 3 + b]     = N[i] * s->GT[3 * a + b];
        s->B[3 + a][6 * i + b]     = 0;
        s->B[3 + a][6 * i + 3 + b] = N[i] * s->kappa_psi[3 * a + b] + dN[i] * s->T[3 * a + b];
      }
}

/* Hessian of N . Gamma + M . kappa by u, at fixed N, M, times the weight, added to H. */
static void add_curvature(const Invariants *v, const Strain *s, const double N[], const double dN[], double weight,
                          const double sigma[6], double H[][MAX_U])
{
  const double *force = sigma, *moment = sigma + 3, back[3] = {-s->psi[0], -s->psi[1], -s->psi[2]};
  double        A[9], B[9], rho_psi[9], psi_psi[9], dpsi_psi[9], u[3];

  skew(force, A);
  mat_mat(A, s->T, B);
  mat_mat(s->E, B, rho_psi);
  for (int k = 0; k < 9; k++) rho_psi[k] *= -1;
  cross(force, s->Gamma, u);
  rotation_tangent_slope(back, u, psi_psi); /* T^T u */
  mat_mat(A, s->GT, B);
  mat_t_mat(s->T, B, A);
  for (int k = 0; k < 9; k++) psi_psi[k] = A[k] - psi_psi[k];
  rotation_tangent_curvature(s->psi, s->dpsi, moment, A);
  for (int k = 0; k < 9; k++) psi_psi[k] += A[k];
  rotation_tangent_slope(back, moment, dpsi_psi); /* T^T M */
  for (int k = 0; k < 9; k++) dpsi_psi[k] *= -1;

  for (int i = 0; i < v->nn - 1; i++)
    for (int j = 0; j < v->nn - 1; j++)
      for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
          H[6 * i + a][6 * j + 3 + b] += weight * dN[i] * N[j] * rho_psi[3 * a + b];
          H[6 * i + 3 + a][6 * j + b] += weight * N[i] * dN[j] * rho_psi[3 * b + a];
          H[6 * i + 3 + a][6 * j + 3 + b] +=
            weight * (N[i] * N[j] * psi_psi[3 * a + b] + dN[i] * N[j] * dpsi_psi[3 * a + b] +
                      N[i] * dN[j] * dpsi_psi[3 * b + a]);
        }
}

/* V = d(B u')/du at fixed u': how the rates of strain depend on the configuration. */
static void strain_rate_slopes(const Invariants *v, const Strain *s, const double N[], const double dN[],
                               double V[6][MAX_U])
{
  const int r = v->nn - 1;
  double rho[3], psi[3], dpsi[3], Tpsi[3], Erho[3], A[9], D[9], gamma_rho[9], gamma_psi[9], kappa_psi[9], kappa_dpsi[9],
    S[9];

  blend(r, dN, v->rate, rho);
  blend(r, N, v->rate + 3, psi);
  blend(r, dN, v->rate + 3, dpsi);
  mat_vec(s->T, psi, Tpsi);
  mat_t_vec(s->E, rho, Erho);
  skew(Tpsi, S);
  mat_mat_t(S, s->E, gamma_rho);
  mat_mat(S, s->GT, gamma_psi);
  skew(Erho, A);
  mat_mat(A, s->T, D);
  for (int k = 0; k < 9; k++) gamma_psi[k] = D[k] - gamma_psi[k];
  skew(s->Gamma, A);
  rotation_tangent_slope(s->psi, psi, S);
  mat_mat(A, S, D);
  for (int k = 0; k < 9; k++) gamma_psi[k] += D[k];
  rotation_tangent_slope(s->psi, dpsi, kappa_psi);
  for (int a = 0; a < 3; a++) {
    const double unit[3] = {a == 0, a == 1, a == 2};
    double       row[3], column[3];

    rotation_tangent_curvature(s->psi, s->dpsi, unit, A);
    mat_vec(A, psi, row);
    rotation_tangent_slope(s->psi, unit, A);
    mat_vec(A, psi, column);
    for (int b = 0; b < 3; b++) {
      kappa_psi[3 * a + b] += row[b];
      kappa_dpsi[3 * b + a] = column[b];
    }
  }
  for (int i = 0; i < r; i++)
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++) {
        V[a][6 * i + b]         = -dN[i] * gamma_rho[3 * a + b];
        V[a][6 * i + 3 + b]     = N[i] * gamma_psi[3 * a + b];
        V[3 + a][6 * i + b]     = 0;
        V[3 + a][6 * i + 3 + b] = N[i] * kappa_psi[3 * a + b] + dN[i] * kappa_dpsi[3 * a + b];
      }
}

/* sigma = S x */
static void section_forces(const double S[], const double x[6], double sigma[6])
{
  for (int a = 0; a < 6; a++) {
    sigma[a] = 0;
    for (int b = 0; b < 6; b++) sigma[a] += S[6 * a + b] * x[b];
  }
}

static void elastic_strain(const Strain *s, const double reference[6], double strain[6])
{
  for (int c = 0; c < 3; c++) {
    strain[c]     = s->Gamma[c] - reference[c];
    strain[3 + c] = s->kappa[c] - reference[3 + c];
  }
}

/* A += weight B^T S C */
static void add_congruent(int nu, double weight, double B[6][MAX_U], const double S[], double C[6][MAX_U],
                          double A[][MAX_U])
{
  double SC[6][MAX_U];

  for (int a = 0; a < 6; a++)
    for (int j = 0; j < nu; j++) {
      SC[a][j] = 0;
      for (int b = 0; b < 6; b++) SC[a][j] += S[6 * a + b] * C[b][j];
      SC[a][j] *= weight;
    }
  for (int i = 0; i < nu; i++)
    for (int a = 0; a < 6; a++)
      for (int j = 0; j < nu; j++) A[i][j] += B[a][i] * SC[a][j];
}

/* ---- setup ---- */

/* The direction of y where none is given, one for all nodes of an element: horizontal, square to the line from its
   first node to its last; for vertical elements the global y axis. */
static void default_direction(const double x[][3], double y[3])
{
  const double up[3] = {0, 0, 1}, chord[3] = {x[1][0] - x[0][0], x[1][1] - x[0][1], x[1][2] - x[0][2]};
  const double vertical = 1e-3; /* sine of the angle: less is a matter of the mesh's digits */

  cross(up, chord, y);
  if (norm(y) > vertical * norm(chord)) return;
  y[0] = y[2] = 0;
  y[1]        = 1;
}

/* Axes of the section at a node: x along the tangent, y nearest to the direction, turned by the angle. */
static const char *section_axes(const double tangent[3], const double direction[3], double angle, double q[4])
{
  const double length = norm(tangent), steep = 1e-6;
  double       t[3], y[3], z[3], R[9], along;

  for (int c = 0; c < 3; c++) t[c] = tangent[c] / length;
  along = dot(direction, t);
  for (int c = 0; c < 3; c++) y[c] = direction[c] - along * t[c];
  if (!(norm(y) > steep * norm(direction))) return "lies along its direction: its section's y axis needs another one";
  along = norm(y);
  for (int c = 0; c < 3; c++) y[c] /= along;
  cross(t, y, z);
  for (int c = 0; c < 3; c++) {
    R[3 * c]     = t[c];
    R[3 * c + 1] = cos(angle) * y[c] + sin(angle) * z[c];
    R[3 * c + 2] = cos(angle) * z[c] - sin(angle) * y[c];
  }
  rotation_of_matrix(R, q);
  return 0;
}

/* The tangent at node i of the curve through the nodes. */
static void node_tangent(int nn, int i, const double x[][3], double t[3])
{
  static const double three[3][3] = {
    {-1.5, -0.5, 2 },
    {0.5,  1.5,  -2},
    {-0.5, 0.5,  0 }
  };

  for (int c = 0; c < 3; c++)
    t[c] = nn == 2 ? x[1][c] - x[0][c] : three[i][0] * x[0][c] + three[i][1] * x[1][c] + three[i][2] * x[2][c];
}

static void node_masses(Shape shape, const double x[][3], const double prop[], Data *data)
{
  double weight[MAX_NODES];

  shape_weights(shape, x, weight);
  for (int i = 0; i < shape_nodes(shape); i++) {
    double R[9], A[9];

    rotation_matrix(data->axes[i], R);
    mat_vec(R, prop + SECTION_FIRST, data->first[i]);
    mat_mat(R, prop + SECTION_INERTIA, A);
    mat_mat_t(A, R, data->inertia[i]);
    for (int c = 0; c < 3; c++) data->first[i][c] *= weight[i];
    for (int c = 0; c < 9; c++) data->inertia[i][c] *= weight[i];
  }
}

static const char *setup(Shape shape, const double x[][3], const double field[], const double prop[], double out[])
{
  const int    nn   = shape_nodes(shape);
  Data        *data = (Data *)out;
  NodeState    node[MAX_NODES];
  ElementState e = {.prop = prop};
  Invariants   v = {.nn = nn, .nu = 6 * (nn - 1), .nd = 6 * nn};
  ShapePoint   points[SHAPE_MAX_POINTS];
  const int    ng       = shape_points(shape, 0, points);
  const double chord[3] = {x[1][0] - x[0][0], x[1][1] - x[0][1], x[1][2] - x[0][2]}, *given = prop + SECTION_DIRECTION;
  double       direction[3];

  default_direction(x, direction);
  for (int i = 0; i < nn; i++) {
    double      t[3];
    const char *wrong;

    node_tangent(nn, i, x, t);
    if (!(norm(chord) > 0)) return "has no length";
    if (!(dot(t, chord) > 0)) return "is folded: its middle node is not between the others";
    wrong = section_axes(t, dot(given, given) > 0 ? given : direction, field ? field[i] : 0, data->axes[i]);
    if (wrong) return wrong;
    node[i]   = node_at_rest(x[i]);
    e.node[i] = &node[i];
  }
  node_masses(shape, x, prop, data);
  relative_to_last(&e, data, &v);
  for (int g = 0; g < ng; g++) {
    double along[3] = {0, 0, 0}, jacobi;
    Strain s;

    for (int i = 0; i < nn; i++)
      for (int c = 0; c < 3; c++) along[c] += points[g].dN[i][0] * x[i][c];
    jacobi                = norm(along);
    data->point[g].weight = points[g].weight * jacobi;
    for (int i = 0; i < nn; i++) {
      data->point[g].N[i]  = points[g].N[i];
      data->point[g].dN[i] = points[g].dN[i][0] / jacobi;
    }
    strain_at(&v, data->point[g].N, data->point[g].dN, &s);
    memcpy(data->point[g].strain, s.Gamma, sizeof s.Gamma);
    memcpy(data->point[g].strain + 3, s.kappa, sizeof s.kappa);
  }
  return 0;
}

static const char *matrices(Shape shape, const double x[][3], const double prop[], double M[])
{
  const int nn = shape_nodes(shape), nd = 6 * nn;
  double    mass[MAX_NODES][MAX_NODES] = {{0}}, weight[MAX_NODES];

  shape_weights(shape, x, weight);
  if (prop[SECTION_LUMPED] == MASS_LUMPED) {
    for (int i = 0; i < nn; i++) mass[i][i] = weight[i];
  } else {
    ShapePoint points[SHAPE_MAX_POINTS];
    const int  ng = shape_points(shape, 1, points);

    for (int g = 0; g < ng; g++) {
      double along[3] = {0, 0, 0};

      for (int i = 0; i < nn; i++)
        for (int c = 0; c < 3; c++) along[c] += points[g].dN[i][0] * x[i][c];
      for (int i = 0; i < nn; i++)
        for (int j = 0; j < nn; j++) mass[i][j] += points[g].weight * norm(along) * points[g].N[i] * points[g].N[j];
    }
  }
  for (int i = 0; i < nn; i++)
    for (int j = 0; j < nn; j++)
      for (int c = 0; c < 3; c++) M[nd * (6 * i + c) + 6 * j + c] = prop[SECTION_MASS] * mass[i][j];
  return 0;
}

/* ---- forces ---- */

/* Sums over the Gauss points: the gradient by u, and, where they are asked for, its derivatives by u and by u'. */
typedef struct {
  double g[MAX_U], H[MAX_U][MAX_U], D[MAX_U][MAX_U];
} Sums;

static void sum_points(int ng, const Data *data, const double prop[], const Invariants *v, int tangents, Sums *sums)
{
  const double  beta = prop[SECTION_DAMPING];
  const double *S    = prop + SECTION_S;

  memset(sums->g, 0, sizeof sums->g);
  if (tangents) {
    memset(sums->H, 0, sizeof sums->H);
    memset(sums->D, 0, sizeof sums->D);
  }
  for (int g = 0; g < ng; g++) {
    const double *N = data->point[g].N, *dN = data->point[g].dN, weight = data->point[g].weight;
    double        strain[6], sigma[6];
    Strain        s;

    strain_at(v, N, dN, &s);
    elastic_strain(&s, data->point[g].strain, strain);
    for (int a = 0; a < 6 && beta > 0; a++)
      for (int k = 0; k < v->nu; k++) strain[a] += beta * s.B[a][k] * v->rate[k];
    section_forces(S, strain, sigma);
    for (int a = 0; a < 6; a++)
      for (int k = 0; k < v->nu; k++) sums->g[k] += weight * s.B[a][k] * sigma[a];
    if (!tangents) continue;
    add_congruent(v->nu, weight, s.B, S, s.B, sums->H);
    add_curvature(v, &s, N, dN, weight, sigma, sums->H);
    if (beta > 0) {
      double V[6][MAX_U];

      strain_rate_slopes(v, &s, N, dN, V);
      add_congruent(v->nu, beta * weight, s.B, S, V, sums->H);
      add_congruent(v->nu, beta * weight, s.B, S, s.B, sums->D);
    }
  }
}

/* A += J^T H X */
static void add_to_nodes(Invariants *v, double H[][MAX_U], double X[][MAX_DOFS], double A[][MAX_DOFS])
{
  double HX[MAX_U][MAX_DOFS];

  for (int k = 0; k < v->nu; k++) {
    for (int j = 0; j < v->nd; j++) HX[k][j] = 0;
    for (int l = 0; l < v->nu; l++)
      for (int j = 0; j < v->nd; j++) HX[k][j] += H[k][l] * X[l][j];
  }
  for (int i = 0; i < v->nd; i++)
    for (int k = 0; k < v->nu; k++)
      if (v->J[k][i] != 0)
        for (int j = 0; j < v->nd; j++) A[i][j] += v->J[k][i] * HX[k][j];
}

static void add_rows(int nd, double A[][MAX_DOFS], double K[])
{
  for (int i = 0; i < nd; i++)
    for (int j = 0; j < nd; j++) K[nd * i + j] += A[i][j];
}

static int forces(Shape shape, const ElementState *e, double r[], double K[], double C[], double M[])
{
  const Data *data = (const Data *)e->data;
  const int   nn = shape_nodes(shape), ng = nn - 1;
  Invariants  v = {.nn = nn, .nu = 6 * (nn - 1), .nd = 6 * nn};
  Sums        sums;

  relative_to_last(e, data, &v);
  jacobian(e, &v);
  sum_points(ng, data, e->prop, &v, K != 0, &sums);
  for (int k = 0; k < v.nu; k++)
    if (!isfinite(sums.g[k])) return 1;
  for (int k = 0; k < v.nu; k++)
    for (int i = 0; i < v.nd; i++) r[i] += v.J[k][i] * sums.g[k];
  if (K) {
    double A[MAX_DOFS][MAX_DOFS] = {{0}};

    add_to_nodes(&v, sums.H, v.J, A);
    add_geometric(&v, sums.g, A);
    if (e->prop[SECTION_DAMPING] > 0) {
      double slopes[MAX_U][MAX_DOFS], B[MAX_DOFS][MAX_DOFS] = {{0}};

      rate_slopes(e, &v, slopes);
      add_to_nodes(&v, sums.D, slopes, A);
      add_to_nodes(&v, sums.D, v.J, B);
      add_rows(v.nd, B, C);
    }
    add_rows(v.nd, A, K);
  }
  for (int i = 0; i < nn; i++)
    inertia_forces(e->node[i], e->gravity, data->first[i], data->inertia[i], v.nd, 6 * i, r, K, C, M);
  return 0;
}

static void momentum(int nn, const ElementState *e, double p[])
{
  const Data *data = (const Data *)e->data;

  for (int i = 0; i < nn; i++) inertia_momentum(e->node[i], data->first[i], data->inertia[i], p + 6 * i);
}

/* ---- energy and results ---- */

enum { STRAIN, CURVATURE = 3, FORCE = 6, MOMENT = 9, NVALUES = 12 };

static const ElementResult results[] = {
  {"strain",    3, "axial strain, shear strains in y and z of the section"},
  {"curvature", 3, "rate of twist, curvatures about y and z [1/m]"        },
  {"force",     3, "axial force, shear forces in y and z [N]"             },
  {"moment",    3, "torque, bending moments about y and z [N m]"          },
  {0,           0, 0                                                      }
};

/* Energy [J], dissipated power [W] and means over the length of strains and section forces (of damping, too). */
typedef struct {
  double energy, power, values[NVALUES];
} Summary;

static Summary summary(Shape shape, const ElementState *e)
{
  const Data  *data   = (const Data *)e->data;
  const int    nn     = shape_nodes(shape);
  const double beta   = e->prop[SECTION_DAMPING];
  Invariants   v      = {.nn = nn, .nu = 6 * (nn - 1), .nd = 6 * nn};
  Summary      sum    = {0};
  double       length = 0;

  relative_to_last(e, data, &v);
  jacobian(e, &v);
  for (int g = 0; g < nn - 1; g++) {
    const double weight = data->point[g].weight;
    double       strain[6], rate[6] = {0}, elastic[6], damped[6];
    Strain       s;

    strain_at(&v, data->point[g].N, data->point[g].dN, &s);
    elastic_strain(&s, data->point[g].strain, strain);
    for (int a = 0; a < 6; a++)
      for (int k = 0; k < v.nu; k++) rate[a] += s.B[a][k] * v.rate[k];
    section_forces(e->prop + SECTION_S, strain, elastic);
    section_forces(e->prop + SECTION_S, rate, damped);
    for (int a = 0; a < 6; a++) {
      sum.energy += weight * strain[a] * elastic[a] / 2;
      sum.power += weight * beta * rate[a] * damped[a];
      sum.values[STRAIN + a] += weight * strain[a];
      sum.values[FORCE + a] += weight * (elastic[a] + beta * damped[a]);
    }
    length += weight;
  }
  for (int k = 0; k < NVALUES; k++) sum.values[k] /= length;
  return sum;
}

static void result(Shape shape, const ElementState *e, double values[])
{
  const Summary sum = summary(shape, e);

  memcpy(values, sum.values, sizeof sum.values);
}

/* ---- the two elements ---- */

static const char *setup2(const double x[][3], const double field[], const double prop[], double data[])
{
  return setup(SHAPE_LINE, x, field, prop, data);
}
static const char *setup3(const double x[][3], const double field[], const double prop[], double data[])
{
  return setup(SHAPE_LINE3, x, field, prop, data);
}
static const char *matrices2(const double x[][3], const double prop[], double M[], double C[], double K[])
{
  (void)C, (void)K;
  return matrices(SHAPE_LINE, x, prop, M);
}
static const char *matrices3(const double x[][3], const double prop[], double M[], double C[], double K[])
{
  (void)C, (void)K;
  return matrices(SHAPE_LINE3, x, prop, M);
}
static int forces2(const ElementState *e, double r[], double K[], double C[], double M[])
{
  return forces(SHAPE_LINE, e, r, K, C, M);
}
static int forces3(const ElementState *e, double r[], double K[], double C[], double M[])
{
  return forces(SHAPE_LINE3, e, r, K, C, M);
}
static void   momentum2(const ElementState *e, double p[]) { momentum(2, e, p); }
static void   momentum3(const ElementState *e, double p[]) { momentum(3, e, p); }
static void   result2(const ElementState *e, double values[]) { result(SHAPE_LINE, e, values); }
static void   result3(const ElementState *e, double values[]) { result(SHAPE_LINE3, e, values); }
static double energy2(const ElementState *e) { return summary(SHAPE_LINE, e).energy; }
static double energy3(const ElementState *e) { return summary(SHAPE_LINE3, e).energy; }
static double power(Shape shape, const ElementState *e)
{
  return e->prop[SECTION_DAMPING] > 0 ? summary(shape, e).power : 0;
}
static double power2(const ElementState *e) { return power(SHAPE_LINE, e); }
static double power3(const ElementState *e) { return power(SHAPE_LINE3, e); }

const ElementKernel BeamKernel  = {.name     = "beam",
                                   .shape    = SHAPE_LINE,
                                   .nc       = 6,
                                   .props    = section_props,
                                   .ndata    = NDATA,
                                   .prepare  = section_prepare,
                                   .setup    = setup2,
                                   .matrices = matrices2,
                                   .forces   = forces2,
                                   .momentum = momentum2,
                                   .energy   = energy2,
                                   .power    = power2,
                                   .results  = results,
                                   .result   = result2};
const ElementKernel Beam3Kernel = {.name     = "beam",
                                   .shape    = SHAPE_LINE3,
                                   .nc       = 6,
                                   .props    = section_props,
                                   .ndata    = NDATA,
                                   .prepare  = section_prepare,
                                   .setup    = setup3,
                                   .matrices = matrices3,
                                   .forces   = forces3,
                                   .momentum = momentum3,
                                   .energy   = energy3,
                                   .power    = power3,
                                   .results  = results,
                                   .result   = result3};
