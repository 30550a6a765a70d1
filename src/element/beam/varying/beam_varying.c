/* beam_varying.c: computes the data of beams with two nodes whose section varies along the element.

   Let r = 2 x/L go from -1 to 1, with x from the middle. The flexibility F(x) is known at Gauss
   points, from which its moments by Legendre's polynomials follow. F0, F1 and F2 of beam_energy.c
   are sums of them.

   The nodes get the integrals of load and N_i. The rest of a load's work depends on the line
   between the nodes (beam_load.c). Let w'' be the load p per length, w = 0 at the nodes. The
   strains are F(x) f(x), with f(x) = f + x A f. Integrated by parts, the work per load is
     b0 k x (Gamma - g) + D0 f + D1 A f,   b0 = integral of w,
     Dn = integral of x^n (w (F_k - Fn_k) x e1 - w' F_Gamma).
   F_k and F_Gamma are the rows of the curvatures and of the strains, and Fn_k is the mean of x^n
   F_k. Most of the shear strains g is from bending, which is no strain of the section. First
   moments of the mass act on the rotation of the sections in the same way. One element is
   therefore exact in small motions.

   If the section jumps inside of the element, each piece between the jumps has Gauss points and
   Legendre's polynomials of its own.

   Unit loads at the Gauss points give the shapes of the mass (beam_mass.c). Their sum gives
   the weight. Therefore the weight is the mass matrix times the acceleration of gravity. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "beam_varying.h"
#include "math/polynomial.h"
#include "math/vector.h"
#include "element/section/section.h"
#include "element/beam/varying/section_points.h"

enum { GAUSS = ELEMENT_SECTIONS, POLYNOMIALS = GAUSS + 2 };

/* ---- points ---- */

/* A Gauss point of an element. P and local are Legendre's polynomials in the place along the
   element and along its piece between breaks. */
typedef struct {
  const double *prop;
  double        x, weight; /* from the middle, length for which it stands [m] */
  double        N[2], P[BEAM_MOMENTS], local[POLYNOMIALS];
  int           piece;
} SectionPoint;

/* The points of an element, and its pieces between breaks. */
typedef struct {
  SectionPoint point[GAUSS];
  SectionPiece piece[ELEMENT_BREAKS + 1];
} SectionPoints;

static void section_points(const ElementReference *ref, double length, SectionPoints *all)
{
  double    place[ELEMENT_SECTIONS], weight[ELEMENT_SECTIONS];
  const int n = element_section_points(ref->breaks, place, weight, all->piece);

  for (int k = 0; k < n; k++)
    for (int g = all->piece[k].first; g < all->piece[k].first + all->piece[k].n; g++) {
      const double        r = place[g], from = all->piece[k].from, to = all->piece[k].to;
      SectionPoint *const p = &all->point[g];

      p->prop   = ref->sections[g];
      p->x      = length / 2 * r;
      p->weight = length * weight[g];
      p->N[0]   = (1 - r) / 2;
      p->N[1]   = (1 + r) / 2;
      p->piece  = k;
      legendre(BEAM_MOMENTS, r, p->P);
      legendre(POLYNOMIALS, n > 1 ? (2 * r - from - to) / (to - from) : r, p->local);
    }
}

/* ---- flexibility ---- */

/* Computes w = F v with the entries of the symmetric F. */
static void times(const double F[BEAM_SYMMETRIC], const double v[6], double w[6])
{
  for (int a = 0; a < 6; a++) {
    w[a] = 0;
    for (int b = 0; b < 6; b++) w[a] += F[beam_symmetric(a, b)] * v[b];
  }
}

/* Computes column j of F* of the straight element, and share[2], that of bending in the shear
   strains y and z. */
static void straight_column(double F[3][BEAM_SYMMETRIC], int j, double column[6], double share[2])
{
  double unit[6] = {0}, slope[6] = {0}, bent[6], w[6];

  unit[j]  = 1;
  slope[4] = unit[2];
  slope[5] = -unit[1];
  times(F[1], unit, bent);
  times(F[2], slope, w);
  for (int a = 0; a < 6; a++) bent[a] += w[a];
  share[0] = -bent[5];
  share[1] = bent[4];
  times(F[0], unit, column);
  times(F[1], slope, w);
  for (int a = 0; a < 6; a++) column[a] += w[a];
  for (int c = 0; c < 2; c++) column[1 + c] += share[c];
}

const char *beam_varying_setup(const ElementReference *ref, double length, BeamVarying *data)
{
  const double        half = length / 2;
  double              F[3][BEAM_SYMMETRIC], whole[36], inverse[36], share[6][2];
  SectionPoints       all;
  const SectionPoint *point = all.point;

  if (ref->prop[SECTION_CORRECTION] == CORRECTION_AXIAL)
    return "has a section that varies, which the correction axial does not take: leave it out; a "
           "warning names enough cells if the axial force is large";
  if (ref->prop[SECTION_CORRECTION] != CORRECTION_FULL)
    return "has a section that varies: it needs correction full";
  section_points(ref, length, &all);
  memset(data->moment, 0, sizeof data->moment);
  for (int g = 0; g < GAUSS; g++)
    for (int n = 0; n < BEAM_MOMENTS; n++)
      for (int a = 0; a < 6; a++)
        for (int b = a; b < 6; b++)
          data->moment[n][beam_symmetric(a, b)] +=
            point[g].weight / length * point[g].P[n] * point[g].prop[SECTION_F + 6 * a + b];
  for (int i = 0; i < BEAM_SYMMETRIC; i++) {
    F[0][i] = data->moment[0][i];
    F[1][i] = half * data->moment[1][i];
    F[2][i] = half * half * (2 * data->moment[2][i] + F[0][i]) / 3;
  }
  for (int j = 0; j < 6; j++) {
    double column[6];

    straight_column(F, j, column, share[j]);
    for (int a = 0; a < 6; a++) whole[6 * a + j] = column[a];
  }
  section_flexibility(whole, inverse);
  for (int c = 0; c < 2; c++)
    for (int a = 0; a < 6; a++) {
      data->G[c][a] = 0;
      for (int j = 0; j < 6; j++) data->G[c][a] += share[j][c] * inverse[6 * j + a];
    }
  return 0;
}

/* ---- loads at the sections ---- */

/* The function w of a load, and its derivative. */
typedef struct {
  double value, slope;
} Deflection;

/* Returns the function with w'' = 1 at c alone that is 0 at the nodes. x and c are from -1 to 1. */
static Deflection hat(double x, double c, double length)
{
  const double half = length / 2;

  if (x < c) return (Deflection){-half * (x + 1) * (1 - c) / 2, -(1 - c) / 2};
  return (Deflection){-half * (1 - x) * (c + 1) / 2, (c + 1) / 2};
}

/* Returns w at a point for the load P_j per length on a piece, with Legendre's polynomial of the
   piece. Inside the piece w is the integral that is 0 at its ends; the slopes there need hats. */
static Deflection deflection(const SectionPoints *all, const SectionPoint *p, int piece, int j,
                             double length)
{
  const SectionPiece *own = &all->piece[piece];
  const double       *P = p->local, n = 2 * j + 1, half = length / 2 * ((own->to - own->from) / 2);
  const double        end = j == 0 ? half : j == 1 ? half / 3 : 0, x = p->x / (length / 2);
  const Deflection    from = hat(x, own->from, length), to = hat(x, own->to, length);
  Deflection          w = {0, 0};

  if (p->piece == piece) {
    w = (Deflection){(P[j + 2] - P[j]) / (n * (n + 2)), P[j + 1] / n};
    if (j >= 2) {
      w.value -= (P[j] - P[j - 2]) / (n * (n - 2));
      w.slope -= P[j - 1] / n;
    }
    w = (Deflection){half * half * w.value, half * w.slope};
  }
  w.value += end * (to.value + (j ? -1 : 1) * from.value);
  w.slope += end * (to.slope + (j ? -1 : 1) * from.slope);
  return w;
}

/* Adds weight x^n (w F_k x e1 - w' F_Gamma) of a point to force, and -weight x^n w' F_k to
   moment. */
static void add_section_bulge(const SectionPoint *p, Deflection w, BeamSectionBulge *bulge)
{
  for (int n = 0; n < 2; n++)
    for (int j = 0; j < 6; j++) {
      const double *F = p->prop + SECTION_F, factor = p->weight * (n ? p->x : 1);
      const double  value = factor * w.value, slope = factor * w.slope;

      for (int c = 0; c < 3; c++) {
        bulge->force.D[n][c][j] -= slope * F[6 * c + j];
        bulge->moment.D[n][c][j] -= slope * F[18 + 6 * c + j];
      }
      bulge->force.D[n][1][j] += value * F[30 + j];
      bulge->force.D[n][2][j] -= value * F[24 + j];
    }
}

/* Subtracts the part of the mean curvature from bulge->force. */
static void subtract_mean(const BeamVarying *data, double length, BeamSectionBulge *bulge)
{
  for (int n = 0; n < 2; n++)
    for (int j = 0; j < 6; j++) {
      const double factor = bulge->h0 * (n ? length / 2 : 1);

      bulge->force.D[n][1][j] -= factor * data->moment[n][beam_symmetric(5, j)];
      bulge->force.D[n][2][j] += factor * data->moment[n][beam_symmetric(4, j)];
    }
}

void beam_section_bulges(const ElementReference *ref, double length, const BeamVarying *data,
                         BeamSectionBulge bulge[GAUSS])
{
  Deflection          by_moment[GAUSS][GAUSS]; /* at each point, for each polynomial of a piece */
  SectionPoints       all;
  const SectionPoint *point = all.point;

  section_points(ref, length, &all);
  memset(bulge, 0, GAUSS * sizeof *bulge);
  for (int g = 0; g < GAUSS; g++)
    for (int k = 0; k < GAUSS; k++) {
      const int piece = point[k].piece;

      by_moment[g][k] = deflection(&all, &point[g], piece, k - all.piece[piece].first, length);
    }
  for (int at = 0; at < GAUSS; at++) {
    const SectionPiece *own  = &all.piece[point[at].piece];
    const double        size = length * ((own->to - own->from) / 2);

    bulge[at].h0 = -length * length / 2 * point[at].N[0] * point[at].N[1];
    for (int g = 0; g < GAUSS; g++) {
      Deflection w = {0, 0};

      for (int j = 0; j < own->n; j++) {
        const double factor = (2 * j + 1) / size * point[at].local[j];

        w.value += factor * by_moment[g][own->first + j].value;
        w.slope += factor * by_moment[g][own->first + j].slope;
      }
      add_section_bulge(&point[g], w, &bulge[at]);
    }
    subtract_mean(data, length, &bulge[at]);
  }
}

void beam_varying_load(const ElementReference *ref, double length, BeamVarying *data)
{
  BeamSectionBulge    bulge[GAUSS];
  SectionPoints       all;
  const SectionPoint *point = all.point;

  section_points(ref, length, &all);
  beam_section_bulges(ref, length, data, bulge);
  data->weight = 0;
  memset(data->first, 0, sizeof data->first);
  memset(&data->bulge, 0, sizeof data->bulge);
  for (int g = 0; g < GAUSS; g++) {
    const BeamMass m  = beam_mass_of(point[g].prop);
    const double   ds = point[g].weight;

    data->weight += ds * m.mass * bulge[g].h0;
    for (int c = 0; c < 3; c++) data->first[c] += ds * m.first[c] * bulge[g].h0;
    for (int n = 0; n < 2; n++)
      for (int j = 0; j < 6; j++) {
        const BeamBulge *b       = &bulge[g].moment;
        const double     turn[3] = {b->D[n][0][j], b->D[n][1][j], b->D[n][2][j]};
        double           arm[3];

        cross(turn, m.first, arm);
        for (int c = 0; c < 3; c++)
          data->bulge.D[n][c][j] += ds * (m.mass * bulge[g].force.D[n][c][j] + arm[c]);
      }
  }
}

/* ---- mass ---- */

void beam_varying_masses(const ElementReference *ref, double length, BeamVarying *data)
{
  SectionPoints       all;
  const SectionPoint *point = all.point;

  section_points(ref, length, &all);
  memset(data->mass, 0, sizeof data->mass);
  data->lumped = 0;
  for (int i = 0; i < 2; i++) {
    memset(data->node[i].first, 0, sizeof data->node[i].first);
    memset(data->node[i].inertia, 0, sizeof data->node[i].inertia);
  }
  for (int g = 0; g < GAUSS; g++)
    data->lumped = fmax(data->lumped, beam_mass_kind(2, point[g].prop) == MASS_LUMPED);
  for (int g = 0; g < GAUSS; g++) {
    const SectionPoint *p    = &point[g];
    const double        mass = p->weight * p->prop[SECTION_MASS];

    for (int i = 0; i < 2; i++) {
      const double share = p->weight * p->N[i];

      data->mass[i] += mass * p->N[i] * (data->lumped > 0 ? 1 : p->N[i]);
      for (int c = 0; c < 3; c++) data->node[i].first[c] += share * p->prop[SECTION_FIRST + c];
      for (int c = 0; c < 9; c++) data->node[i].inertia[c] += share * p->prop[SECTION_INERTIA + c];
    }
    if (!(data->lumped > 0)) data->mass[2] += mass * p->N[0] * p->N[1];
  }
}
