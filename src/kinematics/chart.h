/* chart.h: stores finite rotations of nodes as entries of global vectors.

   Within a step the orientation of a node is R = R_ref exp(theta). R_ref is the orientation at the
   last accepted state, and theta is a rotation vector. Together they are a chart of the rotations,
   whose origin is R_ref, where theta is 0. After a step ChartMoveOrigin() expresses every stored
   state by rotation vectors from the new R_ref, without approximation.
   Angular velocities v = T(theta) theta' and their time derivatives a are in body axes, and do not
   change with R_ref. T is rotation_tangent() of math/rotation.h. Integrators can therefore treat
   rotations as plain vectors and keep their order of accuracy.

   In the vectors of a state (fs/state.h), q contains theta, qd contains theta', v contains the
   angular velocity, and a its derivative. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_KINEMATICS_CHART_H
#define FS_KINEMATICS_CHART_H

#include <fs/system.h>

/* Chart - The nodes that this rank owns and that rotate freely about at least one axis.

   Configuration owns the chart. The functions below borrow it, and they are not collective. */
typedef struct {
  PetscInt n; /* the number of nodes */
  /* [n] for each node, the indices of the components of theta in this rank's part of global
     vectors, or -1 if a component is fixed. Either no component or two components of a node are
     fixed. If two are fixed, the node rotates about a fixed axis. */
  PetscInt (*at)[3];
} Chart;

/* ChartVelocity - Computes v = qd for displacements, and v = T(theta) theta' for rotations. */
PetscErrorCode ChartVelocity(const Chart *chart, Vec q, Vec qd, Vec v);
/* ChartRate - Computes qd = v for displacements, and theta' = T(theta)^-1 v for rotations. */
PetscErrorCode ChartRate(const Chart *chart, Vec q, Vec v, Vec qd);

/* ChartMoveOrigin - Expresses the rotations of stored states by rotation vectors from new
   orientations R_ref, which are those of the state origin.

   An orientation has several rotation vectors, which differ by whole turns. The new vector is the
   one nearest to theta of the state minus theta of origin, because a history may span more than
   half a turn. The function does not change R_ref itself, which ConfigurationAccept() does.
   Input:
     origin  the state whose orientations are the new R_ref; it may be among the states, and its own
             theta then becomes 0
     rates   PETSC_TRUE computes the new qd from the old q and qd; PETSC_FALSE computes it from v.
             In both cases the angular velocity stays the same
   Changed:
     states  [n] the states whose q and qd are converted */
PetscErrorCode ChartMoveOrigin(const Chart *chart, const FsState *origin, PetscBool rates,
                               PetscInt n, FsState *const states[]);

/* ChartMaxRotation - Replaces *largest by the largest |theta_q - theta_other| [rad] of this rank's
   nodes, if that is larger.

   theta_q and theta_other are the rotation vectors of a node in q and in other. If other is NULL,
   theta_other is 0. */
PetscErrorCode ChartMaxRotation(const Chart *chart, Vec q, Vec other, PetscReal *largest);

/* ChartSumSquares - Adds to *square the squares of the entries of x that belong to rotations of
   this rank's nodes. */
PetscErrorCode ChartSumSquares(const Chart *chart, Vec x, PetscReal *square);

/* ChartCompose - Computes sum, the rotation q followed by the rotation dq: exp(sum) = exp(q)
   exp(dq). In entries that are not rotations, sum = q + dq.

   Rotation vectors that differ by whole turns have the same orientation. The function chooses the
   one nearest to q + dq. The argument sum must not be the same Vec as q or dq. */
PetscErrorCode ChartCompose(const Chart *chart, Vec q, Vec dq, Vec sum);

/* ChartAddCommutator - Corrects the integral q of an angular velocity to the rotation vector that
   results from it: adds h^3/12 v x a + h^4/24 v x j to the rotations in q.

   Let the angular velocity of a body in body axes be v + t a + t^2/2 j + t^3/6 a''. After a time h
   [s] its rotation vector is h v + h^2/2 a + h^3/6 j + h^4/24 a'' plus this correction, to fourth
   order (Magnus 1954). */
PetscErrorCode ChartAddCommutator(const Chart *chart, PetscReal h, Vec v, Vec a, Vec j, Vec q);

/* ChartColumns - Derivatives of the motion of a node by its rotation vector in the unknown x of a
   stage.

   Each derivative is [3][3] by rows. The member spin is the derivative of the spin, which is the
   variation of the orientation in body axes. The members velocity and acceleration are the
   derivatives of the angular velocity and of the angular acceleration. In the columns of this
   rotation vector the tangent is K spin + C velocity + M acceleration. */
typedef struct {
  double spin[9], velocity[9], acceleration[9];
} ChartColumns;

/* chart_columns - Computes the derivatives of ChartColumns for a node with the rotation vector
   theta, if the state depends on x as shift says.

   Input:
     rate  theta' if shift.rates is PETSC_TRUE; NULL otherwise */
void chart_columns(const double theta[3], const double rate[3], FsShift shift, ChartColumns *c);
/* chart_columns_of - Does the same as chart_columns(), for a caller that has T(theta) already.

   Input:
     T      [9] T(theta) by rows
     slope  [9] derivative of T(theta) theta' with respect to theta if shift.rates is PETSC_TRUE;
            NULL otherwise */
void chart_columns_of(const double T[9], const double slope[9], FsShift shift, ChartColumns *c);

/* chart_get - Computes y[c] = x[at[c]], or 0 if at[c] is -1 (a fixed component). */
static inline void chart_get(const PetscInt at[3], const PetscScalar x[], double y[3])
{
  for (int c = 0; c < 3; c++) y[c] = at[c] < 0 ? 0 : x[at[c]];
}

/* chart_put - Sets x[at[c]] = y[c], except if at[c] is -1 (a fixed component). */
static inline void chart_put(const PetscInt at[3], const double y[3], PetscScalar x[])
{
  for (int c = 0; c < 3; c++)
    if (at[c] >= 0) x[at[c]] = y[c];
}

#endif
