/* chart.h: finite rotations as entries of global vectors. Within a step R = R_ref exp(theta), theta in q, with R_ref
   the orientation at the last accepted time; after it all states that are remembered are carried over to the new
   R_ref, exactly. Angular velocities v = T(theta) theta' and their derivatives a, in body axes, are plain vectors
   that no chart changes. So every scheme keeps its order, with no code of its own. */
#ifndef CHART_H
#define CHART_H

#include <fs/system.h>

/* The rotating nodes of this rank: at[n][3] are their entries in its part of global vectors, -1 where a component is
   held: then two of them are, a rotation about a fixed axis. Nodes whose rotations are all held are left out. Borrowed by
   whoever uses it. */
typedef struct {
  PetscInt n;
  PetscInt (*at)[3];
} Chart;

PetscErrorCode ChartVelocity(const Chart *chart, Vec q, Vec qd, Vec v); /* v = T(theta) theta' */
PetscErrorCode ChartRate(const Chart *chart, Vec q, Vec v, Vec qd);     /* theta' = T(theta)^-1 v */

/* theta of all states (origin may be one of them) relative to that of origin, which becomes 0, and their qd: with rates
   for the same rate of turn, else from v. Of the rotation vectors of an orientation the one nearest to the difference of theta is taken: a history may span more
   than half a turn. */
PetscErrorCode ChartMove(const Chart *chart, const FsState *origin, PetscBool rates, PetscInt n,
                         FsState *const states[]);

/* See FsSystemRotations. */
PetscErrorCode ChartTurn(const Chart *chart, Vec q, Vec other, PetscReal *most);

/* *square += sum of the squares of this rank's rotations in x. */
PetscErrorCode ChartSquare(const Chart *chart, Vec x, PetscReal *square);

/* sum = q + dq, rotation vectors composed: exp(sum) = exp(q) exp(dq), the one nearest to q + dq. sum is neither. */
PetscErrorCode ChartCompose(const Chart *chart, Vec q, Vec dq, Vec sum);

/* q += h^3/12 v x a + h^4/24 v x j: with it the sum h v + h^2/2 a + h^3/6 j + h^4/24 a'''  turns a body whose
   angular velocity is v + t a + t^2/2 j + ..., to fourth order (Magnus 1954). */
PetscErrorCode ChartCommute(const Chart *chart, PetscReal h, Vec v, Vec a, Vec j, Vec q);

/* How spins, angular velocities and their derivatives of a node change with the unknown x of a stage, [9] each, for
   theta and, with rates, theta': a tangent's columns are K spin + C velocity + M acceleration. cm, cc, ck: see Shift.
   rate NULL: theta and v are on the line. */
typedef struct {
  double spin[9], velocity[9], acceleration[9];
} ChartColumns;
void chart_columns(const double theta[3], const double rate[3], double cm, double cc, double ck, ChartColumns *c);

/* The three entries at[] of an array, 0 where they are held; and back. */
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
