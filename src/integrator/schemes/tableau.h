/* tableau.h: defines the coefficients of the Runge-Kutta schemes.

   The schemes are stiffly accurate. Their first stage is explicit, and all other stages have the
   same diagonal entry gamma (ESDIRK). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_SCHEMES_TABLEAU_H
#define FS_INTEGRATOR_SCHEMES_TABLEAU_H

#include <fs/solve.h>

/* Tableau - Coefficients of a scheme.

   Row i is the stage y_i = y_0 + dt sum_j A_ij y'_j at t_0 + c_i dt. The last row gives the
   solution at the end of the step. The error estimate dt sum_j error_j y'_j is this solution minus
   an embedded one. The local error of the embedded solution is of order dt^error_order. If there is
   no embedded solution, error_order is 0. */
typedef struct {
  PetscInt  stages; /* number of rows, including the explicit first one */
  PetscReal A[FS_MAX_STAGES][FS_MAX_STAGES], c[FS_MAX_STAGES];
  PetscInt  error_order;
  PetscReal error[FS_MAX_STAGES];
  /* -tr_bdf2_q_advance may use the embedded displacement for the step */
  PetscBool embedded_can_advance;
} Tableau;

/* TableauFunction - Computes the tableau with the spectral radius rho at infinite frequency.

   rho is in [0, 1]. Schemes that have only one spectral radius ignore it. */
typedef void (*TableauFunction)(PetscReal rho, Tableau *t);

void tableau_trapezoidal(PetscReal rho, Tableau *t);
/* rho_inf-Bathe: Noh & Bathe 2019; Zhang et al. 2022, eq. (7) */
void tableau_bathe(PetscReal rho, Tableau *t);
/* MSSTC(n), Zhang et al. 2022: n - 1 trapezoidal sub-steps and a last one, second order */
void tableau_msstc3(PetscReal rho, Tableau *t);
void tableau_msstc4(PetscReal rho, Tableau *t);
void tableau_msstc5(PetscReal rho, Tableau *t);
/* MSSTH(n), of order n: Zhang et al. 2022, eqs. (30)-(35) */
void tableau_mssth3(PetscReal rho, Tableau *t);
void tableau_mssth4(PetscReal rho, Tableau *t);
void tableau_mssth5(PetscReal rho, Tableau *t);
/* ESDIRK schemes of Kennedy & Carpenter 2019 */
void tableau_esdirk32_4l(PetscReal rho, Tableau *t);
void tableau_esdirk32_5l(PetscReal rho, Tableau *t);
void tableau_esdirk43_6l(PetscReal rho, Tableau *t);
/* TR-BDF2; its embedded solution is the third-order quadrature of Zupan & Zupan, eq. (18) */
void tableau_tr_bdf2(PetscReal rho, Tableau *t);

#endif
