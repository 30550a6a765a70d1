/* model.h: the mechanical model that the options describe.

   A model has blocks of equal elements, dofs of nodes, supports, joints, loads and initial
   fields. It does not change after ModelCreate(), except for the unstrained state of elements
   (fields/unstrained.h). A source file that reads a block, a support, a joint, a load or an initial
   field includes the header of this thing, which the comments below name; a file that only passes a
   model on does not. Members called "set" are indices of
   Geometry.set_name. The model owns everything to which its members point, unless a comment says
   "borrowed".

   Headers for other rooms:
     components.h                  the displacements and rotations of nodes, and which of them each
                                   node has
     combinations/combinations.h   load cases, and combinations of load cases
     couplings/coupling_options.h  what the options say about couplings of joints' coordinates
     couplings/couplings.h         constraints between free coordinates of joints: gears, racks,
                                   belts, screws, cams
     fields/unstrained.h           the state without stress: temperature, initial strain, winch
     fields/flow.h                 the velocity of a fluid around elements
     fields/varying.h              properties that vary from place to place
     initial/initial.h             initial displacements, rotations and velocities
     joints/joints.h               the joints of a model, with their constraints and cells
     joints/joint_laws.h           the forces that act on coordinates of joints
     joints/joint_cell_iterator.h  visits the cells of all joints of a model on this rank
     joints/joint_options.h        what the options say about joints
     joints/friction_options.h     the elastic displacements of joints before their friction slips
     loads/along/lateral_load.h    loads that bend beams together with their axial force
     loads/along/load_pieces.h     pieces of lines on which a load is a polynomial
     loads/along/train.h           axles that move along lines
     loads/line_load.h             loads along the lines of beams
     loads/moving_load.h           loads whose field depends on time
     loads/nodes/given_load.h      loads whose forces come from the program that runs the case
     loads/laws/law.h              forces on nodes as formulas of their motion
     loads/along/load_course.h     how far loads move, and in how many steps
     node_groups.h                 groups of connected nodes on all ranks, and loops of constraints
     parts/block.h                 blocks of elements, and the matrices of their elements
     parts/element_iterator.h      visits the elements of all blocks of a model, one block after
                                   another
     sliders/sliders.h             points of nodes that slide along paths of beams
     supports/prescribed_motion.h  the motions that supports and drivers prescribe
     supports/support.h            supports, which fix components of nodes or move them
     ties/ties.h                   rigid couplings, diaphragms, equations, periodic sets */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_MODEL_H
#define FS_MODEL_MODEL_H

#include "mesh/mesh.h"
#include "layout.h"
#include "model/initial/assemble.h"
#include "model/loads/gravity.h"
#include "model/loads/load.h"
#include "components.h"

typedef struct _n_Block   Block;   /* parts/block.h */
typedef struct _n_Support Support; /* supports/support.h */
typedef struct _n_Initial Initial; /* initial/initial.h */
typedef struct _n_Joint   Joint;   /* joints/joints.h */

/* ---- modal damping --------------------------------------------------------------------------- */

/* ModalDampingOptions - The description of modal damping. */
typedef struct {
  /* damping ratio of a mode, a formula of its frequency f [Hz], borrowed; NULL if there is no modal
     damping */
  const char *ratio;
  PetscInt    count; /* number of lowest modes that are damped; 0: the modes up to `below` */
  PetscReal   below; /* frequency up to which modes are damped [Hz] */
  PetscBool   given, has_count, has_below; /* whether the user gave ratio, count and below */
} ModalDampingOptions;

/* ModalDampingFromOptions - Reads -damping_modal and the options that say which modes are damped.

   Output:
     x  borrows a text of o
   Collective. Input error: an option has no effect or excludes another. */
PetscErrorCode ModalDampingFromOptions(FsOptions o, MPI_Comm comm, ModalDampingOptions *x);
extern const FsOptionDoc modal_damping_options[];

/* Damping - Rayleigh damping, which adds mass M + stiffness K to the damping matrix C, and modal
   damping. */
typedef struct {
  PetscReal mass, stiffness; /* coefficients of Rayleigh damping [1/s], [s] */
  /* damping ratio of a mode, a formula of its frequency f [Hz]; NULL without modal damping */
  Expression modal;
  PetscInt   modal_count; /* number of lowest modes that are damped; 0: those below modal_below */
  PetscReal  modal_below; /* frequency below which modes are damped [Hz] */
} Damping;

/* ModalDampingCreate - Sets the members of *damping that describe modal damping.

   Input:
     symbols  names that the formula of the ratio may use
     x        the options
   Output:
     damping  the members modal, modal_count and modal_below; the caller destroys damping->modal by
              ExpressionDestroy()
   Collective. Input error: the ratio is not a formula. */
PetscErrorCode ModalDampingCreate(Symbols symbols, const ModalDampingOptions *x, Damping *damping);

/* ---- model ----------------------------------------------------------------------------------- */

/* ---- spin ------------------------------------------------------------------------------------ */

/* Spin - The steadily rotating frame. Positions and velocities of the model are measured in this
   frame, and supports and loads rotate with it. */
typedef struct {
  PetscBool active;      /* whether the angular velocity is not 0 */
  PetscReal velocity[3]; /* angular velocity [rad/s] */
  PetscReal point[3];    /* a point of the axis [m] */
  PetscBool has_point;   /* whether the user gives the point */
} Spin;

/* SpinFromOptions - Reads how the reference frame of a model rotates, from -spin and -spin_point.

   Collective. Input error: -spin_point is given without -spin. */
PetscErrorCode           SpinFromOptions(FsOptions o, MPI_Comm comm, Spin *spin);
extern const FsOptionDoc spin_options[];

/* SpinSet - Sets model->spin, and checks that nothing else than the loads changes with time in the
   rotating frame.

   Call the function after GravityCreate() and SupportsCreate(). Collective. Input errors: the model
   is linearized; gravity is not along the axis, so that it rotates in the frame; a support or the
   ground has a prescribed motion. */
PetscErrorCode SpinSet(Model model, const Spin *spin);

/* ---- model ----------------------------------------------------------------------------------- */

struct _n_ModelOptions; /* model_options.h */

typedef struct _n_Model {
  MPI_Comm comm;
  Symbols  symbols; /* names that formulas may use */
  /* time step [s]; also the largest step of differences that give time derivatives of prescribed
     motions */
  PetscReal dt;
  /* message that says which property a part without mass needs in an analysis with inertia forces;
     "" if every part has a mass */
  char without_mass[512];
  /* whether displacements count as small (-linearize), so that all states use the matrices of the
     reference configuration */
  PetscBool linearize;
  /* largest angle between the normals of a smooth surface at a node and their mean [rad] */
  PetscReal shell_kink;
  /* whether loads that the model does not have balance its prestress (-linearize_balanced) */
  PetscBool balanced;
  Mesh      mesh;   /* the mesh; mesh->dm has the PetscSection that numbers the dofs */
  Layout    layout; /* the dofs of nodes and their indices */

  /* number of all blocks, and of those of parts. A block is the elements of a part, or of a load,
     that have the same shape */
  PetscInt nblocks, nparts;
  Block   *block;   /* [nblocks] first the blocks of parts, then the blocks of loads */
  Damping  damping; /* Rayleigh and modal damping */

  PetscInt nsupports, ninitials;
  Support *support; /* [nsupports] */
  Initial *initial; /* [ninitials] initial fields */

  PetscInt             njoints;
  Joint               *joint;     /* [njoints] */
  struct _n_Couplings *couplings; /* couplings.h; NULL if the model has no couplings */
  struct _n_Sliders   *sliders;   /* sliders.h; NULL if the model has no sliders */
  struct _n_Ties      *ties;      /* ties.h; NULL if the model has no ties */
  Assemble             assemble;  /* -assemble: which initial values are corrected */

  Loads   loads;
  Gravity gravity;
  Spin    spin;
  /* load cases and their combinations (combinations/combinations.h); NULL without load cases */
  struct _n_Combinations *combinations;
} * Model;

/* ModelDocument - Adds the manual's sections on the model and its subjects. */
PetscErrorCode ModelDocument(FsOptions o);

/* ModelCreate - Creates the model that the options describe.

   Input:
     dt         time step [s]
     load_time  formula of t, by which loads without a factor of their own are multiplied; borrowed,
                and must exist as long as the model
   Changed:
     options    the description (model_options.h), of which the frame of the mesh moves into the
                model; the model borrows texts of the options
   Output:
     model      the caller destroys it by ModelDestroy()
   Collective. Input errors name the option and the remedy. */
PetscErrorCode ModelCreate(struct _n_ModelOptions *options, MPI_Comm comm, PetscReal dt,
                           const char load_time[], Model *model);
PetscErrorCode ModelDestroy(Model *model);

/* ModelRenewLoads - Replaces the loads, gravity and damping of a model by those of other options,
   which describe the same mesh, parts, supports and joints, and as many loads.

   Output:
     same  PETSC_FALSE if the loads are a part of what does not change: pressures that are elements,
           or a rotating frame. The caller then creates another model
   Collective. Input errors are those of the loads; after an error the model can only be destroyed.
 */
PetscErrorCode ModelRenewLoads(struct _n_ModelOptions *options, Model model, PetscBool *same);

/* ModelSize - Computes the size of a model: the diameter of the smallest sphere about the mean
   position of the nodes that has all nodes and all points of joints.

   Output:
     model_size  the diameter in the reference configuration [m]; 0 if all points coincide
   Collective. */
PetscErrorCode ModelSize(Model model, PetscReal *model_size);

/* ModelRotationLengths - Computes a length for each node, by which norms multiply its rotations so
   that these can be compared with displacements. In model_size.c.

   The length of a node is the largest of the radii of gyration of its bodies, half the lengths of
   its elements, and the arms of its joints. It does not depend on the choice of axes or on other
   parts of the model.
   Output:
     length  [nnodes] length of each node [m]; 0 at nodes without elements and joints
   Collective. */
PetscErrorCode ModelRotationLengths(Model model, double length[]);

/* ModelRemembers - Returns whether elements of a part, or laws of joints, remember earlier accepted
   states, on any rank. */
PetscBool ModelRemembers(Model model);

/* ModelMovesSupports - Returns whether a support of the model has a prescribed motion. */
PetscBool ModelMovesSupports(Model model);

/* ---- masses of parts ------------------------------------------------------------------------- */

/* PartMass - The mass of one part, or of all parts together. */
typedef struct {
  PetscReal mass, center[3]; /* mass [kg]; position of the center of mass [m] */
  PetscReal inertia[3][3];   /* inertia about the center of mass, in global axes [kg m2] */
} PartMass;

/* ModelMasses - Computes the masses of all parts in the reference configuration.

   Output:
     part  [nparts + 1] mass of each part, then that of all parts together, the same on all ranks
   Collective. */
PetscErrorCode ModelMasses(Model model, PartMass part[]);

/* ---- costs of cells -------------------------------------------------------------------------- */

/* CellCostsEstimate - Estimates the work of cells from the options of parts and joints, before the
   mesh exists.

   Output:
     n     number of entries of work, one for each part and joint
     work  [n] sets of the part or joint, and the work of one of its cells of each shape; the caller
           frees the array by PetscFree()
   Collective. */
PetscErrorCode CellCostsEstimate(const struct _n_ModelOptions *options, PetscInt *n,
                                 CellWork **work);

/* BlockCost, JointCost - Return the estimated work of all elements of a block on this rank, and of
   ncells joint cells, by which cells are distributed. */
PetscReal BlockCost(const Block *block);
PetscReal JointCost(PetscInt ncells);

#endif
