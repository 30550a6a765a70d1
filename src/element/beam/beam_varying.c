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

   Unit loads at the Gauss points give the shapes of the mass (beam_varying_mass.c). Their sum gives
   the weight. Therefore the weight is the mass matrix times the acceleration of gravity. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "beam_varying.h"
#include "math/vector.h"
#include "section.h"

enum { GAUSS = ELEMENT_SECTIONS, POLYNOMIALS = GAUSS + 2 };

/* ---- points ---- */

/* Computes P[n] of the first n Legendre's polynomials at r. */
static void legendre(int n, double r, double P[])
{
  P[0] = 1;
  P[1] = r;
  for (int j = 1; j + 1 < n; j++) P[j + 1] = ((2 * j + 1) * r * P[j] - j * P[j - 1]) / (j + 1);
}

void element_sections(double place[ELEMENT_SECTIONS], double weight[ELEMENT_SECTIONS])
{
  /* the positive zeros of the polynomial, and half of the weights */
  static const double half[GAUSS / 2][2] = {
    {0.095012509837637441, 0.094725305227534251},
    {0.28160355077925892,  0.091301707522461792},
    {0.45801677765722737,  0.084578259697501268},
    {0.61787624440264377,  0.074797994408288368},
    {0.755404408355003,    0.062314485627766938},
    {0.86563120238783176,  0.047579255841246393},
    {0.9445750230732326,   0.031126761969323947},
    {0.98940093499164994,  0.013576229705877048}
  };

  for (int g = 0; g < GAUSS / 2; g++) {
    const int low = GAUSS / 2 - 1 - g, high = GAUSS / 2 + g;

    place[low]  = -half[g][0];
    place[high] = half[g][0];
    weight[low] = weight[high] = half[g][1];
  }
}

/* A Gauss point of an element. */
typedef struct {
  const double *prop;
  double        x, weight; /* from the middle, length for which it stands [m] */
  double        N[2], P[POLYNOMIALS];
} SectionPoint;

static void section_points(const ElementReference *ref, double length, SectionPoint point[GAUSS])
{
  double place[ELEMENT_SECTIONS], weight[ELEMENT_SECTIONS];

  element_sections(place, weight);
  for (int g = 0; g < GAUSS; g++) {
    const double  r = place[g];
    SectionPoint *p = &point[g];

    p->prop   = ref->sections[g];
    p->x      = length / 2 * r;
    p->weight = length * weight[g];
    p->N[0]   = (1 - r) / 2;
    p->N[1]   = (1 + r) / 2;
    legendre(POLYNOMIALS, r, p->P);
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
  const double half = length / 2;
  double       F[3][BEAM_SYMMETRIC], whole[36], inverse[36], share[6][2];
  SectionPoint point[GAUSS];

  if (!beam_is_corrected(2, ref->prop))
    return "has a section that varies: it needs correction full";
  section_points(ref, length, point);
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

/* Returns w at a point for the load P_j(r) per length. */
static Deflection deflection(const SectionPoint *p, int j, double length)
{
  const double *P = p->P, n = 2 * j + 1, half = length / 2;
  Deflection    w = {(P[j + 2] - P[j]) / (n * (n + 2)), P[j + 1] / n};

  if (j >= 2) {
    w.value -= (P[j] - P[j - 2]) / (n * (n - 2));
    w.slope -= P[j - 1] / n;
  }
  return (Deflection){half * half * w.value, half * w.slope};
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
  Deflection   by_moment[GAUSS][GAUSS]; /* at each point, for each polynomial */
  SectionPoint point[GAUSS];

  section_points(ref, length, point);
  memset(bulge, 0, GAUSS * sizeof *bulge);
  for (int g = 0; g < GAUSS; g++)
    for (int j = 0; j < GAUSS; j++) by_moment[g][j] = deflection(&point[g], j, length);
  for (int at = 0; at < GAUSS; at++) {
    bulge[at].h0 = -length * length / 2 * point[at].N[0] * point[at].N[1];
    for (int g = 0; g < GAUSS; g++) {
      Deflection w = {0, 0};

      for (int j = 0; j < GAUSS; j++) {
        const double factor = (2 * j + 1) / length * point[at].P[j];

        w.value += factor * by_moment[g][j].value;
        w.slope += factor * by_moment[g][j].slope;
      }
      add_section_bulge(&point[g], w, &bulge[at]);
    }
    subtract_mean(data, length, &bulge[at]);
  }
}

void beam_varying_load(const ElementReference *ref, double length, BeamVarying *data)
{
  BeamSectionBulge bulge[GAUSS];
  SectionPoint     point[GAUSS];

  section_points(ref, length, point);
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
  SectionPoint point[GAUSS];

  section_points(ref, length, point);
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
