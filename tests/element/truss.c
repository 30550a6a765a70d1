/* truss.c: forces, strains and stiffness of trusses and cables at stretches and rates, against
 * closed forms. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "element_test.h"

/* P of the strain given, and E; N0 = 3, EA = 7, EA beta = 2. */
static void check_truss(const ElementKernel *k, int measure, double s, double rate)
{
  const double given[ELEMENT_MAX_GIVEN] = {measure, 7, NAN, NAN, 2, NAN, 3, 2. / 7, 0};
  const double E[] = {(s * s - 1) / 2, s - 1, log(s)}, slopes[] = {s, 1, 1 / s};
  const double N      = 3 + 7 * E[measure] + 2 * slopes[measure] * rate;
  const double P      = k == &CableKernel && N < 0 ? 0 : N * slopes[measure];
  const double x[][3] = {
    {1, 2, 3},
    {2, 4, 5}
  }; /* L = 3 */
  Element      el;
  ElementState e;
  NodeState    n[ELEMENT_MAX_NODES];
  double       r[MOST], K[MOST2], C[MOST2], M[MOST2], values[2];

  CHECK(!element_setup(&el, k, given, 0, x), "truss refused");
  reference_state(&el, n);
  n[1].x[0] = 1, n[1].x[1] = 2 + 3 * s, n[1].x[2] = 3; /* turned to y */
  n[0].v[1] = 5, n[1].v[1] = 5 + 3 * rate;
  forces(&el, n, r, K, C, M);
  CHECK_CLOSE(r[4], P, 1e-14 * 20, "axial force");
  CHECK_CLOSE(r[1], -P, 1e-14 * 20, "axial force at the other end");
  CHECK(fabs(r[0]) + fabs(r[2]) + fabs(r[3]) + fabs(r[5]) == 0, "a force across");
  CHECK_CLOSE(K[0], P / (3 * s), 1e-14 * (20 + fabs(P / s)), "stiffness across");
  if (P == 0) CHECK(largest(36, K) + largest(36, C) == 0, "a slack cable is stiff");
  e = state_of(&el, n);
  k->type->result(&e, values);
  CHECK_CLOSE(values[0], E[measure], 1e-14, "strain");
  CHECK_CLOSE(values[1], P, 1e-14 * 20, "force of the results");
}

int main(void)
{
  for (int measure = 0; measure < 3; measure++)
    for (int at = 0; at < 4; at++) {
      const double stretches[] = {0.1, 0.6, 1, 1.7};

      check_truss(&TrussKernel, measure, stretches[at], 0.4);
      check_truss(&CableKernel, measure, stretches[at], -0.4);
    }
  return TestReport();
}
