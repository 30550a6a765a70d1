/* friction.c: implements dry friction by a bristle model with the Stribeck effect. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "friction.h"
#include <math.h>

/* Half the width of the corner of phi, in s. A force is at its limit from s = 1 + CORNER on. */
static const double CORNER = 0.1;

/* Returns phi and computes *slope, its derivative. */
static double normalized_friction(double s, double *slope)
{
  const double size = fabs(s), over = size - (1 - CORNER);

  if (size >= 1 + CORNER) {
    *slope = 0;
    return s > 0 ? 1 : -1;
  }
  *slope = 1;
  if (over <= 0) return s;
  *slope = 1 - over / (2 * CORNER);
  return copysign(size - over * over / (4 * CORNER), s);
}

double friction_limited_deflection(const Friction *f, double z)
{
  const double most = (1 + CORNER) * f->presliding;

  return fmax(-most, fmin(z, most));
}

double friction_held_deflection(const Friction *f, double z)
{
  double slope;

  return f->presliding * normalized_friction(z / f->presliding, &slope);
}

double friction_free_deflection(const Friction *f, double held)
{
  const double phi = fmin(1, fabs(held) / f->presliding);

  if (phi <= 1 - CORNER) return held;
  return copysign((1 + CORNER - sqrt(4 * CORNER * (1 - phi))) * f->presliding, held);
}

FrictionForce friction_force(const Friction *f, double z, double v, double normal)
{
  const double load = f->arm * normal, bent = f->holds ? z : friction_limited_deflection(f, z);
  const double s  = (bent + f->settling_time * v) / f->presliding;
  double       mu = f->mu_kinetic, by_v = 0, limit, slope = 1, phi;

  if (f->mu_static > f->mu_kinetic) {
    const double x = v / f->stribeck, more = (f->mu_static - f->mu_kinetic) * exp(-x * x);

    mu += more;
    by_v = -2 * x / f->stribeck * more;
  }
  limit = mu * load + f->preload;
  phi   = f->holds ? s : normalized_friction(s, &slope);
  return (FrictionForce){.force = limit * phi,
                         .by_z  = bent == z ? limit * slope / f->presliding : 0,
                         .by_v =
                           limit * slope * f->settling_time / f->presliding + by_v * load * phi,
                         .by_normal = mu * f->arm * phi};
}
