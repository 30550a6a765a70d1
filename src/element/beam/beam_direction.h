/* beam_direction.h: the direction m of a load between the nodes of a beam, and nodal forces of
   generalized forces.

   beam_load.c explains the symbols. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_BEAM_DIRECTION_H
#define FS_ELEMENT_BEAM_BEAM_DIRECTION_H

#include <string.h>
#include "element/beam/finite/beam_curve.h"
#include "math/rotation_lanes.h"

enum { NU = 6, ND = 12 };

/* DirectionSlopes - The derivatives of a load's direction m by the nodes of a beam. */
typedef struct {
  /* invariants of the beam, with p in the axes of the last node in the place of d */
  BeamInvariants v;
  BeamGaussLanes p;
  BeamStrain     s; /* Gamma is m */
  Lanes          Y[6][MAX_DOFS];
} DirectionSlopes;

static ALWAYS_INLINE void direction_slopes(const LoadedBeam *x, const LoadDirection *direction,
                                           DirectionSlopes *d)
{
  d->v       = x->v;
  d->p       = x->p;
  d->p.dN[0] = lanes_fill(1);
  for (int c = 0; c < 3; c++) d->v.u[c] = direction->d[c];
  beam_strain(&d->v, &d->p, &d->s);
  beam_jacobian(&d->v);
  beam_strain_slopes(&d->v, &d->p, &d->s);
  memset(d->Y, 0, sizeof d->Y);
  beam_times_jacobian(&d->v, d->s.B, d->Y);
  for (int i = 0; i < 6; i++)
    for (int c = 0; c < 3; c++) d->Y[i][c] = d->Y[i][6 + c] = lanes_fill(0);
}

/* Adds the nodal forces of generalized forces g[3] on a load's direction m to r[ND], unless it is
   NULL. by_turn gets the forces on the invariants on which m depends. */
static ALWAYS_INLINE void add_turning(const LoadedBeam *x, const LoadDirection *p, const Lanes g[3],
                                      Lanes by_turn[NU], Lanes r[])
{
  Lanes t[3];

  mat_vec(x->s.E, g, by_turn);
  cross(g, p->m, t);
  mat_t_vec(x->s.T, t, by_turn + 3);
  for (int c = 0; c < 3; c++) by_turn[3 + c] *= x->p.N[0];
  if (r) beam_add_nodal_moments(&x->v, 0, p->d, by_turn, r);
}

/* Adds the nodal forces of generalized forces f on strains and on a load's direction m to r[ND],
   unless it is NULL. by_u and by_turn get the forces on the invariants of the two. */
static ALWAYS_INLINE void add_generalized(const LoadedBeam *x, const GeneralizedForces *f,
                                          Lanes by_u[NU], Lanes by_turn[NU], Lanes r[])
{
  for (int i = 0; i < NU; i++) by_u[i] = lanes_fill(0);
  beam_add_forces(&x->v, &x->s, &x->p, f->g, by_u);
  if (r) beam_add_nodal_forces(&x->v, by_u, r);
  add_turning(x, &f->p, f->g + 6, by_turn, r);
}

/* Adds the geometric stiffness of section forces g[6] of beams, the derivative of J^T B^T g at
   fixed g, to K. If keep is 0, the rows and columns of displacements are left out. */
static ALWAYS_INLINE void add_second(const BeamInvariants *v, const BeamStrain *s,
                                     const BeamGaussLanes *p, const Lanes g[6],
                                     const Lanes by_u[NU], int keep, Lanes K[])
{
  Lanes H[MAX_U][MAX_U], X[MAX_U][MAX_DOFS], own[ND * ND];

  memset(H, 0, sizeof H);
  memset(X, 0, sizeof X);
  memset(own, 0, sizeof own);
  beam_add_strain_hessian(v, s, p, g, H);
  beam_times_jacobian(v, H, X);
  beam_add_jacobian_transpose(v, X, own);
  beam_add_geometric(v, by_u, own);
  for (int i = 0; i < ND; i++)
    for (int j = 0; j < ND; j++)
      if (keep || (i % 6 >= 3 && j % 6 >= 3)) K[ND * i + j] += own[ND * i + j];
}

/* Adds left^T H right to the element matrix K[ND][ND]. left[na] and right[nb] are stored in rows of
   MAX_DOFS numbers, H[na][nb] in rows of nine. */
static ALWAYS_INLINE void add_slopes(int na, int nb, const Lanes left[], const Lanes H[],
                                     const Lanes right[], Lanes K[])
{
  for (int a = 0; a < na; a++) {
    Lanes row[ND];

    for (int j = 0; j < ND; j++) row[j] = lanes_fill(0);
    for (int b = 0; b < nb; b++)
      for (int j = 0; j < ND; j++) row[j] += H[9 * a + b] * right[MAX_DOFS * b + j];
    for (int i = 0; i < ND; i++)
      for (int j = 0; j < ND; j++) K[ND * i + j] += left[MAX_DOFS * a + i] * row[j];
  }
}

/* Adds to K the derivative of the nodal forces of add_turning(), which turn the direction m of a
   load, and that of the forces on strains by m. */
static ALWAYS_INLINE void add_turning_slopes(const LoadedBeam *x, const GeneralizedForces *f,
                                             const Lanes by_turn[NU], Lanes K[])
{
  const Lanes     force[6] = {f->g[6], f->g[7], f->g[8]};
  DirectionSlopes d;

  direction_slopes(x, &f->p, &d);
  add_slopes(6, 3, x->Y[0], &f->H[0][6], d.Y[0], K);
  add_slopes(3, 6, d.Y[0], f->H[6], x->Y[0], K);
  if (lanes_any(f->H[7][7] != 0)) add_slopes(3, 3, d.Y[0], &f->H[6][6], d.Y[0], K);
  add_second(&d.v, &d.s, &d.p, force, by_turn, 0, K);
}

/* Adds the derivative of the forces of add_generalized(). */
static ALWAYS_INLINE void add_generalized_slopes(const LoadedBeam *x, const GeneralizedForces *f,
                                                 const Lanes by_u[NU], const Lanes by_turn[NU],
                                                 Lanes K[])
{
  add_slopes(6, 6, x->Y[0], f->H[0], x->Y[0], K);
  add_second(&x->v, &x->s, &x->p, f->g, by_u, 1, K);
  add_turning_slopes(x, f, by_turn, K);
}

#endif
