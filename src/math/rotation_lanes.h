/* rotation_lanes.h: vectors and rotations of several elements at once, in Lanes (lanes.h).

   A file that includes it cannot use vector.h with doubles. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MATH_ROTATION_LANES_H
#define FS_MATH_ROTATION_LANES_H

#include "lanes.h"
#define NUMBER Lanes
#include "vector.h"
#include "rotation_formulas.h"

/* Returns a/sin(a), where a = arccos(w) is half the angle of a rotation and w the scalar part of
   its quaternion, or NAN if a is larger than 1.

   The result is a smooth function of y = (1 - w)/2, approximated by 1 + y p(y) with an error of
   1e-17. The polynomial p interpolates at 14 points of 0 <= y <= 0.23. Therefore no root and no
   division by the angle is needed, and small angles keep all digits. */
static ALWAYS_INLINE Lanes rotation_angle_ratio(Lanes w)
{
  enum { TERMS = 14 };
  static const double factor[TERMS] = {
    0x1.5555555555555p-1,  0x1.11111111111b4p-1, 0x1.d41d41d406d41p-2, 0x1.a01a01a9cea08p-2,
    0x1.7a462dd67073dp-2,  0x1.5d2d63da177d0p-2, 0x1.45df4c7303240p-2, 0x1.331c059333243p-2,
    0x1.1e9e37bce9081p-2,  0x1.317291ed196abp-2, 0x1.e4b05b90046c7p-4, 0x1.6f3ddf3a46b1ap-1,
    -0x1.78f7e50266440p-1, 0x1.46759be8351b9p+0};
  const double cosine_of_one = 0x1.14a280fb5068cp-1;
  const Lanes  y             = (1 - w) / 2;

  return lanes_select(w >= cosine_of_one, 1 + y * lanes_polynomial(TERMS, factor, y),
                      lanes_fill(NAN));
}

/* Computes theta[3] = log(q), the shortest rotation vector of the rotation q, or NAN if the vector
   is longer than 2 rad. */
static ALWAYS_INLINE void rotation_log_polynomial(const Lanes q[4], Lanes theta[3])
{
  const Lanes ratio = rotation_angle_ratio(lanes_abs(q[0])),
              scale = lanes_select(q[0] < 0, -2 * ratio, 2 * ratio);

  for (int i = 0; i < 3; i++) theta[i] = scale * q[1 + i];
}

#endif
