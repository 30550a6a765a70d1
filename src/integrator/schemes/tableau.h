/* tableau.h: the coefficients of the Runge-Kutta schemes.

   Their first stage is explicit, all other stages have the same diagonal coefficient gamma
   (ESDIRK), and the last stage is the end of the step (stiffly accurate). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_SCHEMES_TABLEAU_H
#define FS_INTEGRATOR_SCHEMES_TABLEAU_H

#include <fs/integrator.h>

/* Tableau - The coefficients of a Runge-Kutta scheme.

   Row i of A defines the stage y_i = y_0 + dt sum_j A_ij y'_j at the time t_0 + c_i dt. The last
   row gives the solution at the end of the step. A scheme may have a second, embedded solution,
   from which the error is estimated. The estimate dt sum_j error_j y'_j is the solution minus the
   embedded one. The local error of the embedded solution is of order dt^error_order. If there is no
   embedded solution, error_order is 0. */
typedef struct {
  PetscInt  stages; /* the number of rows, including the first stage, which is explicit */
  PetscReal A[FS_MAX_STAGES][FS_MAX_STAGES], c[FS_MAX_STAGES];
  PetscInt  error_order;
  PetscReal error[FS_MAX_STAGES];
} Tableau;

/* TableauFunction - Computes the coefficients of a Runge-Kutta scheme from the spectral radius
   options->rho_inf at infinite frequency and the parameters of the scheme.

   Schemes that have only one spectral radius ignore rho_inf. */
typedef void (*TableauFunction)(const FsIntegratorOptions *options, Tableau *t);

/* RungeKuttaRow - What the member row of a Runge-Kutta scheme points to. */
typedef struct {
  TableauFunction tableau;
} RungeKuttaRow;

void tableau_trapezoidal(const FsIntegratorOptions *options, Tableau *t);
/* rho_inf-Bathe: Noh & Bathe 2019; Zhang et al. 2022, eq. (7). The first sub-step is the part
   options->parameter[0] of the step */
void tableau_bathe(const FsIntegratorOptions *options, Tableau *t);
/* bathe_equal_split - Returns the first sub-step of rho_inf-Bathe, as a part of the step, for which
   both sub-steps have the same coefficient on the diagonal. */
PetscReal bathe_equal_split(PetscReal rho);
/* MSSTC(n), Zhang et al. 2022: n - 1 trapezoidal sub-steps and a last one, second order */
void tableau_msstc3(const FsIntegratorOptions *options, Tableau *t);
void tableau_msstc4(const FsIntegratorOptions *options, Tableau *t);
void tableau_msstc5(const FsIntegratorOptions *options, Tableau *t);
/* MSSTH(n), of order n: Zhang et al. 2022, eqs. (30)-(35) */
void tableau_mssth3(const FsIntegratorOptions *options, Tableau *t);
void tableau_mssth4(const FsIntegratorOptions *options, Tableau *t);
void tableau_mssth5(const FsIntegratorOptions *options, Tableau *t);
/* ESDIRK schemes of Kennedy & Carpenter 2019 */
void tableau_esdirk32_4l(const FsIntegratorOptions *options, Tableau *t);
void tableau_esdirk32_5l(const FsIntegratorOptions *options, Tableau *t);
void tableau_esdirk43_6l(const FsIntegratorOptions *options, Tableau *t);
/* TR-BDF2; its embedded solution is the third-order quadrature of Zupan & Zupan, eq. (18) */
void tableau_tr_bdf2(const FsIntegratorOptions *options, Tableau *t);

#endif
