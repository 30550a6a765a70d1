/* rotating_frame.h: what the motion of a steadily turning frame adds to the velocities and accelerations of nodes that are seen in it,
   and to the derivatives of forces that depend on them: centrifugal and gyroscopic forces come out of the inertial forces
   that elements have anyway. All in the axes of the frame. Used by configuration.c, reactions.c and assembly/terms/elements.c. */
#ifndef FS_KINEMATICS_ROTATING_FRAME_H
#define FS_KINEMATICS_ROTATING_FRAME_H

#include "model/model.h"
#include <fs/system.h>

/* An angular velocity [rad/s] and a point of its axis. */
typedef struct {
  double spin[3], point[3];
} RotatingFrame;

/* That of a model under a loading. */
RotatingFrame RotatingFrameOf(Model model, const FsLoading *loading);

/* v = spin x (x - point), the velocity of the frame at x. */
void rotating_frame_velocity(const RotatingFrame *f, const double x[3], double v[3]);

/* The node with velocities and accelerations against inertial space; relative has those in the frame. */
void rotating_frame_state(const RotatingFrame *f, const NodeState *relative, NodeState *inertial);

/* K and C [nd][nd] of an element, derivatives by what nodes do against inertial space, become those by what they do in the frame; M
   stays. node[nd / nc], in the frame. */
void rotating_frame_derivatives(const RotatingFrame *f, int nd, int nc,
                                const NodeState *const node[], double K[], double C[],
                                const double M[]);

#endif
