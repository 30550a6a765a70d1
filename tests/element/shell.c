/* shell.c: shells at the reference: patches of distorted elements under constant strains and
   curvatures, motions without energy, the order of nodes, a strip that bends in its plane, and a
   triangle that shears. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "cases.h"

/* 4 quadrilaterals or 4 triangles around an inner node, the last one. */
/* clang-format off */
static const double quad_nodes[9][2]     = {{0, 0}, {1.1, -0.1}, {2, 0}, {2.1, 0.8}, {2, 2}, {0.9, 2.2}, {0, 2},
                                            {-0.1, 1.2}, {1.25, 0.8}};
static const int    quads[4][4]          = {{0, 1, 8, 7}, {1, 2, 3, 8}, {8, 3, 4, 5}, {6, 7, 8, 5}};
static const double triangle_nodes[5][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {1.3, 0.7}};
static const int    triangles[4][4]      = {{0, 1, 4}, {4, 1, 2}, {2, 3, 4}, {3, 0, 4}};
/* clang-format on */

static const double YOUNG = 6, NU = 0.3, THICKNESS = 0.2;

/* Elements have less shear stiffness than the section, by up to 0.2 L^2/h^2 (shell_stiffness.c). */
static const double VERY_THICK = 2e3;

/* A motion of the plane z = 0 with constant strains e, curvatures k and shear strains g. Components
   are xx, yy and twice xy. */
typedef struct {
  const char *what;
  double      e[3], k[3], g[2];
} Constant;

static const Constant constants[] = {
  {"tension",  {2, -1, 0},   {0},         {0}    },
  {"in-plane", {0, 0, 1.5},  {0},         {0}    },
  {"bending",  {0},          {1, 0.4, 0}, {0}    },
  {"twist",    {0},          {0, 0, 0.7}, {0}    },
  {"all",      {1, 2, -0.5}, {2, -1, 3},  {0}    },
  {"shear",    {0},          {0},         {3, -2}}
};
enum { CONSTANTS = sizeof constants / sizeof constants[0] };

/* Computes the displacement and rotation at X. The normal turns to (-w,x, -w,y, 1), less g. */
static void constant_motion(const Constant *m, const double X[2], double u[6])
{
  const double x = X[0], y = X[1];
  const double slope[2] = {-m->k[0] * x - m->k[2] / 2 * y, -m->k[1] * y - m->k[2] / 2 * x};

  u[0] = m->e[0] * x + 0.8 * m->e[2] * y; /* with a rotation of the plane */
  u[1] = m->e[1] * y + 0.2 * m->e[2] * x;
  u[2] = (slope[0] * x + slope[1] * y) / 2 + m->g[0] * x + m->g[1] * y;
  u[3] = slope[1];
  u[4] = -slope[0];
  u[5] = -0.3 * m->e[2];
}

/* Computes the forces, moments and shear forces of an isotropic section. */
static void section_forces(const Constant *m, double h, double values[8])
{
  const double A = YOUNG * h / (1 - NU * NU), D = A * h * h / 12;

  values[0] = A * (m->e[0] + NU * m->e[1]);
  values[1] = A * (m->e[1] + NU * m->e[0]);
  values[2] = A * (1 - NU) / 2 * m->e[2];
  values[3] = D * (m->k[0] + NU * m->k[1]);
  values[4] = D * (m->k[1] + NU * m->k[0]);
  values[5] = D * (1 - NU) / 2 * m->k[2];
  for (int a = 0; a < 2; a++) values[6 + a] = 5. / 6 * A * (1 - NU) / 2 * m->g[a];
}

/* Computes the motion u of the nodes of element el of the patch under constant strains, its
   results, and the largest entries of its stiffness and of u. Adds the force on the inner node. */
static void move_element(const Case *c, const Constant *m, const double R[9], int el,
                         double values[8], double largest_of[2], double force[6])
{
  const ElementKernel *k  = c->kernel;
  const int            nn = shape_nodes(k->shape), inner = nn == 4 ? 8 : 4;
  const int           *nodes = nn == 4 ? quads[el] : triangles[el];
  double               X[4][3], u[MOST], rate[MOST] = {0}, r[MOST], K[MOST2], C[MOST2], M[MOST2];
  Element              element;
  ElementState         e;
  NodeState            n[ELEMENT_MAX_NODES];

  for (int i = 0; i < nn; i++) {
    const double *p       = nn == 4 ? quad_nodes[nodes[i]] : triangle_nodes[nodes[i]];
    const double  flat[3] = {p[0], p[1], 0};
    double        motion[6];

    mat_vec(R, flat, X[i]);
    constant_motion(m, p, motion);
    mat_vec(R, motion, &u[6 * i]);
    mat_vec(R, motion + 3, &u[6 * i + 3]);
  }
  CHECK(!element_setup(&element, k, c->given, 0, (const double(*)[3])X), "shell refused");
  reference_state(&element, n);
  e = state_of(&element, n);
  k->type->linear_result(&e, u, rate, values);
  forces(&element, n, r, K, C, M);
  largest_of[0] = largest(36 * nn * nn, K);
  largest_of[1] = largest(6 * nn, u);
  for (int i = 0; i < 6 * nn; i++)
    for (int j = 0; j < 6 * nn && nodes[i / 6] == inner; j++)
      force[i % 6] += K[6 * nn * i + j] * u[j];
}

/* The patch lies in a plane that is turned by R. The axes of results are those of the plane. */
static void check_patch(const ElementKernel *k, const Constant *m, const double R[9])
{
  const double axis[3]  = {R[0], R[3], R[6]};
  const int    shear    = m->g[0] != 0;
  const double h        = shear ? VERY_THICK : THICKNESS;
  const Case   c        = shell_case(k, "patch", h, 2, axis);
  double       force[6] = {0}, expected[8], scale = 0;

  section_forces(m, h, expected);
  for (int el = 0; el < 4; el++) {
    double values[ELEMENT_MAX_RESULTS], most[2];

    move_element(&c, m, R, el, values, most, force);
    for (int a = shear ? 6 : 0; a < 8; a++) /* moments of zero curvatures are round-off of h^3 */
      CHECK(fabs(values[a] - expected[a]) <= (shear ? 4e-7 * expected[6] : 1e-14 * YOUNG),
            "%s, %s: result %d is %g, expected %g", shape_name(k->shape), m->what, a, values[a],
            expected[a]);
    scale = fmax(scale, (shear ? YOUNG * h : most[0]) * most[1]);
  }
  /* constant shear forces need moments between the nodes */
  CHECK(largest(shear ? 3 : 6, force) <= (shear ? 1e-7 : 1e-14) * scale,
        "%s, %s: force %g of %g at the inner node", shape_name(k->shape), m->what,
        largest(6, force), scale);
}

/* Checks constant strains of a section whose stretching and bending, or all strains, are coupled.
 */
static void check_coupled_patch(const ElementKernel *k, int with_shear, const double R[9])
{
  const double axis[3] = {R[0], R[3], R[6]}, h = with_shear ? VERY_THICK : 0.5;
  const double offset = 0.3 * h, close = with_shear ? 4e-7 : 2e-14;
  const Case   c = coupled_shell_case(k, "patch", h, with_shear, 2, offset, axis);
  /* of the reference surface; bending strains are of the size of the others over h */
  const Constant m = {
    "all", {1,      2, -0.5},
     {2 / h,      -1 / h,   3 / h},
     {with_shear, -2 * with_shear}
  };
  double D[64], strain[8], expected[8] = {0}, force[6] = {0}, scale = 0, size = 0;

  coupled_stiffness(h, with_shear, D);
  for (int a = 0; a < 3; a++) {
    strain[a]     = m.e[a] + offset * m.k[a];
    strain[3 + a] = m.k[a];
    if (a < 2) strain[6 + a] = m.g[a];
  }
  for (int a = 0; a < 64; a++) expected[a / 8] += D[a] * strain[a % 8];
  for (int a = 0; a < 3; a++) expected[3 + a] += offset * expected[a];
  for (int a = 0; a < 3; a++) size = fmax(size, fabs(expected[a]));
  for (int el = 0; el < 4; el++) {
    double values[ELEMENT_MAX_RESULTS], most[2];

    move_element(&c, &m, R, el, values, most, force);
    for (int a = 0; a < 8; a++)
      CHECK(fabs(values[a] - expected[a]) <= close * size * (a / 3 == 1 ? h : 1),
            "%s, coupled: result %d is %.15g, expected %.15g", shape_name(k->shape), a, values[a],
            expected[a]);
    scale = fmax(scale, most[0] * most[1]);
  }
  CHECK(largest(with_shear ? 3 : 6, force) <= (with_shear ? 1e-7 * size : 1e-14 * scale),
        "%s, coupled: force %g of %g at the inner node", shape_name(k->shape), largest(6, force),
        scale);
}

/* Computes the eigenvalues of a symmetric A[n][n], which is overwritten, by Jacobi's method. */
static void eigenvalues(int n, double A[], double value[])
{
  for (int sweep = 0; sweep < 30; sweep++)
    for (int p = 0; p < n; p++)
      for (int q = p + 1; q < n; q++) {
        const double angle = atan2(2 * A[n * p + q], A[n * q + q] - A[n * p + p]) / 2,
                     c = cos(angle), s = sin(angle);

        for (int k = 0; k < n; k++) {
          const double a = A[n * k + p], b = A[n * k + q];

          A[n * k + p] = c * a - s * b;
          A[n * k + q] = s * a + c * b;
        }
        for (int k = 0; k < n; k++) {
          const double a = A[n * p + k], b = A[n * q + k];

          A[n * p + k] = c * a - s * b;
          A[n * q + k] = s * a + c * b;
        }
      }
  for (int i = 0; i < n; i++) value[i] = A[(n + 1) * i];
}

/* Six motions without energy and no other. The softest other one bends the element, or turns
   nodes about the normal against each other, at a thousandth of the stiffness of bending. */
static void check_rank(const ElementKernel *k, double thickness)
{
  const Case   c    = shell_case(k, "rank", thickness, 0, (const double[]){0, 0, 0});
  const double soft = 1e-5 * YOUNG * thickness * thickness * thickness / 12;
  Element      el;
  NodeState    n[ELEMENT_MAX_NODES];
  double       r[MOST], K[MOST2], C[MOST2], M[MOST2], value[MOST];
  int          zero = 0, negative = 0;

  CHECK(!element_setup(&el, c.kernel, c.given, 0, references[k->shape]), "shell refused");
  reference_state(&el, n);
  forces(&el, n, r, K, C, M);
  eigenvalues(el.nd, K, value);
  for (int i = 0; i < el.nd; i++) {
    zero += value[i] < soft;
    negative += value[i] < -1e-13 * YOUNG * thickness;
  }
  CHECK(zero == 6 && !negative, "%s, h = %g: %d motions without energy, %d of less",
        shape_name(k->shape), thickness, zero, negative);
}

/* The energy of a state does not depend on which node is the first one, nor on the direction in
   which the nodes go around. */
static void check_order(const ElementKernel *k)
{
  const Case c     = shell_case(k, "order", THICKNESS, 2, (const double[]){0, 0, 0});
  const int  nn    = shape_nodes(k->shape);
  double     first = 0, x[ELEMENT_MAX_NODES][3];
  Element    el;
  NodeState  n[ELEMENT_MAX_NODES], turned[ELEMENT_MAX_NODES];

  CHECK(!element_setup(&el, c.kernel, c.given, 0, references[k->shape]), "shell refused");
  random_state(&el, n);
  for (int order = 0; order < 2 * nn; order++) {
    for (int i = 0; i < nn; i++) {
      const int of = ((order % 2 ? -i : i) + order / 2 + nn) % nn;

      memcpy(x[i], references[k->shape][of], sizeof x[i]);
      turned[i] = n[of];
    }
    CHECK(!element_setup(&el, c.kernel, c.given, 0, (const double(*)[3])x), "shell refused");
    if (!order) first = energy(&el, turned);
    CHECK_CLOSE(energy(&el, turned), first, 1e-13 * first, "energy in another order of nodes");
  }
}

/* A rectangle, thin so that drilling has no energy, that bends in its plane: u = -k x y,
   v = k x^2 / 2 + nu k y^2 / 2 at the nodes, with rotations k x. */
static void check_strip(void)
{
  const double a = 3, b = 1, h = 1e-6, curvature = 0.01;
  const double x[4][3] = {
    {-a, -b, 0},
    {a,  -b, 0},
    {a,  b,  0},
    {-a, b,  0}
  };
  const double exact = YOUNG * h * 8 * b * b * b / 12 * curvature * curvature * 2 * a / 2;
  const Case   c = shell_case(&ShellQuadrilateralKernel, "strip", h, 2, (const double[]){0, 0, 0});
  double       u[MOST], r[MOST], K[MOST2], C[MOST2], M[MOST2], sum = 0;
  Element      el;
  NodeState    n[ELEMENT_MAX_NODES];

  CHECK(!element_setup(&el, c.kernel, c.given, 0, x), "shell refused");
  reference_state(&el, n);
  forces(&el, n, r, K, C, M);
  for (int i = 0; i < 4; i++) {
    const double motion[6] = {-curvature * x[i][0] * x[i][1], 0, 0, 0, 0, curvature * x[i][0]};

    memcpy(&u[6 * i], motion, sizeof motion);
  }
  for (int i = 0; i < 24; i++)
    for (int j = 0; j < 24; j++) sum += u[i] * K[24 * i + j] * u[j] / 2;
  CHECK_CLOSE(sum, exact, 1e-10 * exact, "energy of a strip that bends in its plane");
}

/* Returns the energy of a flat element of nn nodes at x whose nodes move by w along the normal. */
static double energy_of_lift(const ElementKernel *k, double h, const double x[][3],
                             const double w[])
{
  const int  nn = shape_nodes(k->shape);
  const Case c  = shell_case(k, "lift", h, 2, (const double[]){0.6, 0.8, 0});
  double     r[MOST], K[MOST2], C[MOST2], M[MOST2], sum = 0;
  Element    el;
  NodeState  n[ELEMENT_MAX_NODES];

  CHECK(!element_setup(&el, c.kernel, c.given, 0, x), "shell refused");
  reference_state(&el, n);
  forces(&el, n, r, K, C, M);
  for (int i = 0; i < nn; i++)
    for (int j = 0; j < nn; j++) sum += w[i] * K[6 * nn * (6 * i + 2) + 6 * j + 2] * w[j] / 2;
  return sum;
}

/* An equilateral triangle whose nodes move along the normal under a constant shear strain g. The
   director of a side along the unit vector e changes by 4 N_i N_j e (e . v), which has the energy
   (19 - nu) D/(6 L^2) v^2 per area for the sum of the three sides, and the shear strain 2/3 v. The
   energy is that at the minimum for v. */
static void check_sides(double thickness)
{
  const double L = 1.5, nu = NU, h = thickness, g[2] = {0.3, -0.2};
  const double x[3][3] = {
    {0,     0,                0},
    {L,     0,                0},
    {L / 2, sqrt(3. / 4) * L, 0}
  };
  const double D = YOUNG * h * h * h / (12 * (1 - nu * nu)), S = 5. / 12 * YOUNG * h / (1 + nu);
  const double area = sqrt(3. / 16) * L * L, exact = area / 2 * (g[0] * g[0] + g[1] * g[1]) /
                                                     (1 / S + 4 * L * L / (3 * (19 - nu) * D));
  double w[3], found;

  for (int i = 0; i < 3; i++) w[i] = g[0] * x[i][0] + g[1] * x[i][1];
  found = energy_of_lift(&ShellTriangleKernel, h, x, w);
  CHECK_CLOSE(found, exact, 1e-12 * exact, "energy of a triangle that shears");
}

/* A rectangle of the sides L and W whose nodes move along the normal by g x. The director of the
   sides along x changes by b L (1 - r^2), which has the energy 8/3 D b^2 per area and counts three
   times: the flexibility of the shear strain grows by L^2/(36 D). */
static void check_sheared_rectangle(void)
{
  const double L = 5, W = 0.8, h = 0.05, g = 0.01, S = 5. / 12 * YOUNG * h / (1 + NU);
  const double D       = YOUNG * h * h * h / (12 * (1 - NU * NU));
  const double x[4][3] = {
    {-L / 2, -W / 2, 0},
    {L / 2,  -W / 2, 0},
    {L / 2,  W / 2,  0},
    {-L / 2, W / 2,  0}
  };
  const double exact = L * W * g * g / 2 / (1 / S + L * L / (36 * D));
  double       w[4], found;

  for (int i = 0; i < 4; i++) w[i] = g * x[i][0];
  found = energy_of_lift(&ShellQuadrilateralKernel, h, x, w);
  CHECK_CLOSE(found, exact, 1e-12 * exact, "energy of a rectangle that shears");
}

/* The same rectangle, whose nodes move by g x y. The directors change by b L (1 - r^2) s and
   c W (1 - s^2) r, and twist the rectangle. With the curvatures at the Gauss points the energy per
   area is

   S/6 ((g W/2 + 2/3 b L)^2 + (g L/2 + 2/3 c W)^2) +
   3/2 D 16/9 (b^2 + c^2 + 2 nu b c + (1 - nu)/2 (b L/W + c W/L)^2)

   at its minimum. Without the twist it would be a tenth of that. */
static void check_twisted_rectangle(void)
{
  const double L = 5, W = 0.8, h = 0.05, g = 0.01, nu = NU, S = 5. / 12 * YOUNG * h / (1 + nu);
  const double D = YOUNG * h * h * h / (12 * (1 - nu * nu)), B = 16. / 3 * D, ratio = L / W;
  const double x[4][3] = {
    {-L / 2, -W / 2, 0},
    {L / 2,  -W / 2, 0},
    {L / 2,  W / 2,  0},
    {-L / 2, W / 2,  0}
  };
  const double twist = (1 - nu) / 2;
  const double aa    = 4. / 27 * S * L * L + B * (1 + twist * ratio * ratio);
  const double cc    = 4. / 27 * S * W * W + B * (1 + twist / (ratio * ratio));
  const double ac = B * (nu + twist), load = S * g * L * W / 9; /* on b and on c */
  const double det = aa * cc - ac * ac;
  const double exact =
    L * W * (S / 24 * g * g * (L * L + W * W) - load * load * (aa + cc - 2 * ac) / det / 2);
  double w[4], found;

  for (int i = 0; i < 4; i++) w[i] = g * x[i][0] * x[i][1];
  found = energy_of_lift(&ShellQuadrilateralKernel, h, x, w);
  CHECK_CLOSE(found, exact, 1e-10 * exact, "energy of a rectangle that twists");
}

int main(void)
{
  const double flat[3] = {0, 0, 0}, tilted[3] = {0.4, -0.7, 0.2};

  for (int nodes = 3; nodes <= 4; nodes++) {
    const ElementKernel *k = nodes == 3 ? &ShellTriangleKernel : &ShellQuadrilateralKernel;

    for (int turned = 0; turned < 2; turned++)
      for (int m = 0; m < CONSTANTS; m++) {
        double q[4], R[9];

        rotation_exp(turned ? tilted : flat, q);
        rotation_matrix(q, R);
        check_patch(k, &constants[m], R);
        if (m < 2) check_coupled_patch(k, m, R);
      }
    check_rank(k, 0.5);
    check_rank(k, 0.01);
    check_order(k);
  }
  check_strip();
  check_sides(0.01);
  check_sides(1);
  check_sheared_rectangle();
  check_twisted_rectangle();
  return TestReport();
}
