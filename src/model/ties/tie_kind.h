/* tie_kind.h: a kind of tie between nodes, for example a diaphragm, and the description of a tie.

   A tie makes nodes move together. It is made of joints and couplings of its own, which have the
   name of the tie. Rigid ties and diaphragms are joints along lines of the mesh. Other ties are
   couplings (couplings/couplings.h) between coordinates of joints that have no constraints of their
   own. An equation has such a joint between ground and each of its nodes, whose coordinate is the
   displacement of the node.

   A kind whose joints are cells of lines adds these lines to the mesh before the mesh is
   partitioned. A tie of one node, the master, to many nodes adds a line from the master to each of
   these: a star. A periodic tie adds a line for each pair of nodes on two opposite sides of the
   mesh. The lines are in the set ADDED_SET_PREFIX "<name>", which no option selects by a region. An
   equation needs no lines. A glued tie adds lines from each tied node to nodes of the part to which
   the node is glued.

   A kind is one file with a TieKind, which is a row of tie_kinds[] in ties.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_TIES_TIE_KIND_H
#define FS_MODEL_TIES_TIE_KIND_H

#include "mesh/mesh.h"
#include "mesh/mesh_selection.h"
#include "model/couplings/couplings.h"
#include "glued_lines.h"

typedef struct TieKind TieKind;

/* TieTerm - A term of an equation: a coefficient times the sum of a component over a set. */
typedef struct {
  char      set[256];  /* name of the set of nodes */
  int       component; /* 0 to 5: displacements x, y, z, rotations about x, y, z */
  PetscReal coefficient;
} TieTerm;

/* TieOptions - The description of a tie. The texts are borrowed from the options. */
typedef struct {
  const char    *name;
  const TieKind *kind;
  MeshSelection  nodes; /* nodes that are tied; periodic ties: nodes of the first side */
  /* name of the set with the master, the node that the others follow; NULL: the tied node that is
     nearest to the mean position of the tied nodes */
  const char *master;
  /* periodic ties: name of the set of the second side; glued ties: name of the set of the part or
     edge to which the nodes are glued */
  const char *to;
  /* whether the user gives translation; otherwise it is the difference of the mean positions of the
     two sides */
  PetscBool   has_translation;
  PetscReal   translation[3]; /* periodic ties: from the first side to the second side [m] */
  PetscReal   normal[3];      /* diaphragms: normal of the plane, of any length; default 0,0,1 */
  const char *weight; /* distributed ties: weight of a node, a formula of x, y, z; default "1" */
  /* periodic ties: difference of the displacements of the two sides, formulas of t [m]; NULL if it
     is 0 */
  const char *jump[3];
  DriverTimes times; /* first and last time of the run, for the jumps */
  /* equations: number of terms, whose sum is value. Ropes: number of sets with one node each, in
     the order in which the rope runs; only the member set of each term is used */
  PetscInt  nterms;
  TieTerm   term[COUPLING_MAX_MEMBERS];
  PetscReal distance; /* glued ties: largest distance of a node from the part [m]; 0: 1e-3 of a
                         cell */
  GluedLines *glued;  /* glued ties: their lines, which add_lines sets and create reads; else NULL.
                         ties.c frees them */
  /* equations: right side, in the unit of the terms; default 0. Ropes: length [m]; 0: that in the
     mesh */
  PetscReal value;
} TieOptions;

/* largest numbers of joints and of couplings of a tie */
enum { TIE_JOINTS = COUPLING_MAX_MEMBERS, TIE_COUPLINGS = 6 };

/* Tie - A tie of a model. */
typedef struct {
  char          *name;
  const TieKind *kind;
  PetscInt first, njoints; /* joints of the tie: first to first + njoints - 1 in Model.joint */
  PetscInt first_coupling, ncouplings; /* couplings of the tie in Couplings.coupling */
  /* [ncouplings] the couplings, until TiesAddCouplings() moves them to Couplings.coupling */
  Coupling coupling[TIE_COUPLINGS];
} Tie;

/* TieForce - Which force of a tie the output file has. The value is the number of components, or 0
   for one. */
typedef enum {
  /* one number: the force [N] or moment [N m] along the last term of an equation, or the tension of
     a rope [N] */
  TIE_FORCE_ALONG_TERM = 0,
  TIE_FORCE_ON_SECOND  = 3,         /* the force on the nodes of the second side [N] */
  TIE_FORCE_ON_MASTER  = COMPONENTS /* the force [N] and the moment [N m] on the master */
} TieForce;

/* TieKind - What is special of one kind of tie. All functions are collective. */
struct TieKind {
  const char *name; /* value of -tie_<name>_type, and the name in messages about ties */

  /* read - Reads the options of this kind of tie into *tie, in which name, kind and defaults are
     set.

     Input errors: an option is missing or has no meaning for the tie. */
  PetscErrorCode (*read)(FsOptions o, MPI_Comm comm, TieOptions *tie);

  /* add_lines - Adds the lines of the tie to the mesh, before the mesh is partitioned. NULL if the
     kind has no lines.

     Input errors: there is no such set; a set does not have the nodes that the kind needs. */
  PetscErrorCode (*add_lines)(MPI_Comm comm, const TieOptions *tie, DistributedMesh *d);

  PetscBool turns_master; /* whether the first node of each line must have rotations */

  /* create - Adds the joints and the couplings of the tie to the model.

     Input errors: the nodes do not have what the kind needs, for instance rotations. */
  PetscErrorCode (*create)(Model model, const TieOptions *x, Tie *tie);

  TieForce force;
};

extern const TieKind rigid_tie, diaphragm_tie, distributed_tie, periodic_tie, equation_tie,
  glued_tie, rope_tie;

/* ---- for the files of kinds ------------------------------------------------------------------ */

/* TieReadStar - Reads which nodes a tie has and which node is the master that they follow. It
   implements TieKind.read for kinds without other options. */
PetscErrorCode TieReadStar(FsOptions o, MPI_Comm comm, TieOptions *tie);

/* TieAddStar - Adds a line from the master of a tie to each other node of the tie to the mesh
   (TieKind.add_lines).

   Collective. Input errors: there is no such set; the set has no node besides the master; the
   master is not one node. */
PetscErrorCode TieAddStar(MPI_Comm comm, const TieOptions *tie, DistributedMesh *d);

/* TieAddGluedLines - Adds lines from each tied node to nodes of the part to which the tie glues it
   (glued_lines.c). This is TieKind.add_lines of glued ties. Sets *tie->glued.

   Nodes that the part has as well are joined already, and are left out.
   Collective. Input errors: there is no such set; it has no lines and surfaces; a node is not on
   the part. */
PetscErrorCode TieAddGluedLines(MPI_Comm comm, const TieOptions *tie, DistributedMesh *d);

/* TieMeanPlace - Computes the mean position of the selected nodes of all ranks.

   Input:
     selected  [d->nodes.nnodes] 1 for the selected nodes
   Output:
     mean      coordinates of the mean position [m]
   Collective. */
PetscErrorCode TieMeanPlace(MPI_Comm comm, const DistributedMesh *d, const unsigned char selected[],
                            double mean[3]);

/* TieJoinLines - Adds lines to the mesh, in the set of the tie.

   Input:
     n     number of lines that this rank adds
     line  [n] numbers of the two nodes of each line in the whole mesh
   Collective. */
PetscErrorCode TieJoinLines(DistributedMesh *d, const TieOptions *tie, int n,
                            const int64_t line[][2]);

/* TieAddJoint - Adds a joint of a type, without cells, to the model and to the tie. Returns the
   joint, which the model owns. */
Joint *TieAddJoint(Model model, Tie *tie, const JointType *type);

/* TieFindLines - Makes lines of a tie the cells of a joint, whose points are at the nodes.

   Input:
     rotates  which lines: 1 for those whose second node rotates, 0 for those whose second node does
              not rotate, -1 for all lines
   Collective. */
PetscErrorCode TieFindLines(Model model, const Tie *tie, int rotates, Joint *joint);

/* TieAddCoupling - Adds a coupling to the tie, with one member, a coordinate of a joint.

   Input:
     joint  index of the joint in Model.joint
     kind   the coordinate
     sum    whether the coupling has a single row, the sum over all cells of the joint; otherwise it
            has a row for each cell
   Output:
     coupling  the coupling, which the tie owns
   Collective. */
PetscErrorCode TieAddCoupling(Model model, Tie *tie, PetscInt joint, JointCoordinateKind kind,
                              PetscBool sum, Coupling **coupling);

#endif
