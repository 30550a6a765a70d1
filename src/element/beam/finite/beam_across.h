/* beam_across.h: nodal forces of the load across beams that bends them between their nodes.

   The energy of the bows (beam_bow.h) depends on the load in the axes of the middle section, which
   turn with the nodes. Each shape of the load is a vector of its own that turns with these axes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_FINITE_BEAM_ACROSS_H
#define FS_ELEMENT_BEAM_FINITE_BEAM_ACROSS_H

#include "across_load.h"
#include "element/beam/beam_direction.h"

/* AcrossForces - The load across beams, and the forces of the bows on its directions. */
typedef struct {
  AcrossDirections  directions;
  BeamAcross        load;
  GeneralizedForces f[BOW_SHAPES]; /* on the direction of each shape, without p */
  /* [3][3] derivatives of the forces on the direction of a shape by the load of another one */
  Lanes by_load[BOW_SHAPES][BOW_SHAPES][9];
  /* The same by the moment of any shape, and the derivatives of the forces on the strains by it;
     set if there are moments that are fixed in space. */
  Lanes by_moment[BOW_SHAPES][BOW_SHAPES][9], strains_by_moment[BOW_SHAPES][6][3];
} AcrossForces;

/* Sets the derivatives by the moments. A moment m is the load (0, m_z, -m_y). */
static ALWAYS_INLINE void set_by_moments(const BeamEnergy *energy, Lanes length, AcrossForces *to)
{
  memset(to->by_moment, 0, sizeof to->by_moment);
  for (int l = 0; l < BOW_SHAPES; l++) {
    for (int j = 0; j < 6; j++) {
      to->strains_by_moment[l][j][0] = lanes_fill(0);
      to->strains_by_moment[l][j][1] = -length * energy->by_moment[l][1][j];
      to->strains_by_moment[l][j][2] = length * energy->by_moment[l][0][j];
    }
    for (int k = 0; k < BOW_SHAPES; k++)
      for (int c = 0; c < 2; c++) {
        Lanes *row = &to->by_moment[k][l][3 * (1 + c)];

        row[1] = -length * energy->turning_by_moment[k][c][l][1];
        row[2] = length * energy->turning_by_moment[k][c][l][0];
      }
  }
}

/* set_across - Computes the forces of an energy on the directions of the load across beams: the
   members f and by_load of to, whose load is known. */
static ALWAYS_INLINE void set_across(const BeamEnergy *energy, Lanes length, int tangents,
                                     AcrossForces *to)
{
  for (int k = 0; k < to->load.shapes; k++) {
    GeneralizedForces *f = &to->f[k];

    memset(f->g, 0, sizeof f->g);
    for (int c = 0; c < 2; c++) f->g[7 + c] = length * energy->turning[k][c];
    if (!tangents) continue;
    memset(f->H, 0, sizeof f->H);
    for (int c = 0; c < 2; c++) {
      for (int j = 0; j < 6; j++)
        f->H[j][7 + c] = f->H[7 + c][j] = length * energy->by_strains[k][c][j];
      for (int d = 0; d < 2; d++) f->H[7 + c][7 + d] = length * energy->by_load[k][c][k][d];
    }
    for (int l = 0; l < to->load.shapes; l++) {
      memset(to->by_load[k][l], 0, sizeof to->by_load[k][l]);
      for (int c = 0; c < 2; c++)
        for (int d = 0; d < 2; d++)
          to->by_load[k][l][3 * (1 + c) + 1 + d] = length * energy->by_load[k][c][l][d];
    }
  }
  if (tangents && to->directions.moments) set_by_moments(energy, length, to);
}

/* Adds the derivative of all forces by the direction of the moment of a shape to K. The moment
   itself does no work on its direction. Y are the derivatives of the directions of the forces. */
static ALWAYS_INLINE void add_moment_slopes(const LoadedBeam *x, const AcrossForces *across,
                                            int shape, Lanes Y[BOW_SHAPES][3][MAX_DOFS], Lanes K[])
{
  Lanes           H[6][9];
  DirectionSlopes d;

  direction_slopes(x, &across->directions.moment[shape], &d);
  for (int j = 0; j < 6; j++)
    for (int c = 0; c < 3; c++) H[j][c] = across->strains_by_moment[shape][j][c];
  add_slopes(6, 3, x->Y[0], H[0], d.Y[0], K);
  for (int k = 0; k < across->load.shapes; k++) {
    for (int c = 0; c < 9; c++) H[c / 3][c % 3] = across->by_moment[k][shape][c];
    add_slopes(3, 3, Y[k][0], H[0], d.Y[0], K);
  }
}

/* Adds the derivatives of the forces on the direction of each shape by the directions of the
   others to K. */
static ALWAYS_INLINE void add_across_slopes(const LoadedBeam *x, const AcrossForces *across,
                                            Lanes K[])
{
  const int n = across->load.shapes;
  Lanes     Y[BOW_SHAPES][3][MAX_DOFS];

  for (int k = 0; k < n; k++) {
    DirectionSlopes d;

    direction_slopes(x, &across->f[k].p, &d);
    memcpy(Y[k], d.Y, sizeof Y[k]);
  }
  for (int k = 0; k < n; k++)
    for (int l = 0; l < n; l++) {
      Lanes H[3][9];

      for (int c = 0; c < 9; c++) H[c / 3][c % 3] = across->by_load[k][l][c];
      if (k != l) add_slopes(3, 3, Y[k][0], H[0], Y[l][0], K);
    }
  for (int l = 0; l < n && across->directions.moments; l++) add_moment_slopes(x, across, l, Y, K);
}

/* add_across - Adds the nodal forces of the load across beams on its own directions to r[ND], and
   unless K is NULL their derivative to K[ND][ND]. */
static ALWAYS_INLINE void add_across(const LoadedBeam *x, AcrossForces *across, Lanes r[],
                                     Lanes K[])
{
  for (int k = 0; k < across->load.shapes; k++) {
    across->f[k].p = across->directions.force[k];
    beam_add_direction(x, &across->f[k], r, K);
  }
  if (K && across->load.shapes > 1) add_across_slopes(x, across, K);
}

#endif
