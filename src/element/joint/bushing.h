/* bushing.h: a linear spring and damper between the points of a joint in all six directions: pure functions, called by
   src/assembly. Begin at bushing_forces.

   Its strains are y = (x, theta): x = R_1^T P the displacement of the second point and theta = log(R_1^T R_2) the rotation
   vector of the second node, both as the first node sees them, in its axes. It has the energy y . K y / 2 and the power
   y' . C y', so it exerts the forces -J^T (K y + C y') on the nodes, J = dy/dq, whatever the displacement and up to
   half a turn. An equal stiffness in three directions and none against rotation is a spring without natural length. */
#ifndef FS_ELEMENT_JOINT_BUSHING_H
#define FS_ELEMENT_JOINT_BUSHING_H

#include "joint.h"

enum { BUSHING_STRAINS = 6 };

typedef struct {
  double
         stiffness[BUSHING_STRAINS *
              BUSHING_STRAINS]; /* K, in the axes of the first node [N/m, N, N m/rad]; symmetric */
  double damping[BUSHING_STRAINS * BUSHING_STRAINS]; /* C [N s/m, N s, N m s/rad]; symmetric */
} Bushing;

/* r[JOINT_DOFS] += J^T (K y + C y'); K[JOINT_DOFS][JOINT_DOFS], C += its derivatives by displacements and spins, and by
   velocities, unless NULL (both or none). NAN where a step turned it through half a turn. */
void bushing_forces(const Bushing *b, const JointState *s, double r[], double K[], double C[]);

/* += energy y . K y / 2 [J] and power y' . C y' [W] */
void bushing_balance(const Bushing *b, const JointState *s, double *energy, double *power);

/* J = dy/dq */
void bushing_gradient(const JointState *s, double J[BUSHING_STRAINS][JOINT_DOFS]);

#endif
