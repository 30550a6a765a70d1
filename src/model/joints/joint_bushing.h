/* joint_bushing.h: stiffness and damping of bushings, and linear springs without a direction. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_BUSHING_H
#define FS_MODEL_JOINTS_JOINT_BUSHING_H

#include "joint_laws.h"
#include <fs/options.h>
#include "element/joint/bushing.h"
#include "element/joint/joint.h"

/* ---- bushing options ------------------------------------------------------------------------- */

enum { BUSHING_ENTRIES = BUSHING_STRAINS * BUSHING_STRAINS };

/* BushingOptions - The symmetric stiffness and damping matrices of a bushing, row by row. They
   multiply the relative displacements along the three axes of the joint, and the relative rotations
   about these axes. Both are 0 if the joint is not a bushing. */
typedef struct {
  PetscReal stiffness[BUSHING_ENTRIES]; /* [N/m, N, N m/rad]; default 0 */
  PetscReal damping[BUSHING_ENTRIES];   /* [N s/m, N s, N m s/rad]; default 0 */
} BushingOptions;

/* BushingOptionsRead - Reads -joint_<joint>_stiffness and -joint_<joint>_damping.

   Collective. Input errors: a bushing has no matrix; a joint of another type has one; a matrix has
   the wrong number of entries, is unsymmetric, or has a negative eigenvalue. */
PetscErrorCode BushingOptionsRead(FsOptions o, MPI_Comm comm, const char joint[],
                                  const JointType *type, BushingOptions *b);

/* ---- joint bushing --------------------------------------------------------------------------- */

/* bushing_from_options - Computes the matrices of a bushing in the axes of the first node, in the
   reference configuration.

   Input:
     frame  unit vectors of the axes of the joint, to which the matrices of the options refer
   Output:
     b      the bushing; all 0 if the joint is not a bushing */
void bushing_from_options(const BushingOptions *options, const double frame[3][3], Bushing *b);

/* bushing_of_springs - Computes the matrices of a bushing that consists of six springs, along and
   about three axes.

   Input:
     frame      unit vectors of the axes
     stiffness  stiffnesses along the three axes [N/m], then about them [N m/rad]; 0 if there is no
                spring
   Output:
     b          the bushing */
void bushing_of_springs(const double frame[3][3], const double stiffness[BUSHING_STRAINS],
                        Bushing *b);

/* bushing_turn - Computes the bushing `turned`, which is b after a rotation by the matrix R. */
void bushing_turn(const Bushing *b, const double R[9], Bushing *turned);

/* bushing_has_energy - Returns whether a bushing may store energy (if energy is JOINT_ENERGY) or
   dissipate power (if it is JOINT_DISSIPATION). */
PetscBool bushing_has_energy(const Bushing *b, int energy);

/* joint_linear_bushing - Returns whether a joint acts as a bushing, and gets the matrices with
   which it acts.

   A joint acts as a bushing if it is one, or if it is a spring_damper with a linear spring and
   damper and the natural length 0, which has no direction of its own.
   Input:
     type    type of the joint
     own     matrices of the joint if it is a bushing
     law     law of the displacement of the joint
     length  natural length of the spring_damper [m]
   Output:
     b       the bushing; to be ignored if the function returns PETSC_FALSE */
PetscBool joint_linear_bushing(const JointType *type, const Bushing *own, const CoordinateLaw *law,
                               double length, Bushing *b);

#endif
