/* tableau.c: computes the coefficients of ESDIRK schemes from the conditions that define them.

   MSSTH and MSSTC are those of Zhang et al. 2022, some of whose printed digits are wrong. The
   schemes of Kennedy & Carpenter 2019 are as published. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <complex.h>
#undef I
#include "math/small_dense.h"
#include "tableau.h"

/* Sets c_i to the row sums, and that of the last stage to exactly 1. */
static void set_abscissae(Tableau *t)
{
  for (PetscInt i = 0; i < t->stages; i++) {
    t->c[i] = 0;
    for (PetscInt j = 0; j <= i; j++) t->c[i] += t->A[i][j];
  }
  t->c[t->stages - 1] = 1;
}

/* Adds an embedded solution with the weights b_hat, whose local error is of order
   dt^error_order. */
static void set_embedded(Tableau *t, PetscInt error_order, const PetscReal b_hat[])
{
  t->error_order = error_order;
  for (PetscInt j = 0; j < t->stages; j++) t->error[j] = t->A[t->stages - 1][j] - b_hat[j];
}

void tableau_trapezoidal(const FsIntegratorOptions *options, Tableau *t)
{
  (void)options;
  *t = (Tableau){
    .stages = 2, .A = {{0}, {0.5, 0.5}}
  };
  set_abscissae(t);
}

PetscReal bathe_equal_split(PetscReal rho) { return 2 / (2 + PetscSqrtReal(2 + 2 * rho)); }

/* gamma is in a form that is regular at rho_inf = 1, where eq. (7) is 0/0. */
void tableau_bathe(const FsIntegratorOptions *options, Tableau *t)
{
  const PetscReal rho = options->rho_inf, split = options->parameter[0], g = split / 2;

  *t = (Tableau){
    .stages = 3,
    .A      = {{0}, {g, g}, {-(4 * g * g - 6 * g + 1) / (4 * g), (1 - 2 * g) / (4 * g), g}}
  };
  if (split != bathe_equal_split(rho)) { /* Noh & Bathe 2019, eqs. (5) and (8) */
    const PetscReal q = (rho + 1) / (2 * split * (rho - 1) + 4);

    t->A[2][0] = (split - 1) * q + 0.5;
    t->A[2][1] = q;
    t->A[2][2] = 0.5 - split * q;
  }
  set_abscissae(t);
}

/* ---- MSSTC(n): |R(iy)| as flat as possible at y = 0 ------------------------------------------ */

/* Multiplies a polynomial of the given degree, lowest power first, by 1 + a x. */
static void times_linear(PetscInt degree, PetscReal p[], PetscReal a)
{
  p[degree + 1] = 0;
  for (PetscInt i = degree + 1; i > 0; i--) p[i] += a * p[i - 1];
}

/* Computes P(x) = prod_k (1 + x sqrt(1 - kappa w_k)), x = gamma z, over the n-th roots of unity
   w_k. Returns gamma. */
static PetscReal msstc_numerator(PetscInt n, PetscReal rho, PetscReal P[])
{
  const PetscReal kappa                = PetscPowReal(1 - rho * rho, 1. / (PetscReal)n);
  double complex  p[FS_MAX_STAGES + 1] = {1}, sum = 0;

  for (PetscInt k = 0; k < n; k++) {
    const double         angle = 2 * PETSC_PI * (double)k / (double)n;
    const double complex root =
      csqrt(1 - kappa * (cos(angle) + __builtin_complex(0., 1.) * sin(angle)));

    sum += root;
    for (PetscInt i = k + 1; i > 0; i--) p[i] += root * p[i - 1];
  }
  for (PetscInt i = 0; i <= n; i++) P[i] = creal(p[i]);
  return 1 / ((PetscReal)n + creal(sum));
}

/* Computes b_1 ... b_n from sum_j (b_{j+1}/gamma) (1+x)^j (1-x)^{n-1-j} = (P - (1-x)^{n-1})/x. */
static void msstc(PetscInt n, PetscReal rho, Tableau *t)
{
  PetscReal P[FS_MAX_STAGES + 1], basis[FS_MAX_STAGES][FS_MAX_STAGES], b[FS_MAX_STAGES],
    power[FS_MAX_STAGES + 1] = {1};
  const PetscReal g          = msstc_numerator(n, rho, P);

  for (PetscInt k = 0; k < n - 1; k++) times_linear(k, power, -1);
  power[n] = 0;
  for (PetscInt i = 0; i < n; i++) b[i] = P[i + 1] - power[i + 1];
  for (PetscInt j = 0; j < n; j++) {
    PetscReal p[FS_MAX_STAGES + 1] = {1};

    for (PetscInt k = 0; k < n - 1; k++) times_linear(k, p, k < j ? 1 : -1);
    for (PetscInt i = 0; i < n; i++) basis[i][j] = p[i];
  }
  small_solve((int)n, FS_MAX_STAGES, basis[0], 1, b);
  *t = (Tableau){.stages = n + 1};
  /* trapezoidal sub-steps of 2 gamma */
  for (PetscInt i = 1; i < n; i++)
    for (PetscInt j = 0; j <= i; j++) t->A[i][j] = j == 0 || j == i ? g : 2 * g;
  for (PetscInt j = 0; j < n; j++) t->A[n][j] = g * b[j];
  t->A[n][n] = g;
  set_abscissae(t);
}

void tableau_msstc3(const FsIntegratorOptions *options, Tableau *t)
{
  msstc(3, options->rho_inf, t);
}
void tableau_msstc4(const FsIntegratorOptions *options, Tableau *t)
{
  msstc(4, options->rho_inf, t);
}
void tableau_msstc5(const FsIntegratorOptions *options, Tableau *t)
{
  msstc(5, options->rho_inf, t);
}

/* ---- MSSTH(n): n solves, order n, stage order 2 ---------------------------------------------- */

/* Computes a_i0 ... a_i,m-1 such that, with a_ii = gamma, sum_j a_ij c_j^k = moment[k],
   k < m. */
static void row_from_moments(Tableau *t, PetscInt i, PetscInt m, const PetscReal moment[])
{
  const PetscReal g = t->A[i][i];
  PetscReal       V[FS_MAX_STAGES][FS_MAX_STAGES], a[FS_MAX_STAGES];

  for (PetscInt k = 0; k < m; k++) {
    a[k] = moment[k] - g * PetscPowRealInt(t->c[i], (int)k);
    for (PetscInt j = 0; j < m; j++) V[k][j] = PetscPowRealInt(t->c[j], (int)k);
  }
  small_solve((int)m, FS_MAX_STAGES, V[0], 1, a);
  for (PetscInt j = 0; j < m; j++) t->A[i][j] = a[j];
}

/* Returns sum_j a_ij c_j^k over the whole row. */
static PetscReal moment_of(const Tableau *t, PetscInt i, PetscInt k)
{
  PetscReal sum = 0;

  for (PetscInt j = 0; j <= i; j++) sum += t->A[i][j] * PetscPowRealInt(t->c[j], (int)k);
  return sum;
}

/* Computes MSSTH(n) from gamma and c.

   The weights b (the last row) integrate polynomials, and stages are of order 2. Their third order
   has the defects d_i = sum_j a_ij c_j^2 - c_i^3/3. They obey b.d = 0 (order 4), b.(c d) = 0 and
   sum b_i a_ij c_j^3 = 1/20 (order 5). Eqs. (30), (32), (34) solve these conditions in closed form.
   The choice of c_5, (34h), satisfies the last one, b.(A d) = 0. */
static void mssth(PetscInt n, PetscReal gamma, const PetscReal c[], Tableau *t)
{
  PetscReal  moment[FS_MAX_STAGES], d[FS_MAX_STAGES] = {0};
  PetscReal *b = t->A[n];

  *t = (Tableau){.stages = n + 1};
  for (PetscInt i = 1; i <= n; i++) {
    t->c[i]    = i == n ? 1 : c[i];
    t->A[i][i] = gamma;
  }
  for (PetscInt k = 0; k < n; k++) moment[k] = 1 / (PetscReal)(k + 1);
  row_from_moments(t, n, n, moment);
  for (PetscInt i = 1; i < n; i++) {
    const PetscReal ci = t->c[i];

    moment[0] = ci;
    moment[1] = ci * ci / 2;
    if (i == 3) { /* d_3, at order 5 also d_4, from b.d = 0 and b.(c d) = 0 */
      PetscReal M[FS_MAX_STAGES][FS_MAX_STAGES] = {{0}}, rhs[FS_MAX_STAGES] = {0};

      for (PetscInt k = 0; k < n - 3; k++)
        for (PetscInt j = 1; j < n; j++) {
          const PetscReal term = b[j] * PetscPowRealInt(t->c[j], (int)k);

          if (j < 3) rhs[k] -= term * d[j];
          else M[k][j - 3] = term;
        }
      small_solve((int)n - 3, FS_MAX_STAGES, M[0], 1, rhs);
      for (PetscInt j = 3; j < n; j++) d[j] = rhs[j - 3];
    }
    moment[2] = ci * ci * ci / 3 + d[i];
    if (i == 4) { /* sum b_i a_ij c_j^3 = 1/20; b_i a_ij of this row is the rest */
      moment[3] = 1. / 20;
      for (PetscInt j = 1; j <= n; j++)
        if (j != i) moment[3] -= b[j] * moment_of(t, j, 3);
      moment[3] /= b[i];
    }
    row_from_moments(t, i, i, moment);
    if (i < 3) d[i] = moment_of(t, i, 2) - ci * ci * ci / 3;
  }
}

/* Computes gamma with R(inf) = +rho (n = 3, 4) or -rho (n = 5) by Newton's method:
     sum_k C(n,k) (-g)^k / (n-k)! = R(inf) (-g)^n.
   The root is between those of rho = 0 and 1. The gammas printed for MSSTH(3) in Table 7 are those
   of MSSTC(3). */
static PetscReal mssth_gamma(PetscInt n, PetscReal rho)
{
  static const PetscReal gamma_rho_0[] = {0.435866521508459, 0.572816062482135, 0.278053841136452};
  static const PetscReal gamma_rho_1[] = {1. / 3, 0.394337567297406, 0.246505193142820};
  PetscReal              g = gamma_rho_0[n - 3] + rho * (gamma_rho_1[n - 3] - gamma_rho_0[n - 3]);

  for (int iteration = 0; iteration < 20; iteration++) {
    PetscReal value = 0, slope = 0, binomial = 1, factorial = 1;

    /* the terms from k = n down to 0 */
    for (PetscInt k = n; k >= 0; k--) {
      const PetscReal r = k == n ? 1 - (n == 5 ? -rho : rho) : 1;

      value += r * binomial / factorial * PetscPowRealInt(-g, (int)k);
      if (k) slope -= r * binomial / factorial * (PetscReal)k * PetscPowRealInt(-g, (int)k - 1);
      binomial *= (PetscReal)k / (PetscReal)(n - k + 1);
      factorial *= (PetscReal)(n - k + 1);
    }
    g -= value / slope;
  }
  return g;
}

/* Interpolates Table 7 of Zhang et al. 2022 (rho = 0, 0.1, ..., 1) by cubics for the free c. Order,
   R(z) and stability do not depend on them. */
static PetscReal interpolate(const PetscReal table[11], PetscReal rho)
{
  const PetscInt first = PetscMax(0, PetscMin(7, (PetscInt)(10 * rho) - 1));
  PetscReal      sum   = 0;

  for (PetscInt i = first; i < first + 4; i++) {
    PetscReal l = table[i];

    for (PetscInt j = first; j < first + 4; j++)
      if (j != i) l *= (10 * rho - (PetscReal)j) / (PetscReal)(i - j);
    sum += l;
  }
  return sum;
}

void tableau_mssth3(const FsIntegratorOptions *options, Tableau *t)
{
  const PetscReal g = mssth_gamma(3, options->rho_inf);

  /* (31) */
  mssth(3, g, (const PetscReal[]){0, 2 * g, (24 * g * g - 20 * g + 3) / (24 * g * g - 24 * g + 4)},
        t);
}

void tableau_mssth4(const FsIntegratorOptions *options, Tableau *t)
{
  static const PetscReal c3[] = {0.5590985754229417, 0.6002938888698324, 0.6385228144891606,
                                 0.6752454071331807, 0.7116626313535583, 0.7489373901316858,
                                 0.7884370115210036, 0.8321495959968309, 0.8836585039419086,
                                 0.9508833135343227, 1.0534803411702867};
  static const PetscReal c4[] = {0.7414011664833654, 0.7584129875780372, 0.7731436659604613,
                                 0.7860312064122738, 0.7972514819203143, 0.8067140747427042,
                                 0.8139662529419135, 0.8179301032006715, 0.8162478946500242,
                                 0.8036295352568308, 0.7689305362617053};
  const PetscReal        g    = mssth_gamma(4, options->rho_inf);

  mssth(4, g,
        (const PetscReal[]){0, 2 * g, interpolate(c3, options->rho_inf),
                            interpolate(c4, options->rho_inf)},
        t);
}

void tableau_mssth5(const FsIntegratorOptions *options, Tableau *t)
{
  static const PetscReal table[] = {0.9673258605571696,  0.9085500184865174, 0.8510912674088796,
                                    0.7951780419709297,  0.7409689864721386, 0.6885609787040851,
                                    0.6379972790560723,  0.5892756783804686, 0.5423562209596148,
                                    0.49716834141991045, 0.45361725766875555};
  const PetscReal        g = mssth_gamma(5, options->rho_inf), c3 = 0.1,
                  c4 = interpolate(table, options->rho_inf);
  const PetscReal numerator =
    ((((-720 * g + 360 * c3 + 848) * g - 336 * c3 - 368) * g + 120 * c3 + 64) * g - 18 * c3 - 4) *
      g +
    c3;
  const PetscReal denominator =
    ((((-480 * g + 240 * c3 + 600) * g - 240 * c3 - 288) * g + 96 * c3 + 56) * g - 16 * c3 - 4) *
      g +
    c3;

  /* (34h), (35c), (35d) */
  mssth(5, g, (const PetscReal[]){0, 2 * g, c3, c4, numerator / denominator}, t);
}

/* ---- Kennedy & Carpenter 2019 ---------------------------------------------------------------- */

/* ESDIRK3(2)4L[2]SA: the conditions of MSSTH(3) at rho_inf = 0 with another c_3. */
void tableau_esdirk32_4l(const FsIntegratorOptions *options, Tableau *t)
{
  static const PetscReal b_hat[] = {0.10889661761586446, -0.9153258118707127, 1.271273597302152,
                                    0.5351555969526961};
  const PetscReal        g       = mssth_gamma(3, 0);

  (void)options;
  mssth(3, g, (const PetscReal[]){0, 2 * g, 0.6}, t);
  set_embedded(t, 3, b_hat);
}

/* ESDIRK3(2)5L[2]SA. */
void tableau_esdirk32_5l(const FsIntegratorOptions *options, Tableau *t)
{
  static const PetscReal b_hat[] = {0.18435122201605922, 0.18435122201605922, -0.27820818405098696,
                                    0.6968620125433237, 0.21264372747554489};
  const PetscReal        r = PETSC_SQRT2, g = 9. / 40, a31 = 9 * (1 + r) / 80,
                  a41 = (22 + 15 * r) / (80 * (1 + r));
  const PetscReal b1  = (2398 + 1205 * r) / (2835 * (4 + 3 * r));

  (void)options;
  *t = (Tableau){
    .stages = 5,
    .A      = {{0},
               {g, g},
               {a31, a31, g},
               {a41, a41, -7 / (40 * (1 + r)), g},
               {b1, b1, -2374 * (1 + 2 * r) / (2835 * (5 + 3 * r)), 5827. / 7560, g}}
  };
  set_abscissae(t);
  set_embedded(t, 3, b_hat);
}

/* ESDIRK4(3)6L[2]SA_2. */
void tableau_esdirk43_6l(const FsIntegratorOptions *options, Tableau *t)
{
  static const PetscReal b_hat[] = {-0.0831759014778839, -0.0831759014778839,  0.4924309168997777,
                                    0.5167635540019172,  -0.07191728852078486, 0.22907462057485772};
  const PetscReal        g = 31. / 125, a31 = -360286518617. / 7014585480527,
                  a41 = -506388693497. / 5937754990171;
  const PetscReal a51 = -7628305438933. / 11061539393788, b1 = -12917657251. / 5222094901039;

  (void)options;
  *t = (Tableau){
    .stages = 6,
    .A      = {{0},
               {g, g},
               {a31, a31, g},
               {a41, a41, 7149918333491. / 13390931526268, g},
               {a51, a51, 21592626537567. / 14352247503901, 11630056083252. / 17263101053231, g},
               {b1, b1, 5602338284630. / 15643096342197, 9002339615474. / 18125249312447,
                -2420307481369. / 24731958684496, g}}
  };
  set_abscissae(t);
  set_embedded(t, 4, b_hat);
}

/* ---- Zupan & Zupan --------------------------------------------------------------------------- */

void tableau_tr_bdf2(const FsIntegratorOptions *options, Tableau *t)
{
  const PetscReal tau = 2 - PETSC_SQRT2, w = PETSC_SQRT2 / 4;
  const PetscReal quadrature[] = {(1 - w) / 3, (3 * w + 1) / 3, tau / 6}; /* (18) */

  (void)options;
  *t = (Tableau){
    .stages = 3, .A = {{0}, {tau / 2, tau / 2}, {w, w, tau / 2}}
  };
  set_abscissae(t);
  set_embedded(t, 3, quadrature);
}
