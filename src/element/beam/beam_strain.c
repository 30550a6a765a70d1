/* beam_strain.c: implements the strains of a beam at a Gauss point, and their derivatives by u.

   The invariants are u = (d_i, psi_i). With rho = sum N_i' d_i, psi = sum N_i psi_i and ' the
   derivative by the arc length (Simo 1985; Crisfield & Jelenic 1999),
     Gamma = exp(psi)^T rho,   kappa = T(psi) psi'.
   The first derivative of Gamma is d Gamma = exp(psi)^T d rho + [Gamma] T d psi. The derivatives of
   T are in rotation_formulas.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "beam.h"
#include "math/rotation_lanes.h"

/* Computes sum[3], the sum over i < n of factor[i] times (u[6 i], u[6 i + 1], u[6 i + 2]). */
static ALWAYS_INLINE void interpolate_nodal(int n, const Lanes factor[], const Lanes u[],
                                            Lanes sum[3])
{
  for (int c = 0; c < 3; c++) {
    sum[c] = factor[0] * u[c];
    for (int i = 1; i < n; i++) sum[c] += factor[i] * u[6 * i + c];
  }
}

SIMD_CLONES void beam_strain(const BeamInvariants *v, const BeamGaussLanes *p, BeamStrain *s)
{
  const int    r = v->nn - 1;
  const Lanes *N = p->N, *dN = p->dN;
  Coefficient  B, C;
  Lanes        rho[3], t;

  interpolate_nodal(r, dN, v->u, rho);
  interpolate_nodal(r, N, v->u + 3, s->psi);
  interpolate_nodal(r, dN, v->u + 3, s->dpsi);
  t = dot(s->psi, s->psi);
  coefficients_series(t, &B, &C);
  s->b[0] = B.value, s->b[1] = B.first, s->b[2] = B.second;
  s->c[0] = C.value, s->c[1] = C.first, s->c[2] = C.second;
  /* I + A [psi] + B [psi]^2 with A = sin/angle = 1 - t C */
  tangent_map(s->psi, 1 - t * C.value, B.value, s->E);
  tangent_map(s->psi, -B.value, C.value, s->T);
  tangent_map_slope(s->psi, s->dpsi, negative(B), C, s->kappa_psi);
  mat_t_vec(s->E, rho, s->Gamma);
  mat_vec(s->T, s->dpsi, s->kappa);
}

SIMD_CLONES void beam_add_forces(const BeamInvariants *v, const BeamStrain *s,
                                 const BeamGaussLanes *p, const Lanes sigma[6], Lanes g[])
{
  const Lanes *N = p->N, *dN = p->dN, weight = p->weight;
  const Lanes  force[3]  = {weight * sigma[0], weight * sigma[1], weight * sigma[2]};
  const Lanes  moment[3] = {weight * sigma[3], weight * sigma[4], weight * sigma[5]};
  Lanes        by_rho[3], turning[3], by_psi[3], more[3], by_dpsi[3];

  mat_vec(s->E, force, by_rho);
  cross(force, s->Gamma, turning);
  mat_t_vec(s->T, turning, by_psi);
  mat_t_vec(s->kappa_psi, moment, more);
  mat_t_vec(s->T, moment, by_dpsi);
  for (int i = 0; i < v->nn - 1; i++)
    for (int c = 0; c < 3; c++) {
      g[6 * i + c] += dN[i] * by_rho[c];
      g[6 * i + 3 + c] += N[i] * (by_psi[c] + more[c]) + dN[i] * by_dpsi[c];
    }
}

SIMD_CLONES void beam_strain_slopes(const BeamInvariants *v, const BeamGaussLanes *p, BeamStrain *s)
{
  const int    r = v->nn - 1;
  const Lanes *N = p->N, *dN = p->dN;
  Lanes        G[9];

  skew(s->Gamma, G);
  mat_mat(G, s->T, s->GT);
  for (int i = 0; i < r; i++)
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++) {
        s->B[a][6 * i + b]         = dN[i] * s->E[3 * b + a];
        s->B[a][6 * i + 3 + b]     = N[i] * s->GT[3 * a + b];
        s->B[3 + a][6 * i + b]     = lanes_fill(0);
        s->B[3 + a][6 * i + 3 + b] = N[i] * s->kappa_psi[3 * a + b] + dN[i] * s->T[3 * a + b];
      }
}

SIMD_CLONES void beam_add_strain_hessian(const BeamInvariants *v, const BeamStrain *s,
                                         const BeamGaussLanes *p, const Lanes sigma[6],
                                         Lanes H[][MAX_U])
{
  const Lanes      *N = p->N, *dN = p->dN, weight = p->weight, *force = sigma, *moment = sigma + 3;
  const Lanes       back[3] = {-s->psi[0], -s->psi[1], -s->psi[2]};
  const Coefficient minus_B = {-s->b[0], -s->b[1], -s->b[2]}, C = {s->c[0], s->c[1], s->c[2]};
  Lanes             A[9], B[9], u[3];
  Lanes             rho_psi[9], psi_psi[9], dpsi_psi[9]; /* a_b: second derivative by a and b */

  skew(force, A);
  mat_mat(A, s->T, B);
  mat_mat(s->E, B, rho_psi);
  for (int k = 0; k < 9; k++) rho_psi[k] = -rho_psi[k];
  cross(force, s->Gamma, u);
  tangent_map_slope(back, u, minus_B, C, psi_psi); /* derivative of T^T u */
  mat_mat(A, s->GT, B);
  mat_t_mat(s->T, B, A);
  for (int k = 0; k < 9; k++) psi_psi[k] = A[k] - psi_psi[k];
  tangent_map_curvature(s->psi, s->dpsi, moment, negative(minus_B), C, A);
  for (int k = 0; k < 9; k++) psi_psi[k] += A[k];
  tangent_map_slope(back, moment, minus_B, C, dpsi_psi); /* derivative of T^T moment */
  for (int k = 0; k < 9; k++) dpsi_psi[k] = -dpsi_psi[k];

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

SIMD_CLONES void beam_strain_rate_slopes(const BeamInvariants *v, const BeamStrain *s,
                                         const BeamGaussLanes *p, const Lanes rate[],
                                         Lanes V[6][MAX_U])
{
  const int         r = v->nn - 1;
  const Lanes      *N = p->N, *dN = p->dN;
  const Coefficient B = {s->b[0], s->b[1], s->b[2]}, C = {s->c[0], s->c[1], s->c[2]};
  Lanes rho[3], psi[3], dpsi[3], Tpsi[3], Erho[3], A[9], D[9], gamma_rho[9], gamma_psi[9],
    kappa_psi[9];
  Lanes kappa_dpsi[9], S[9];

  interpolate_nodal(r, dN, rate, rho);
  interpolate_nodal(r, N, rate + 3, psi);
  interpolate_nodal(r, dN, rate + 3, dpsi);
  mat_vec(s->T, psi, Tpsi);
  mat_t_vec(s->E, rho, Erho);
  skew(Tpsi, S);
  mat_mat_t(S, s->E, gamma_rho);
  mat_mat(S, s->GT, gamma_psi);
  skew(Erho, A);
  mat_mat(A, s->T, D);
  for (int k = 0; k < 9; k++) gamma_psi[k] = D[k] - gamma_psi[k];
  skew(s->Gamma, A);
  tangent_map_slope(s->psi, psi, negative(B), C, S);
  mat_mat(A, S, D);
  for (int k = 0; k < 9; k++) gamma_psi[k] += D[k];
  tangent_map_slope(s->psi, dpsi, negative(B), C, kappa_psi);
  for (int a = 0; a < 3; a++) {
    const Lanes unit[3] = {lanes_fill(a == 0), lanes_fill(a == 1), lanes_fill(a == 2)};
    Lanes       row[3], column[3];

    tangent_map_curvature(s->psi, s->dpsi, unit, B, C, A);
    mat_vec(A, psi, row);
    tangent_map_slope(s->psi, unit, negative(B), C, A);
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
        V[3 + a][6 * i + b]     = lanes_fill(0);
        V[3 + a][6 * i + 3 + b] = N[i] * kappa_psi[3 * a + b] + dN[i] * kappa_dpsi[3 * a + b];
      }
}
