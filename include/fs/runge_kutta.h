/* runge_kutta.h: the coefficients of a Runge-Kutta scheme that a program or a plug-in adds to
   fsolve. The header needs no PETSc. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RUNGE_KUTTA_H
#define FS_RUNGE_KUTTA_H

/* FsRungeKutta - A Runge-Kutta scheme by its coefficients.

   Row i of A defines the stage y_i = y_0 + dt sum_j A_ij y'_j at the time t_0 + c_i dt, where c_i
   is the sum of the row. The first stage is explicit: its row is 0. All others are diagonally
   implicit: A_ij is 0 for j > i, and A_ii is positive. The last stage is the state at the end of
   the step. One value on the whole diagonal needs one matrix for all stages of a linear system. */
typedef struct {
  const char   *name;   /* the value of -integrator; a word of letters, digits and _ */
  const char   *source; /* the paper that describes the scheme */
  int           order;  /* the order of accuracy, 1 to 4 */
  int           stages; /* the number of rows, the explicit one included, 2 to 6 */
  const double *A;      /* [stages][stages] */
  /* The weights of a second solution y_0 + dt sum_j embedded_j y'_j at the end of the step, whose
     difference from the first estimates the error for adaptive steps; NULL if there is no second
     solution. embedded_order is its order of accuracy, below order. */
  const double *embedded; /* [stages] */
  int           embedded_order;
} FsRungeKutta;

#endif
