/* model.h: the mechanical model that the options describe.

   A model has elements in batches, dofs of nodes, supports, joints, loads and initial fields. It
   does not change after ModelCreate. The members are documented in the headers that are included
   here; a source may include only those that it uses. A set is an index of Geometry.set_name. The
   model owns everything that its members point to, unless they say "borrowed".

   Headers for other rooms:
     element_iterator.h            visits the elements of all blocks of a model, one block after
                                   another
     joints/couplings.h            constraints between free coordinates of joints: gears, racks,
                                   belts, screws, cams
     joints/friction_options.h     dry friction of the free coordinates of joints, from the
                                   options
     joints/joint_cell_iterator.h  visits the cells of all joints of a model on this rank
     joints/sliders.h              points of nodes that slide along paths of beams */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_MODEL_H
#define FS_MODEL_MODEL_H

#include "mesh/mesh.h"
#include "model/block.h"
#include "model/cell_cost.h"
#include "model/connectivity_check.h"
#include "model/initial.h"
#include "model/joints/joints.h"
#include "model/layout.h"
#include "model/loads/gravity.h"
#include "model/loads/load.h"
#include "model/loads/resultants.h"
#include "model/masses.h"
#include "model/prescribed_motion.h"
#include "model/spin.h"
#include "model/support.h"

typedef struct _n_Model {
  MPI_Comm  comm;
  Symbols   symbols;   /* names that formulas may use */
  PetscReal dt;        /* step of the differences that derive prescribed motions [s] */
  PetscBool linearize; /* use the matrices of the reference configuration throughout */
  Mesh      mesh;      /* its dm has the PetscSection that belongs to layout */
  Layout    layout;

  PetscInt nblocks, nparts; /* nparts: blocks of parts */
  Block   *block;           /* [nblocks] first those of parts, then those of loads */
  Damping  damping;

  PetscInt nsupports, ninitials;
  Support *support; /* [nsupports] */
  Initial *initial; /* [ninitials] */

  PetscInt             njoints;
  Joint               *joint;     /* [njoints] */
  struct _n_Couplings *couplings; /* couplings.h; NULL without couplings */
  struct _n_Sliders   *sliders;   /* sliders.h; NULL without sliders */
  Assemble             assemble;

  Loads   loads;
  Gravity gravity;
  Spin    spin;
} * Model;

extern const FsOptionDoc model_options[];

/* ModelCreate - Creates the model that the options describe.

   Input:
     dt         time step [s], see Model.dt
     load_time  factor of loads that have none, a formula of t; borrowed for the life of the model
   Output:
     model      the caller owns it
   Collective. Input errors name the option and the remedy. */
PetscErrorCode ModelCreate(FsOptions o, MPI_Comm comm, PetscReal dt, const char load_time[],
                           Model *model);
PetscErrorCode ModelDestroy(Model *model);

/* ModelSize - Computes the diameter of the sphere around all nodes and all points of joints.

   Output:
     model_size  diameter in the reference configuration [m]; 0 if all points coincide
   The center of the sphere is the mean of the nodes. Collective. */
PetscErrorCode ModelSize(Model model, PetscReal *model_size);

/* ModelRotationLengths - Computes the lengths by which rotations of nodes count as displacements.

   Output:
     length  [nnodes] [m]; 0 at nodes without elements and joints
   It is the largest of the radii of gyration of the bodies at the node, half the lengths of its
   elements, and the arms of its joints. It depends neither on the axes nor on other parts of the
   model. Collective. In rotation_lengths.c. */
PetscErrorCode ModelRotationLengths(Model model, double length[]);

/* BlockIsNonlinear - Returns whether the kernel's forces must be evaluated at every state. */
static inline PetscBool BlockIsNonlinear(Model model, const Block *block)
{
  return (PetscBool)(block->kernel->type->forces && !model->linearize);
}

/* BlockIsLinearized - Returns whether -linearize replaces the kernel's forces by its matrices. */
static inline PetscBool BlockIsLinearized(Model model, const Block *block)
{
  return (PetscBool)(block->kernel->type->forces && model->linearize);
}

#endif
