/* block.h: blocks of elements, and the matrices of their elements.

   All elements of a block belong to the same part or load and have the same kernel. A part becomes
   one block for each shape of its cells. A load that acts through kernels, such as a pressure,
   becomes one block for each of its kernels. element/element.h explains kernels. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_BLOCK_H
#define FS_MODEL_PARTS_BLOCK_H

#include "element/element_kernel.h"
#include "element/element_result.h"
#include "element/element_sizes.h"
#include "element/element_node.h"
#include "input/formula/expression.h"
#include "model/components.h"
#include "model/loads/harmonic_load.h"

/* element/element.h */
typedef struct ElementGroup  ElementGroup;
typedef struct ElementState  ElementState;
typedef struct ElementTraits ElementTraits;

/* fields/flow.h, fields/unstrained.h, fields/varying.h */
typedef struct _n_Flow       *Flow;
typedef struct _n_Unstrained *Unstrained;
typedef struct _n_Varying    *Varying;

struct _n_PartOptions; /* part_options.h */

/* Block - All cells of one part, or of one load, that have the shape of one kernel. */
typedef struct _n_Block {
  char      *part;     /* name of the part or load */
  Expression time;     /* g(t), the factor of a load, a formula of time; NULL for a part */
  Harmonic   harmonic; /* harmonic part of the factor of a load; 0 for a part */
  /* formula of place_variables[] whose values at the nodes the kernel's function setup gets; NULL
     if the user gives no such property */
  Expression field;
  MemberPlace
    *along; /* [ncells] arc lengths of the cells along their members; NULL if nothing needs them */
  /* [ncells][kernel->ndata] constants of each element from the kernel's function setup, in the
     unstrained state of the last ModelUnstrain() */
  double *data;
  /* [ncells][nmemory] what each element remembers of the last accepted state. It is part of the
     state of a run: accept() and archive() of the term of elements (assembly/terms) change it, and
     nothing else. NULL if the elements remember nothing */
  double *memory;
  int     nmemory; /* number of numbers that an element remembers, or 0 */
  /* [ncells][nlateral] loads between the nodes at the time of the last ModelLateralLoads(), for the
     nonlinear forces of beams; NULL if no element needs them */
  double              *lateral;
  PetscInt             nlateral;
  Flow                 flow;       /* velocity of the fluid; NULL: at rest */
  Varying              varying;    /* NULL if the properties are uniform */
  Unstrained           unstrained; /* NULL if elements have no stress in the mesh (unstrained.h) */
  const ElementKernel *kernel;     /* a constant table */
  /* properties of the part, which the kernel's function prepare has computed from the given ones */
  double prop[ELEMENT_MAX_PROPS];
  /* results of a part: first those of the element, then those that are derived from others, then
     those on request; the last entry has the name NULL */
  ElementResult results[ELEMENT_MAX_RESULTS + 1];
  int           nvalues; /* number of components of all results that are not derived */
  int           nplaces; /* number of places of results along a beam, or 0 */
  int           nusual;  /* number of results that frames have without being asked for */
  PetscInt      nd;      /* number of dofs of an element */
  /* whether the elements are nonlinear, so that their kernel's function forces is evaluated at
     every state; and whether -linearize replaces this function by matrices */
  PetscBool nonlinear, linearized;
  PetscInt  set;            /* index of the set that has the cells in Geometry.set_name */
  PetscInt  ncells, *cells; /* [ncells] indices of the cells of this rank in the mesh */
  /* [ncells] rotation from the first copy of a pattern to the copy that has each element; NULL if
     no element of this rank is rotated */
  double (*turn)[9];
  /* [ncells][nd] dofs of each element, as indices in local vectors, in the kernel's order; -1 if
     the node does not have the dof */
  PetscInt *dofs;
  /* whether the section is a profile in m */
  PetscBool profile_in_metres;
  /* Young's modulus and density of a part as the user gives them; NAN if they are not numbers */
  PetscReal     young, density;
  double        loss;         /* loss factor of structural damping of a part */
  Expression    loss_formula; /* formula of f [Hz] for loss; NULL if loss is a number */
  PetscLogEvent event;        /* event of -log_view for loops over the cells */
} Block;

/* BlockDofs - Returns the indices [nd] of the dofs of element e in local vectors, a part of
   Block.dofs. The product is a size_t, because it may exceed the range of a PetscInt. */
static inline PetscInt *BlockDofs(const Block *block, PetscInt e)
{
  return block->dofs + (size_t)e * (size_t)block->nd;
}

/* BlockTurn - Returns the rotation matrix [9] from the first copy of a pattern to the copy that has
   element e; NULL if no element of this rank is rotated. */
static inline const double *BlockTurn(const Block *block, PetscInt e)
{
  return block->turn ? block->turn[e] : NULL;
}

/* BlockMemory - Returns what element e remembers [nmemory], a part of Block.memory; NULL if the
   elements of the block remember nothing. */
static inline double *BlockMemory(const Block *block, PetscInt e)
{
  return block->nmemory ? block->memory + (size_t)e * (size_t)block->nmemory : NULL;
}

/* BlockTraits - Returns the traits of a block's elements, such as whether forces depend on
   velocities. */
ElementTraits BlockTraits(const Block *block);

/* BlockComponent - Returns which component of its node, 0 to 5, dof j of an element is.

   If each node has one dof, the component is the displacement z. */
static inline int BlockComponent(const Block *block, PetscInt j)
{
  return block->kernel->nc == 1 ? 2 : (int)(j % block->kernel->nc);
}

/* block_element_stiffen - Adds to K[nd][nd], the tangent stiffness of an element in the mesh, how
   much stiffer its law is where it is stiffest (ElementType.stiffen). */
void block_element_stiffen(Model model, const Block *block, PetscInt element, double K[]);

/* element_mesh_forces - Computes the forces of an element whose nodes are at rest in the reference
   configuration, for instance those of a prestress. Returns the strain energy [J].

   The type of the block must have the function forces.
   Input:
     element  index of the element in the block
     data     [ndata] data of the element, from Block.data or in another unstrained state
     sign     factor of the forces, 1 or -1
   Changed:
     r        [nd] sign times the forces is added [N], [N m] */
double element_mesh_forces(Model model, const Block *block, PetscInt element, const double data[],
                           double sign, double r[]);

/* ElementMatrices, ElementLinearPart, BlockMatrices, BlockLinearPart - Compute the matrices of an
   element in the reference configuration.

   The functions differ in these points:
     ElementMatrices    computes the sum of the linear and the nonlinear part of the kernel
     ElementLinearPart  computes the linear part alone; with -linearize the same as ElementMatrices
     BlockMatrices      computes the same as ElementMatrices, with Rayleigh damping in C
     BlockLinearPart    computes the same as ElementLinearPart, with Rayleigh damping in C
   Output:
     M, C, K  [nd][nd], overwritten [kg], [N s/m], [N/m]
   Not collective. */
PetscErrorCode ElementMatrices(Model model, const Block *block, PetscInt element, double M[],
                               double C[], double K[]);
PetscErrorCode ElementLinearPart(Model model, const Block *block, PetscInt element, double M[],
                                 double C[], double K[]);
PetscErrorCode BlockMatrices(Model model, const Block *block, PetscInt element, double M[],
                             double C[], double K[]);
PetscErrorCode BlockLinearPart(Model model, const Block *block, PetscInt element, double M[],
                               double C[], double K[]);

/* BlockGather - Fills the ElementState of one element, from which a kernel computes forces, without
   predicted strains.

   Input:
     element  index of the element in the block
     nodes    [nnodes] states of the nodes of this rank; s borrows them
     t        the time [s]
     factor   factor of a load at this time; not used for parts
     gravity  gravity minus the acceleration of the ground [m/s2]
   Output:
     s        the state
   Not collective. */
void BlockGather(Model model, const Block *block, PetscInt element, const NodeState nodes[],
                 double t, double factor, const double gravity[3], ElementState *s);

/* BlockGatherElements - Fills group, the states of LANES elements of a block that are computed at
   once, and prefetches the next.

   Input:
     element  [LANES] indices of the elements in the block
     nodes    [nnodes] states of the nodes of this rank; group borrows them
     gravity  gravity minus the acceleration of the ground [m/s2]
     strain   [ncells][kernel->nstrain] strains that Newton's method predicts, borrowed; NULL if
              there are no predicted strains
   Not collective. */
void BlockGatherElements(Model model, const Block *block, const PetscInt element[],
                         const NodeState nodes[], const double gravity[3], const double strain[],
                         ElementGroup *group);

/* BlockGatherGroup - Fills group, the states of the elements first, first + 1, ... of a block that
   are computed at once.

   Returns the number of these elements: LANES, or fewer at the end of the block, where the
   remaining lanes repeat the last element. The other arguments are those of BlockGatherElements().
   Not collective. */
PetscInt BlockGatherGroup(Model model, const Block *block, PetscInt first, const NodeState nodes[],
                          const double gravity[3], const double strain[], ElementGroup *group);

/* ElementMotion - A small motion of an element about the mesh: displacements and rotation vectors
   u[nd], their time derivatives, and a factor that makes u as large as the model. */
typedef struct {
  double u[ELEMENT_MAX_DOFS], rate[ELEMENT_MAX_DOFS], scale;
} ElementMotion;

/* BlockDerivedProp - Returns the properties from which the derived results of an element follow:
   those of the part, or, of a shell whose properties vary, those in the middle of the element, in
   middle[ELEMENT_MAX_PROPS]. */
const double *BlockDerivedProp(Model model, const Block *block, PetscInt element, double middle[]);

/* BlockResult - Computes all results of one element of a part, including derived results, but not
   those of beams (ElementResults() in assembly/term.h).

   Input:
     node    [nn] pointers to the states of the nodes of the element
     t       the time [s]
     motion  small motion from the mesh to this state, in which the results of a nonlinear element
             are linearized; NULL if they are not linearized
     forces  [nd] internal and inertial forces of the element minus those of loads, from which
             results at the ends are computed. NULL if they are not known, or if the type has no
             function end_result
   Output:
     values  [ELEMENT_MAX_RESULTS] components of all results, consecutively
   Not collective. */
void BlockResult(Model model, const Block *block, PetscInt element, const NodeState *const node[],
                 double t, const ElementMotion *motion, const double forces[], double values[]);

/* BlockAddLoad - Adds a load that acts through kernels: one block for each kernel.

   Input:
     name      name of the load
     set       index of the set in Geometry.set_name; each kernel gets the cells that have its shape
     only      [ncells] marks the cells that may have the load; NULL: all
     kernels   kernels of the load; the list ends with NULL
     value     the only property of the kernels, such as the pressure
     option    name of the option that gives the formula time, for messages
     time      factor of the load, a formula of t
     harmonic  harmonic factor of the load
   Output:
     ncells    number of cells on all ranks; the caller rejects 0
   Collective. Call it before ComponentsCreate. */
PetscErrorCode BlockAddLoad(Model model, const char name[], PetscInt set, const PetscBool only[],
                            const ElementKernel *const kernels[], double value, const char option[],
                            const char time[], Harmonic harmonic, PetscInt *ncells);

/* PropertiesSet - Sets the properties of a part for one of its kernels.

   Output:
     given    [ELEMENT_MAX_GIVEN] values in the order of the kernel's table of properties.
              Properties that the user does not give have their default values
     varying  the properties that vary from place to place; NULL if no property varies

   Call the function after the blocks of the part that -part_<name>_of names exist. Collective.
   Input errors name the option: a property is missing, is given twice or is not a number or
   formula. In properties.c. */
PetscErrorCode PropertiesSet(Model model, const struct _n_PartOptions *part,
                             const ElementKernel *kernel, double given[], Varying *varying);

/* BlocksCreate - Creates the blocks of all parts, with their cells and properties.

   Input:
     directions  displacements of the model, bits 1, 2, 4; or DIRECTIONS_OF_PARTS (components.h)
     parts       [n] descriptions of the parts
   Collective. Input errors name the option. */
PetscErrorCode BlocksCreate(Model model, int directions, PetscInt n,
                            const struct _n_PartOptions *parts);

/* BlockDropIdle - Removes the elements of a load that do nothing by their data (ElementType.idle).
   Not collective. */
void BlockDropIdle(Block *block);

/* BlocksSetUp - Computes the constants of all elements of a model at rest, and stores them in
   Block.data.

   Input:
     kink  angle between the normal of a cell and the mean normal at a node up to which a surface is
           smooth there [rad]
     held  [nnodes] in which ways nodes are held, from HeldNodesFind()
   Collective. Input error: an element is degenerate. Later functions need not check this. */
PetscErrorCode BlocksSetUp(Model model, PetscReal kink, const int held[]);
PetscErrorCode BlocksDestroy(Model model);

/* ---- loss factors ---------------------------------------------------------------------------- */

/* LossFactorSet - Sets the loss factor of a block's part: b->loss, or b->loss_formula if the value
   depends on the frequency. In the second case b->loss is NaN until LossFactorsSetFrequency() is
   called.

   Input:
     text  a number, or a formula of the frequency f [Hz]; NULL means 0
   Collective. Input error: the loss factor is negative, or text is not a formula. */
PetscErrorCode LossFactorSet(Model model, const char text[], Block *b);

/* LossFactorsVary - Returns whether a loss factor depends on the frequency. */
PetscBool LossFactorsVary(Model model);

/* LossFactorsSetFrequency - Sets Block.loss of all parts to the loss factor at a frequency.

   Input:
     hertz  the frequency [Hz]
   Collective. Input error: a loss factor is negative, or has no value at this frequency. */
PetscErrorCode LossFactorsSetFrequency(Model model, PetscReal hertz);

/* LossFactorsCheckKnown - Raises an input error if a loss factor depends on the frequency, and no
   frequency has been set. Collective. */
PetscErrorCode LossFactorsCheckKnown(Model model);

#endif
