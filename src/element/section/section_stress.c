/* section_stress.c: implements the stresses of a beam's section that is given by shape.

   At a force and a moment, sigma = N/A + ky z - kz y with Iy ky - Iyz kz = My and
   Iz kz - Iyz ky = Mz, and the shear stress is that of the torque about the shear center. Both are
   computed at the points where they are largest. Timoshenko & Goodier, Theory of
   Elasticity, sections 102 and 109. The shear stress of the shear forces is neglected; it is 0
   where sigma is largest. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "element/kernels.h"
#include "math/vector.h"

/* Computes M[3], the moment about the section's center, of a force and a moment about the line of
   nodes. */
static void about_center(const double prop[], const double f[6], double M[3])
{
  const double *offset = prop + SECTION_OFFSET, center[3] = {0, offset[0], offset[1]};
  double        arm[3];

  cross(center, f, arm);
  for (int c = 0; c < 3; c++) M[c] = f[3 + c] - arm[c];
}

void section_linear_stress(const double prop[], const double f[6], double stress[4])
{
  const double *area = prop + SECTION_AREA, *shear = prop + SECTION_SHEAR_CENTER;
  const double  over = 1 / (area[1] * area[2] - area[3] * area[3]);
  double        M[3];

  about_center(prop, f, M);
  stress[0] = f[0] / area[0];
  stress[1] = -over * (area[1] * M[2] + area[3] * M[1]);
  stress[2] = over * (area[2] * M[1] + area[3] * M[2]);
  stress[3] = M[0] - shear[0] * f[2] + shear[1] * f[1];
}

/* Updates extreme[3], the largest and smallest sigma and the largest von Mises stress, with one
   point. */
static void add_point(double sigma, double tau, double extreme[3])
{
  extreme[0] = fmax(extreme[0], sigma);
  extreme[1] = fmin(extreme[1], sigma);
  extreme[2] = fmax(extreme[2], sqrt(sigma * sigma + 3 * tau * tau));
}

void section_add_stresses(const double prop[], const double f[6], double extreme[3])
{
  const double *area = prop + SECTION_AREA;
  double        stress[4];

  section_linear_stress(prop, f, stress);
  for (int p = 0; p < (int)prop[SECTION_NPOINTS]; p++) {
    const double *point = prop + SECTION_POINTS + 3 * p;

    add_point(stress[0] + stress[1] * point[0] + stress[2] * point[1], stress[3] * point[2],
              extreme);
  }
  if (prop[SECTION_RADIUS] > 0) { /* round; sigma is largest perpendicular to the bending moment */
    double M[3], bending, tau;

    about_center(prop, f, M);
    bending = prop[SECTION_RADIUS] * hypot(M[1], M[2]) / area[1];
    tau     = prop[SECTION_RADIUS] * M[0] / (2 * area[1]);
    add_point(f[0] / area[0] + bending, tau, extreme);
    add_point(f[0] / area[0] - bending, tau, extreme);
  }
}
