/* block.h: batches of elements that have one part or load and one kernel, with their matrices.

   A part becomes one block for each shape of its cells. A load that acts through kernels, such as a
   pressure, also becomes blocks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_BLOCK_H
#define FS_MODEL_BLOCK_H

#include "element/element.h"
#include "input/formula/expression.h"
#include "model/components.h"
#include "model/loads/harmonic_load.h"

/* All cells of one part, or of one load, that have the shape of one kernel. */
typedef struct {
  char                *part;     /* name of the part or load */
  Expression           time;     /* factor of a load, a formula of t; NULL in a part */
  Harmonic             harmonic; /* harmonic part of the factor of a load */
  Expression           field;    /* formula of x, y, z for the kernel's setup; NULL if not given */
  double              *data;     /* [ncells][kernel->ndata] result of the kernel's setup */
  const ElementKernel *kernel;   /* static */
  double               prop[ELEMENT_MAX_PROPS];   /* properties as the kernel's prepare made them */
  ElementResult results[ELEMENT_MAX_RESULTS + 1]; /* of a part; derived ones last; ends with NULL */
  int           nvalues;        /* components of the results that are not derived */
  PetscInt      nd;             /* dofs of an element */
  PetscInt      set;            /* set of the mesh that has the cells */
  PetscInt      ncells, *cells; /* [ncells] cells of this rank */
  PetscInt     *dofs; /* [ncells][nd] indices in local vectors, in the kernel's order; -1: no dof */
  double        loss; /* loss factor of structural damping of a part */
  PetscLogEvent event; /* of -log_view, for loops over the cells */
} Block;

/* Rayleigh damping C += mass M + stiffness K. */
typedef struct {
  PetscReal mass, stiffness; /* [1/s], [s] */
} Damping;

/* BlockDofs - Returns the dofs [nd] of element e. The offset may exceed the range of a PetscInt. */
static inline PetscInt *BlockDofs(const Block *block, PetscInt e)
{
  return block->dofs + (size_t)e * (size_t)block->nd;
}

/* BlockComponent - Returns the component of dof j of an element; the only dof of a node is z. */
static inline int BlockComponent(const Block *block, PetscInt j)
{
  return block->kernel->nc == 1 ? 2 : (int)(j % block->kernel->nc);
}

/* ElementMatrices - Computes the matrices of an element in the reference configuration.

   Output:
     M, C, K  [nd][nd], overwritten [kg], [N s/m], [N/m]
   They are the sum of the linear and the nonlinear part of the kernel. Not collective.
   The variants below differ in these points:
     ElementLinearPart  leaves out the nonlinear part, unless -linearize is set
     BlockMatrices      adds the model's Rayleigh damping to C
     BlockLinearPart    does both */
PetscErrorCode ElementMatrices(Model model, const Block *block, PetscInt element, double M[],
                               double C[], double K[]);
PetscErrorCode ElementLinearPart(Model model, const Block *block, PetscInt element, double M[],
                                 double C[], double K[]);
PetscErrorCode BlockMatrices(Model model, const Block *block, PetscInt element, double M[],
                             double C[], double K[]);
PetscErrorCode BlockLinearPart(Model model, const Block *block, PetscInt element, double M[],
                               double C[], double K[]);

/* BlockGather - Collects what the kernel needs to know about one element.

   Input:
     nodes            [nnodes] states of the nodes of this rank; s borrows them
     factor, gravity  as in ElementState
   Not collective. */
void BlockGather(Model model, const Block *block, PetscInt element, const NodeState nodes[],
                 double factor, const double gravity[3], ElementState *s);

/* BlockGatherElements - Collects what the kernel needs to know about LANES elements.

   Input:
     nodes   [nnodes] states of the nodes of this rank; group borrows them
     strain  [ncells][kernel->nstrain] as in ElementState; NULL if there are no predicted strains
   Not collective. */
void BlockGatherElements(Model model, const Block *block, const PetscInt element[LANES],
                         const NodeState nodes[], const double gravity[3], const double strain[],
                         ElementGroup *group);

/* BlockGatherGroup - Does the same for consecutive elements from first on.

   Returns the number of elements. The remaining lanes repeat the last element. Not collective. */
PetscInt BlockGatherGroup(Model model, const Block *block, PetscInt first, const NodeState nodes[],
                          const double gravity[3], const double strain[], ElementGroup *group);

/* BlockResult - Computes all results of one element of a part, derived ones included.

   Input:
     node    states of the nodes of the element
   Output:
     values  [ELEMENT_MAX_RESULTS] components of all results, consecutively
   Not collective. */
void BlockResult(Model model, const Block *block, PetscInt element, const NodeState *const node[],
                 double values[]);

/* BlockAddLoad - Adds a load that acts through kernels: one block for each kernel.

   Input:
     set       set of the mesh; each kernel gets the cells that have its shape
     kernels   ends with NULL
     value     the only property of the kernels
     option    option of the formula, for messages
     time      factor of the load, a formula of t
   Output:
     ncells    number of cells on all ranks; the caller rejects 0
   Collective. Call it before ComponentsFromOptions. */
PetscErrorCode BlockAddLoad(Model model, const char name[], PetscInt set,
                            const ElementKernel *const kernels[], double value, const char option[],
                            const char time[], Harmonic harmonic, PetscInt *ncells);

/* PropertiesFromOptions - Reads the properties of a part.

   Output:
     given  [ELEMENT_MAX_GIVEN] in the order of the kernel's table, with its default values
   The impedance may be that of a block that exists already. Collective. Input errors name the
   option. In properties.c. */
PetscErrorCode PropertiesFromOptions(FsOptions o, Model model, const char part[],
                                     const ElementKernel *kernel, double given[]);

/* BlocksCreate - Creates the blocks of all parts, with their cells and properties. Collective. */
PetscErrorCode BlocksCreate(FsOptions o, Model model);

/* BlocksSetUp - Computes Block.data of all elements. Collective.

   Input error: an element is degenerate. Functions that are called later need not check it. */
PetscErrorCode BlocksSetUp(Model model);
PetscErrorCode BlocksDestroy(Model model);

/* BlockDocument - Adds the manual's section on parts and their elements, from their tables. */
PetscErrorCode BlockDocument(FsOptions o);

#endif
