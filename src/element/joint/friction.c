/* friction.c: see friction.h. */
#include "friction.h"
#include <math.h>

/* Half the width of the corner of phi, in s: a force is at its limit from 1 + CORNER on. */
static const double CORNER = 0.1;

/* phi and *slope, its derivative. */
static double bend(double s, double *slope)
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

double friction_after(const Friction *f, double z)
{
  const double most = (1 + CORNER) * f->stick;

  return fmax(-most, fmin(z, most));
}

FrictionForce friction_at(const Friction *f, double z, double v, double normal)
{
  const double load = f->arm * normal, bent = friction_after(f, z);
  double       mu = f->sliding, by_v = 0, limit, slope, phi;

  if (f->sticking > f->sliding) {
    const double x = v / f->stribeck, more = (f->sticking - f->sliding) * exp(-x * x);

    mu += more;
    by_v = -2 * x / f->stribeck * more;
  }
  limit = mu * load + f->preload;
  phi   = bend((bent + f->settle * v) / f->stick, &slope);
  return (FrictionForce){.force     = limit * phi,
                         .by_z      = bent == z ? limit * slope / f->stick : 0,
                         .by_v      = limit * slope * f->settle / f->stick + by_v * load * phi,
                         .by_normal = mu * f->arm * phi};
}
