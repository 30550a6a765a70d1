/* chart.h: stores finite rotations as entries of global vectors.

   Within a step the orientation of a node is R = R_ref exp(theta). The rotation vector theta is in
   q (the chart), and R_ref is the orientation at the last accepted time, where theta is 0. After a
   step ChartMoveOrigin() expresses every stored state for the new R_ref, without approximation.
   Angular velocities v = T(theta) theta' and their derivatives a are in body axes. A change of
   chart does not affect them. T is rotation_tangent() of math/rotation.h. Integrators can therefore
   treat rotations as plain vectors and keep their order. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_KINEMATICS_CHART_H
#define FS_KINEMATICS_CHART_H

#include <fs/system.h>

/* The n nodes of this rank that rotate freely, at least about one axis. Configuration owns the
   chart, and the functions below borrow it. They are not collective. */
typedef struct {
  PetscInt n;
  /* [n] where the components of theta are in this rank's part of global vectors; -1 if a component
     is fixed. Either no component or two components are fixed. With two, the node rotates about a
     fixed axis. */
  PetscInt (*at)[3];
} Chart;

/* ChartVelocity - Computes v = qd, and for rotations v = T(theta) theta'. */
PetscErrorCode ChartVelocity(const Chart *chart, Vec q, Vec qd, Vec v);
/* ChartRate - Computes qd = v, and for rotations theta' = T(theta)^-1 v. */
PetscErrorCode ChartRate(const Chart *chart, Vec q, Vec v, Vec qd);

/* ChartMoveOrigin - Moves the origin of the chart to origin->q.

   In each state theta becomes the rotation vector relative to the orientation of origin. The
   rotation vectors of an orientation differ by whole turns. The function chooses the one nearest to
   theta - theta_origin, because a history may span more than half a turn.
   Input:
     origin  its theta becomes 0; it may be one of the states
     rates   PETSC_TRUE computes qd so that the angular velocity T(theta) qd does not change;
             PETSC_FALSE computes qd from v
     states  [n] the states to change */
PetscErrorCode ChartMoveOrigin(const Chart *chart, const FsState *origin, PetscBool rates,
                               PetscInt n, FsState *const states[]);

/* ChartMaxRotation - Raises *largest to the largest angle [rad] between the rotations of q and
   other.

   It considers the nodes of this rank. If other is NULL, the angles are those of q. */
PetscErrorCode ChartMaxRotation(const Chart *chart, Vec q, Vec other, PetscReal *largest);

/* ChartSumSquares - Adds the squares of this rank's rotations in x to *square. */
PetscErrorCode ChartSumSquares(const Chart *chart, Vec x, PetscReal *square);

/* ChartCompose - Computes sum = q + dq, and for rotations exp(sum) = exp(q) exp(dq).

   It chooses the rotation vector of this orientation that is nearest to q + dq. The vector sum
   must differ from q and dq. */
PetscErrorCode ChartCompose(const Chart *chart, Vec q, Vec dq, Vec sum);

/* ChartAddCommutator - Adds h^3/12 v x a + h^4/24 v x j to the rotations in q.

   With this correction h v + h^2/2 a + h^3/6 j + h^4/24 a'' is the rotation vector, to fourth
   order, of a body whose angular velocity in body axes is v + t a + t^2/2 j + ... (Magnus 1954). */
PetscErrorCode ChartAddCommutator(const Chart *chart, PetscReal h, Vec v, Vec a, Vec j, Vec q);

/* Derivatives of the spin of a node in body axes, of its angular velocity and of the derivative of
   that, with respect to the unknown x of a stage, [3][3] by rows. A column of the tangent is
   K spin + C velocity + M acceleration. */
typedef struct {
  double spin[9], velocity[9], acceleration[9];
} ChartColumns;

/* chart_columns - Computes the columns at theta for a shift.

   rate is theta' if q and qd are on the line of the stage (FsShift.rates). It is NULL if theta and
   v are. */
void chart_columns(const double theta[3], const double rate[3], FsShift shift, ChartColumns *c);
/* chart_columns_of - Computes the columns from T[9] = T(theta) and slope[9].

   The slope is the derivative of T(theta) theta' with respect to theta; NULL as for rate above. */
void chart_columns_of(const double T[9], const double slope[9], FsShift shift, ChartColumns *c);

/* chart_get - Copies the entries at[] of x to y, with 0 for fixed components. */
static inline void chart_get(const PetscInt at[3], const PetscScalar x[], double y[3])
{
  for (int c = 0; c < 3; c++) y[c] = at[c] < 0 ? 0 : x[at[c]];
}

/* chart_put - Copies y to the entries at[] of x, except for fixed components. */
static inline void chart_put(const PetscInt at[3], const double y[3], PetscScalar x[])
{
  for (int c = 0; c < 3; c++)
    if (at[c] >= 0) x[at[c]] = y[c];
}

#endif
