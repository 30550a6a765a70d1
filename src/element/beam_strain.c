/* beam_strain.c: strains of a beam at a Gauss point, and their first and second derivatives by the invariants
   u = (d_i, psi_i). With rho = sum N_i' d_i, psi = sum N_i psi_i and ' the derivative by the arc length (Simo 1985;
   Crisfield & Jelenic 1999),
     Gamma = exp(psi)^T rho,   kappa = T(psi) psi'.
   Derivatives: d Gamma = exp(psi)^T d rho + [Gamma] T d psi; those of T are in rotation.h. */
#include "beam.h"
#include "math/rotation.h"
#include "math/vector.h"

/* sum[3] = sum over i < n of factor[i] times the three numbers u[6 i], u[6 i + 1], u[6 i + 2]. */
static void blend(int n, const double factor[], const double u[], double sum[3])
{
  for (int c = 0; c < 3; c++) {
    sum[c] = 0;
    for (int i = 0; i < n; i++) sum[c] += factor[i] * u[6 * i + c];
  }
}

void beam_strain(const BeamInvariants *v, const double N[], const double dN[], BeamStrain *s)
{
  const int r = v->nn - 1;
  double    rho[3];

  blend(r, dN, v->u, rho);
  blend(r, N, v->u + 3, s->psi);
  blend(r, dN, v->u + 3, s->dpsi);
  rotation_tangents(s->psi, s->dpsi, s->E, s->T, s->kappa_psi);
  mat_t_vec(s->E, rho, s->Gamma);
  mat_vec(s->T, s->dpsi, s->kappa);
}

void beam_add_forces(const BeamInvariants *v, const BeamStrain *s, const double N[], const double dN[], double weight,
                     const double sigma[6], double g[])
{
  const double force[3]  = {weight * sigma[0], weight * sigma[1], weight * sigma[2]};
  const double moment[3] = {weight * sigma[3], weight * sigma[4], weight * sigma[5]};
  double       by_rho[3], turning[3], by_psi[3], more[3], by_dpsi[3];

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

void beam_strain_slopes(const BeamInvariants *v, const double N[], const double dN[], BeamStrain *s)
{
  const int r = v->nn - 1;
  double    G[9];

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

void beam_add_curvature(const BeamInvariants *v, const BeamStrain *s, const double N[], const double dN[],
                        double weight, const double sigma[6], double H[][MAX_U])
{
  const double *force = sigma, *moment = sigma + 3, back[3] = {-s->psi[0], -s->psi[1], -s->psi[2]};
  double        A[9], B[9], rho_psi[9], psi_psi[9], dpsi_psi[9], u[3]; /* a_b: second derivative by a and b */

  skew(force, A);
  mat_mat(A, s->T, B);
  mat_mat(s->E, B, rho_psi);
  for (int k = 0; k < 9; k++) rho_psi[k] *= -1;
  cross(force, s->Gamma, u);
  rotation_tangent_slope(back, u, psi_psi); /* of T^T u */
  mat_mat(A, s->GT, B);
  mat_t_mat(s->T, B, A);
  for (int k = 0; k < 9; k++) psi_psi[k] = A[k] - psi_psi[k];
  rotation_tangent_curvature(s->psi, s->dpsi, moment, A);
  for (int k = 0; k < 9; k++) psi_psi[k] += A[k];
  rotation_tangent_slope(back, moment, dpsi_psi); /* of T^T moment */
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

void beam_strain_rate_slopes(const BeamInvariants *v, const BeamStrain *s, const double N[], const double dN[],
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
