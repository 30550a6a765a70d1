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

   The object Configuration owns the chart. The functions of chart.h borrow the chart, and they are
   not collective. */
typedef struct {
  PetscInt n; /* the number of nodes */
  /* [n] for each node, the indices of the components of theta in this rank's part of global
     vectors, or -1 if a component is fixed. Either no component or two components of a node are
     fixed. If two are fixed, the node rotates about a fixed axis. */
  PetscInt (*at)[3];
} Chart;

/* ChartVelocity - Computes the velocities v from the derivatives qd of the coordinates of a state.
   v = qd for displacements, and v = T(theta) theta' for rotations, whose rotation vectors theta are
   in q. */
PetscErrorCode ChartVelocity(const Chart *chart, Vec q, Vec qd, Vec v);
/* ChartRate - Computes the derivatives qd of the coordinates of a state from the velocities v. qd =
   v for displacements, and theta' = T(theta)^-1 v for rotations, whose rotation vectors theta are
   in q. */
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

/* ChartMaxRotation - Computes the largest change of a rotation vector of this rank's nodes between
   two states.

   Input:
     q, other  the global vectors of the two states, which contain the rotation vectors; other may
               be NULL, which means that all are 0
   Changed:
     largest   replaced by the largest change |theta_q - theta_other| [rad] if that is larger */
PetscErrorCode ChartMaxRotation(const Chart *chart, Vec q, Vec other, PetscReal *largest);

/* ChartSumSquares - Adds the squares of those entries of a global vector x that belong to rotations
   of this rank's nodes to *square. */
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

/* ChartColumns - Derivatives of the rotation of a node with respect to the node's rotation vector
   in the unknown of a time step.

   Each derivative is [3][3] by rows. The member spin is the derivative of the spin, which is the
   variation of the orientation in body axes. The members velocity and acceleration are the
   derivatives of the angular velocity and of the angular acceleration. In the columns of this
   rotation vector the tangent is K spin + C velocity + M acceleration. */
typedef struct {
  double spin[9], velocity[9], acceleration[9];
} ChartColumns;

/* chart_columns - Computes the derivatives of the rotation of a node with respect to the unknown of
   a time step.

   Input:
     theta  rotation vector of the node [rad]
     rate   time derivative of theta if shift.rates is PETSC_TRUE; NULL otherwise
     shift  how displacements, velocities and accelerations depend on the unknown
   Output:
     c      derivatives of the spin, the angular velocity and the angular acceleration */
void chart_columns(const double theta[3], const double rate[3], FsShift shift, ChartColumns *c);
/* chart_columns_of - Computes the derivatives of the rotation of a node with respect to the unknown
   of a time step, for a caller that has T(theta) already.

   Input:
     T      [9] the matrix T(theta) by rows, which maps theta' to the angular velocity
     slope  [9] derivative of T(theta) theta' with respect to theta if shift.rates is PETSC_TRUE;
            NULL otherwise
     shift  how displacements, velocities and accelerations depend on the unknown
   Output:
     c      derivatives of the spin, the angular velocity and the angular acceleration */
void chart_columns_of(const double T[9], const double slope[9], FsShift shift, ChartColumns *c);

/* chart_get - Reads a rotation vector y from an array x of dofs: y[c] = x[at[c]], or 0 if at[c] is
   -1 (a fixed component). */
static inline void chart_get(const PetscInt at[3], const PetscScalar x[], double y[3])
{
  for (int c = 0; c < 3; c++) y[c] = at[c] < 0 ? 0 : x[at[c]];
}

/* chart_put - Writes a rotation vector y to an array x of dofs: x[at[c]] = y[c], except if at[c] is
   -1 (a fixed component). */
static inline void chart_put(const PetscInt at[3], const double y[3], PetscScalar x[])
{
  for (int c = 0; c < 3; c++)
    if (at[c] >= 0) x[at[c]] = y[c];
}

#endif
