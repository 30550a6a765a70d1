/* block.h: blocks of elements, and the matrices of their elements.

   All elements of a block belong to the same part or load and have the same kernel. A part becomes
   one block for each shape of its cells. A load that acts through kernels, such as a pressure,
   becomes one block for each of its kernels. element/element.h explains kernels. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_BLOCK_H
#define FS_MODEL_PARTS_BLOCK_H

#include "element/element.h"
#include "input/formula/expression.h"
#include "model/components.h"
#include "model/loads/harmonic_load.h"
#include "model/parts/part_options.h"
#include "model/fields/unstrained.h"
#include "model/fields/varying.h"

/* All cells of one part, or of one load, that have the shape of one kernel. */
typedef struct _n_Block {
  char      *part;     /* name of the part or load */
  Expression time;     /* g(t), the factor of a load; NULL for a part */
  Harmonic   harmonic; /* harmonic factor of a load; zero for a part */
  /* formula of place_variables for the kernel's setup; NULL if not given */
  Expression field;
  MemberPlace
    *along; /* [ncells] places of the cells in their members; NULL if nothing needs them */
  /* [ncells][kernel->ndata] result of the kernel's setup, in the unstrained state of the last
     ModelUnstrain() */
  double              *data;
  Varying              varying;    /* NULL if the properties are uniform */
  Unstrained           unstrained; /* NULL if elements have no stress in the mesh (unstrained.h) */
  const ElementKernel *kernel;     /* static */
  double               prop[ELEMENT_MAX_PROPS]; /* properties, from the kernel's prepare */
  /* results of a part; derived results are last; the list ends with a NULL name */
  ElementResult results[ELEMENT_MAX_RESULTS + 1];
  int           nvalues;        /* number of components of all results that are not derived */
  PetscInt      nd;             /* number of dofs of an element */
  PetscInt      set;            /* set of the mesh that has the cells */
  PetscInt      ncells, *cells; /* [ncells] cells of this rank */
  double (*turn)[9]; /* [ncells] ElementReference.turn; NULL if no element of this rank is turned */
  /* [ncells][nd] indices in local vectors, in the kernel's order of dofs; -1 if the node does not
     have the dof */
  PetscInt     *dofs;
  PetscBool     profile_in_metres; /* the section is a profile whose unit nobody has given */
  double        loss;              /* loss factor of structural damping of a part */
  Expression    loss_formula;      /* formula of f [Hz] for loss; NULL if loss is a number */
  PetscLogEvent event;             /* event of -log_view for loops over the cells */
} Block;

/* Rayleigh damping C += mass M + stiffness K, and modal damping. */
typedef struct {
  PetscReal  mass, stiffness; /* [1/s], [s] */
  Expression modal;           /* damping ratio of a mode by its frequency f [Hz]; NULL without */
  PetscInt   modal_count;     /* number of lowest modes that it damps; 0: those below modal_below */
  PetscReal  modal_below;     /* [Hz] */
} Damping;

/* BlockDofs - Returns Block.dofs of element e, [nd]. The product is a size_t, because it may exceed
   the range of a PetscInt. */
static inline PetscInt *BlockDofs(const Block *block, PetscInt e)
{
  return block->dofs + (size_t)e * (size_t)block->nd;
}

/* BlockTurn - Returns ElementReference.turn of element e. */
static inline const double *BlockTurn(const Block *block, PetscInt e)
{
  return block->turn ? block->turn[e] : NULL;
}

/* BlockTraits - Returns the traits of the block's elements. */
static inline ElementTraits BlockTraits(const Block *block)
{
  return block->kernel->type->traits(block->varying ? block->varying->largest : block->prop);
}

/* BlockComponent - Returns the component (components.h) of dof j of an element.

   If each node has one dof, the component is the displacement z. */
static inline int BlockComponent(const Block *block, PetscInt j)
{
  return block->kernel->nc == 1 ? 2 : (int)(j % block->kernel->nc);
}

/* element_mesh_forces - Adds sign times the forces of an element in the mesh, where its nodes are
   at rest, to r[nd] [N], [N m]. Returns the strain energy [J].

   data are those of the element: its own, or of another unstrained state. The type of the block
   must have the function forces. */
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

/* BlockGather - Fills the ElementState of one element, without predicted strains.

   Input:
     nodes            [nnodes] states of the nodes of this rank; s borrows them
     factor, gravity  as in ElementState
   Not collective. */
void BlockGather(Model model, const Block *block, PetscInt element, const NodeState nodes[],
                 double factor, const double gravity[3], ElementState *s);

/* BlockGatherElements - Fills the ElementGroup of LANES elements, and prefetches those that follow.

   Input:
     element  indices of the elements in the block
     nodes    [nnodes] states of the nodes of this rank; group borrows them
     gravity  as in ElementState
     strain   [ncells][kernel->nstrain] as in ElementState, borrowed; NULL if there are no predicted
              strains
   Not collective. */
void BlockGatherElements(Model model, const Block *block, const PetscInt element[LANES],
                         const NodeState nodes[], const double gravity[3], const double strain[],
                         ElementGroup *group);

/* BlockGatherGroup - Fills the ElementGroup of the elements first, first + 1, ... of the block.

   Returns the number of these elements, LANES or less at the end of the block. The remaining lanes
   repeat the last element. Arguments are as in BlockGatherElements. Not collective. */
PetscInt BlockGatherGroup(Model model, const Block *block, PetscInt first, const NodeState nodes[],
                          const double gravity[3], const double strain[], ElementGroup *group);

/* ElementMotion - A small motion of an element about the mesh: displacements and rotation vectors
   u[nd], their time derivatives, and a factor that makes u as large as the model. */
typedef struct {
  double u[ELEMENT_MAX_DOFS], rate[ELEMENT_MAX_DOFS], scale;
} ElementMotion;

/* BlockResult - Computes all results of one element of a part, including derived results.

   Input:
     node    states of the nodes of the element
     motion  if not NULL, results of a nonlinear element are to first order in this motion
     forces  [nd] its internal and inertial forces less those of loads, for the results at its ends;
             NULL if they are unknown, or if the type has no function end_result
   Output:
     values  [ELEMENT_MAX_RESULTS] components of all results, consecutively
   Not collective. */
void BlockResult(Model model, const Block *block, PetscInt element, const NodeState *const node[],
                 const ElementMotion *motion, const double forces[], double values[]);

/* BlockAddLoad - Adds a load that acts through kernels: one block for each kernel.

   Input:
     set       set of the mesh; each kernel gets the cells that have its shape
     kernels   kernels of the load; the list ends with NULL
     value     the only property of the kernels
     option    option that gives the formula time, for messages
     time      factor of the load, a formula of t
     harmonic  harmonic factor of the load
   Output:
     ncells    number of cells on all ranks; the caller rejects 0
   Collective. Call it before ComponentsCreate. */
PetscErrorCode BlockAddLoad(Model model, const char name[], PetscInt set,
                            const ElementKernel *const kernels[], double value, const char option[],
                            const char time[], Harmonic harmonic, PetscInt *ncells);

/* PropertiesSet - Sets the properties of a part for one of its kernels.

   Output:
     given    [ELEMENT_MAX_GIVEN] in the order of the kernel's table of properties. Properties that
              the user does not give have their default values
     varying  stations and formulas of the place, for kernels that allow them; NULL without any
   Call it after the blocks of the part that -part_<name>_of names exist. Collective. Input errors
   name the option: a property is missing, is given twice or does not parse. In properties.c. */
PetscErrorCode PropertiesSet(Model model, const PartOptions *part, const ElementKernel *kernel,
                             double given[], Varying *varying);

/* BlocksCreate - Creates the blocks of all parts, with their cells and properties.

   directions are the displacements of the model, see ComponentsCreate(). Collective. */
PetscErrorCode BlocksCreate(Model model, int directions, PetscInt n, const PartOptions parts[]);

/* BlocksSetUp - Computes Block.data of all elements.

   Input:
     kink  largest angle between normals of a smooth surface [rad], as in block.h
   Collective. Input error: an element is degenerate. Later functions need not check this. */
PetscErrorCode BlocksSetUp(Model model, PetscReal kink);
PetscErrorCode BlocksDestroy(Model model);

/* ---- node normals ---------------------------------------------------------------------------- */

/* NodeNormalsCreate - Computes the mean normals of the plates and shells at each node.

   The mean is weighted by the angles of the elements at the node. A node has no mean if the
   normal of one of its elements differs from the mean by more than the kink. Then the surface has
   an edge or branches there, or neighbours have normals to opposite sides.

   Input:
     kink     largest angle of a normal and the mean [rad]

   Output:
     normals  [nnodes] unit vectors, 0 at nodes without a mean; NULL if the model has no such
              elements. The caller frees it by PetscFree().

   Collective. */
PetscErrorCode NodeNormalsCreate(Model model, PetscReal kink, double (**normals)[3]);

#endif
