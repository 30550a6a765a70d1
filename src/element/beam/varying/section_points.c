/* section_points.c: the points of beams whose section varies: Gauss's rules, of each piece between
   jumps of the section. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "element/element.h"
#include "math/polynomial.h"
#include "element/beam/varying/section_points.h"

enum { GAUSS = ELEMENT_SECTIONS };

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

/* Distributes the points over pieces: first two for each, then one by one to the piece with the
   longest distance between its points. */
static void share_points(int n, SectionPiece piece[])
{
  for (int k = 0; k < n; k++) piece[k].n = 2;
  for (int left = GAUSS - 2 * n; left > 0; left--) {
    int most = 0;

    for (int k = 1; k < n; k++)
      if ((piece[k].to - piece[k].from) / piece[k].n >
          (piece[most].to - piece[most].from) / piece[most].n)
        most = k;
    piece[most].n++;
  }
}

int element_section_points(const SectionBreaks *breaks, double place[ELEMENT_SECTIONS],
                           double weight[ELEMENT_SECTIONS], SectionPiece piece[])
{
  const int    n = breaks ? breaks->n + 1 : 1;
  SectionPiece own[ELEMENT_BREAKS + 1];

  if (!piece) piece = own;
  piece[0] = (SectionPiece){.from = -1, .to = 1, .first = 0, .n = GAUSS};
  element_sections(place, weight);
  if (n == 1) return n;
  for (int k = 0; k < n; k++) {
    piece[k].from = k ? breaks->at[k - 1] : -1;
    piece[k].to   = k < n - 1 ? breaks->at[k] : 1;
  }
  share_points(n, piece);
  for (int k = 0, first = 0; k < n; first += piece[k++].n) {
    const double half = (piece[k].to - piece[k].from) / 2;
    double       at[GAUSS], part[GAUSS];

    piece[k].first = first;
    gauss_rule(piece[k].n, at, part);
    for (int g = 0; g < piece[k].n; g++) {
      place[first + g]  = (piece[k].from + piece[k].to) / 2 + half * at[g];
      weight[first + g] = half * part[g];
    }
  }
  return n;
}
