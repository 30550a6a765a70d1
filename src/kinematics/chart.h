/* chart.h: finite rotations as entries of global vectors. Within a step the orientation of a node is R = R_ref
   exp(theta), theta the rotation vector in q (the chart) and R_ref the orientation at the last accepted time,
   where theta is 0. After a step every remembered state is re-expressed for the new R_ref, without approximation
   (ChartMoveOrigin). Angular velocities v = T(theta) theta' and their derivatives a are in body axes, which no change of
   chart affects; T: rotation_tangent (math/rotation.h). So integrators treat rotations as plain vectors and keep
   their order. Called by assembly.c, vectors.c and configuration.c; begin with ChartMoveOrigin. */
#ifndef FS_KINEMATICS_CHART_H
#define FS_KINEMATICS_CHART_H

#include <fs/system.h>

/* The nodes of this rank that rotate freely, n of them. at[n][3]: where the components of theta are in this rank's
   part of global vectors, -1 where a component is held; then two are held, and the node turns about a fixed axis.
   Nodes whose rotations are all held are not in it. Configuration owns it; the functions borrow it, and none is
   collective. */
typedef struct {
  PetscInt n;
  PetscInt (*at)[3];
} Chart;

PetscErrorCode ChartVelocity(const Chart *chart, Vec q, Vec qd,
                             Vec v); /* v = qd, rotations by v = T(theta) theta' */
/* qd = v, rotations by theta' = T(theta)^-1 v */
PetscErrorCode ChartRate(const Chart *chart, Vec q, Vec v, Vec qd);

/* Move the chart's origin to origin->q: in each of the n states theta becomes the rotation vector relative to the
   orientation of origin (0 in origin itself, which may be one of them). Of the rotation vectors of an orientation,
   which differ by whole turns, the one nearest to theta - theta_origin is taken, since a history may span more
   than half a turn. qd follows: rates true: so that the angular velocity T(theta) qd stays what it is; false: from
   v. */
PetscErrorCode ChartMoveOrigin(const Chart *chart, const FsState *origin, PetscBool rates,
                               PetscInt n, FsState *const states[]);

/* *most = max(*most, largest angle [rad] of this rank between the rotations of q and other; NULL: 0). */
PetscErrorCode ChartMaxRotation(const Chart *chart, Vec q, Vec other, PetscReal *largest);

/* *square += sum of the squares of this rank's rotations in x. */
PetscErrorCode ChartSumSquares(const Chart *chart, Vec x, PetscReal *square);

/* sum = q + dq, rotations composed: exp(sum) = exp(q) exp(dq), of its rotation vectors the one nearest to q + dq.
   sum must be another Vec than q and dq. */
PetscErrorCode ChartCompose(const Chart *chart, Vec q, Vec dq, Vec sum);

/* q += h^3/12 v x a + h^4/24 v x j in the rotations: with it h v + h^2/2 a + h^3/6 j + h^4/24 a'' is the rotation
   vector, to fourth order, of a body whose angular velocity in body axes is v + t a + t^2/2 j + ... (Magnus 1954). */
PetscErrorCode ChartAddCommutator(const Chart *chart, PetscReal h, Vec v, Vec a, Vec j, Vec q);

/* Derivatives of a node's spin (body axes), angular velocity and its derivative by the unknown x of a stage,
   [3][3] by rows: a column of the tangent is K spin + C velocity + M acceleration. */
typedef struct {
  double spin[9], velocity[9], acceleration[9];
} ChartColumns;

/* The columns at theta for a shift. rate: theta' if q and qd are on the stage's line (FsShift.rates), NULL if theta and v are. */
void chart_columns(const double theta[3], const double rate[3], FsShift shift, ChartColumns *c);
/* The same from T[9] = T(theta) and slope[9], the derivative by theta of T(theta) theta' (NULL: as above). */
void chart_columns_of(const double T[9], const double slope[9], FsShift shift, ChartColumns *c);

/* y = the entries at[] of x, 0 where they are held; chart_put is the inverse. */
static inline void chart_get(const PetscInt at[3], const PetscScalar x[], double y[3])
{
  for (int c = 0; c < 3; c++) y[c] = at[c] < 0 ? 0 : x[at[c]];
}

static inline void chart_put(const PetscInt at[3], const double y[3], PetscScalar x[])
{
  for (int c = 0; c < 3; c++)
    if (at[c] >= 0) x[at[c]] = y[c];
}

#endif
