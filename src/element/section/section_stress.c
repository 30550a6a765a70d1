/* section_stress.c: implements the extreme stresses of a beam's section that is given by shape.

   At a force and a moment, sigma = N/A + ky z - kz y with Iy ky - Iyz kz = My and
   Iz kz - Iyz ky = Mz, and the shear stress is that of the torque about the shear center. Both are
   computed at the points where they are largest. Timoshenko & Goodier, Theory of
   Elasticity, sections 102 and 109. The shear stress of the shear forces is neglected; it is 0
   where sigma is largest. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "element/kernels.h"
#include "math/vector.h"

/* Updates extreme[3], the largest and smallest sigma and the largest von Mises stress, with one
   point. */
static void add_point(double sigma, double tau, double extreme[3])
{
  extreme[0] = fmax(extreme[0], sigma);
  extreme[1] = fmin(extreme[1], sigma);
  extreme[2] = fmax(extreme[2], sqrt(sigma * sigma + 3 * tau * tau));
}

/* Updates extreme with the force[3] and moment[3] of one end, about the line of nodes. */
static void add_end(const double prop[], const double force[3], const double moment[3],
                    double extreme[3])
{
  const double *area = prop + SECTION_AREA, *offset = prop + SECTION_OFFSET;
  const double *shear     = prop + SECTION_SHEAR_CENTER;
  const double  center[3] = {0, offset[0], offset[1]};
  const double  det       = area[1] * area[2] - area[3] * area[3];
  double        arm[3], M[3], ky, kz, torque;

  cross(center, force, arm);
  for (int c = 0; c < 3; c++) M[c] = moment[c] - arm[c]; /* about the section's center */
  ky     = (area[2] * M[1] + area[3] * M[2]) / det;
  kz     = (area[1] * M[2] + area[3] * M[1]) / det;
  torque = M[0] - shear[0] * force[2] + shear[1] * force[1];
  for (int p = 0; p < (int)prop[SECTION_NPOINTS]; p++) {
    const double *point = prop + SECTION_POINTS + 3 * p;

    add_point(force[0] / area[0] + ky * point[1] - kz * point[0], torque * point[2], extreme);
  }
  if (prop[SECTION_RADIUS] > 0) { /* round; sigma is largest perpendicular to the bending moment */
    const double bending = prop[SECTION_RADIUS] * hypot(M[1], M[2]) / area[1];
    const double tau     = prop[SECTION_RADIUS] * M[0] / (2 * area[1]);

    add_point(force[0] / area[0] + bending, tau, extreme);
    add_point(force[0] / area[0] - bending, tau, extreme);
  }
}

void section_stresses(const double prop[], const double prop_end[], const double ends[12],
                      double extreme[3])
{
  for (int k = 0; k < 3; k++) extreme[k] = NAN; /* fmax and fmin return the other argument */
  add_end(prop, ends, ends + 3, extreme);
  add_end(prop_end, ends + 6, ends + 9, extreme);
}
