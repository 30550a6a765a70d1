/* block_element.c: gathers the states of elements of a block, and computes results and matrices. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "math/wide.h"
#include "element/element.h"
#include "element/beam/varying/section_points.h"
#include "model/fields/flow.h"
#include "model/fields/unstrained.h"
#include "model/fields/varying.h"
#include "model/joints/joints.h"
#include "model/model.h"
#include "model/parts/block.h"
#include "model/parts/element_iterator.h"

/* The memory of elements in the mesh, which no state has been before. */
static const double mesh_memory[ELEMENT_MAX_MEMORY];

ElementTraits BlockTraits(const Block *block)
{
  return block->kernel->type->traits(block->varying ? block->varying->largest : block->prop);
}

void BlockDropIdle(Block *b)
{
  const size_t ndata = (size_t)b->kernel->ndata;
  PetscInt     n     = 0;

  if (!b->kernel->type->idle) return;
  for (PetscInt e = 0; e < b->ncells; e++) {
    if (b->kernel->type->idle(b->data + (size_t)e * ndata)) continue;
    b->cells[n] = b->cells[e];
    memmove(b->data + (size_t)n * ndata, b->data + (size_t)e * ndata, ndata * sizeof *b->data);
    n++;
  }
  b->ncells = n;
}

PetscBool element_has_places(const ElementIterator *it)
{
  return (PetscBool)(shape_dimension(it->block->kernel->shape) && !it->block->kernel->type->lumped);
}

PetscBool ModelRemembers(Model model)
{
  for (PetscInt i = 0; i < model->njoints; i++)
    if (model->joint[i].remembers) return PETSC_TRUE;
  for (PetscInt k = 0; k < model->nparts; k++)
    if (model->block[k].nmemory) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Sets all members of s except the nodes. */
static void set_element_data(const Block *block, PetscInt element, double t, double factor,
                             const double gravity[3], ElementState *s)
{
  s->kernel  = block->kernel;
  s->prop    = block->prop;
  s->data    = block->data + (size_t)element * (size_t)block->kernel->ndata;
  s->t       = t;
  s->factor  = factor;
  s->flow    = block->flow ? &block->flow->field : NULL;
  s->strain  = NULL;
  s->memory  = block->nmemory ? BlockMemory(block, element) : mesh_memory;
  s->lateral = block->lateral ? block->lateral + block->nlateral * element : NULL;
  memcpy(s->gravity, gravity, sizeof s->gravity);
}

void BlockGather(Model model, const Block *block, PetscInt element, const NodeState nodes[],
                 double t, double factor, const double gravity[3], ElementState *s)
{
  const Geometry *g    = &model->mesh->g;
  const int      *conn = g->conn + g->offset[block->cells[element]];

  for (int i = 0; i < shape_nodes(block->kernel->shape); i++) s->node[i] = &nodes[conn[i]];
  set_element_data(block, element, t, factor, gravity, s);
}

static void prefetch_doubles(const double from[], size_t n)
{
  enum { LINE = 8 };

  for (size_t i = 0; i < n; i += LINE) PREFETCH(from + i);
}

/* Prefetches the data of an element and the states of its nodes. */
static void prefetch_element(const Geometry *g, const Block *block, PetscInt element,
                             const NodeState nodes[])
{
  const int   *conn  = g->conn + g->offset[block->cells[element]];
  const size_t ndata = (size_t)block->kernel->ndata;

  for (int i = 0; i < shape_nodes(block->kernel->shape); i++)
    prefetch_doubles((const double *)&nodes[conn[i]], sizeof *nodes / sizeof(double));
  prefetch_doubles(block->data + (size_t)element * ndata, ndata);
}

void BlockGatherElements(Model model, const Block *block, const PetscInt element[],
                         const NodeState nodes[], const double gravity[3], const double strain[],
                         ElementGroup *group)
{
  const Geometry *g  = &model->mesh->g;
  const int       nn = shape_nodes(block->kernel->shape);

  group->kernel = block->kernel;
  group->prop   = block->prop;
  memcpy(group->gravity, gravity, sizeof group->gravity);
  for (int k = 0; k < LANES; k++) {
    const int *conn = g->conn + g->offset[block->cells[element[k]]];

    group->data[k]   = block->data + (size_t)element[k] * (size_t)block->kernel->ndata;
    group->strain[k] = strain ? strain + (size_t)element[k] * (size_t)block->kernel->nstrain : NULL;
    group->lateral[k] = block->lateral ? block->lateral + block->nlateral * element[k] : NULL;
    for (int i = 0; i < nn; i++) group->node[i][k] = &nodes[conn[i]];
    if (element[k] + LANES < block->ncells) prefetch_element(g, block, element[k] + LANES, nodes);
  }
}

PetscInt BlockGatherGroup(Model model, const Block *block, PetscInt first, const NodeState nodes[],
                          const double gravity[3], const double strain[], ElementGroup *group)
{
  const PetscInt n = PetscMin(LANES, block->ncells - first);
  PetscInt       element[LANES];

  for (int k = 0; k < LANES; k++) element[k] = first + (k < n ? k : n - 1);
  BlockGatherElements(model, block, element, nodes, gravity, strain, group);
  return n;
}

/* Computes the results of a linear element, or of any element of a linearized model. */
static void linear_result(Model model, const Block *block, PetscInt element, const ElementState *s,
                          double values[])
{
  const int    nn = shape_nodes(block->kernel->shape), nc = block->kernel->nc;
  double       x[ELEMENT_MAX_NODES][3], u[ELEMENT_MAX_DOFS], rate[ELEMENT_MAX_DOFS];
  double       free[ELEMENT_MAX_DOFS]; /* motion to the unstrained state */
  NodeState    node[ELEMENT_MAX_NODES];
  ElementState at_rest = *s;

  geometry_cell_coordinates(&model->mesh->g, (int)block->cells[element], x);
  for (int i = 0; i < nn; i++) {
    node[i]         = node_at_rest(x[i]);
    at_rest.node[i] = &node[i];
    for (int c = 0; c < 3; c++) {
      if (nc == 1 && c < 2) continue; /* its only dof is z */
      u[nc == 1 ? i : nc * i + c]    = s->node[i]->x[c] - x[i][c];
      rate[nc == 1 ? i : nc * i + c] = s->node[i]->v[c];
      if (nc < COMPONENTS) continue;
      u[nc * i + 3 + c]    = s->node[i]->turn[c];
      rate[nc * i + 3 + c] = s->node[i]->w[c];
    }
  }
  if (block->unstrained && block->kernel->type->small_unstrain)
    at_rest.data = UnstrainedSmallData(model, block, element);
  else if (block->unstrained) {
    UnstrainedMotion(model, block, element, free);
    for (PetscInt i = 0; i < block->nd; i++) u[i] -= free[i];
  }
  block->kernel->type->linear_result(&at_rest, u, rate, values);
}

/* Computes the results of a nonlinear element to first order in a motion about the mesh. The
   function linear_result adds the motion to places, which costs digits unless it is large. */
static void result_of_motion(Model model, const Block *block, PetscInt element,
                             const ElementState *s, const ElementMotion *motion, double values[])
{
  double       x[ELEMENT_MAX_NODES][3], large[2][ELEMENT_MAX_DOFS], moved[ELEMENT_MAX_RESULTS];
  const double none[ELEMENT_MAX_DOFS] = {0};
  NodeState    node[ELEMENT_MAX_NODES];
  ElementState at_rest = *s;

  geometry_cell_coordinates(&model->mesh->g, (int)block->cells[element], x);
  for (int i = 0; i < shape_nodes(block->kernel->shape); i++) {
    node[i]         = node_at_rest(x[i]);
    at_rest.node[i] = &node[i];
  }
  for (PetscInt j = 0; j < block->nd; j++) {
    large[0][j] = motion->scale * motion->u[j];
    large[1][j] = motion->scale * motion->rate[j];
  }
  block->kernel->type->linear_result(&at_rest, none, none, values);
  block->kernel->type->linear_result(&at_rest, large[0], large[1], moved);
  for (PetscInt k = 0; k < block->nvalues; k++) values[k] += (moved[k] - values[k]) / motion->scale;
}

const double *BlockDerivedProp(Model model, const Block *block, PetscInt element, double middle[])
{
  if (!block->varying || block->kernel->nc != COMPONENTS ||
      block->kernel->nsections == ELEMENT_SECTIONS)
    return block->prop;
  VaryingMiddle(&model->mesh->g, block, element, middle);
  return middle;
}

void BlockResult(Model model, const Block *block, PetscInt element, const NodeState *const node[],
                 double t, const ElementMotion *motion, const double forces[], double values[])
{
  const double none[3] = {0, 0, 0}; /* results do not depend on gravity */
  double       middle[ELEMENT_MAX_PROPS];
  ElementState s;

  set_element_data(block, element, t, 1, none, &s);
  for (int i = 0; i < shape_nodes(block->kernel->shape); i++) s.node[i] = node[i];
  s.prop = BlockDerivedProp(model, block, element, middle);
  if (motion) result_of_motion(model, block, element, &s, motion, values);
  else if (block->nonlinear) block->kernel->type->result(&s, values);
  else linear_result(model, block, element, &s, values);
  if (forces) block->kernel->type->end_result(&s, forces, values);
  if (block->kernel->type->derive && block->kernel->type->derived(block->prop))
    block->kernel->type->derive(s.prop, values, values + block->nvalues);
}

/* Computes M, C, K of the kernel's linear part; 0 if it has no linear part. */
static PetscErrorCode ConstantMatrices(Model model, const Block *block, PetscInt element,
                                       double M[], double C[], double K[])
{
  const PetscInt         n    = block->nd * block->nd;
  const int              cell = (int)block->cells[element];
  double                 x[ELEMENT_MAX_NODES][3];
  const char            *wrong;
  const ElementReference ref = {.kernel = block->kernel,
                                .x      = (const double(*)[3])x,
                                .prop   = block->prop,
                                .rise   = geometry_cell_rise(&model->mesh->g, cell),
                                .turn   = BlockTurn(block, element),
                                .data =
                                  block->data + (size_t)element * (size_t)block->kernel->ndata};

  PetscFunctionBeginUser;
  memset(M, 0, (size_t)n * sizeof *M);
  memset(C, 0, (size_t)n * sizeof *C);
  memset(K, 0, (size_t)n * sizeof *K);
  if (!block->kernel->type->matrices) PetscFunctionReturn(PETSC_SUCCESS);
  geometry_cell_coordinates(&model->mesh->g, cell, x);
  wrong = block->kernel->type->matrices(&ref, M, C, K);
  PetscCheck(!wrong, PETSC_COMM_SELF, PETSC_ERR_PLIB, "a degenerate %s was not rejected",
             block->kernel->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds Rayleigh damping to C. It uses the stiffness K, and the mass of the kernel's linear part,
   which acts on displacements. Damping by mass never acts on rotations. */
static PetscErrorCode AddDamping(Model model, const Block *block, PetscInt element, double C[],
                                 const double K[])
{
  enum { N2 = ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS };
  double linear[3][N2];

  PetscFunctionBeginUser;
  if (model->damping.mass == 0 && model->damping.stiffness == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ConstantMatrices(model, block, element, linear[0], linear[1], linear[2]));
  for (PetscInt i = 0; i < block->nd * block->nd; i++)
    C[i] += model->damping.mass * linear[0][i] + model->damping.stiffness * K[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BlockMatrices(Model model, const Block *block, PetscInt element, double M[],
                             double C[], double K[])
{
  PetscFunctionBeginUser;
  PetscCall(ElementMatrices(model, block, element, M, C, K));
  PetscCall(AddDamping(model, block, element, C, K));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BlockLinearPart(Model model, const Block *block, PetscInt element, double M[],
                               double C[], double K[])
{
  PetscFunctionBeginUser;
  PetscCall(ElementLinearPart(model, block, element, M, C, K));
  PetscCall(AddDamping(model, block, element, C, K));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ElementLinearPart(Model model, const Block *block, PetscInt element, double M[],
                                 double C[], double K[])
{
  PetscFunctionBeginUser;
  if (model->linearize) PetscCall(ElementMatrices(model, block, element, M, C, K));
  else PetscCall(ConstantMatrices(model, block, element, M, C, K));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the state of an element whose nodes are at rest in the mesh. node[] has the nodes. */
static ElementState mesh_state(Model model, const Block *b, PetscInt e, const double data[],
                               NodeState node[])
{
  double       x[ELEMENT_MAX_NODES][3];
  ElementState s = {.kernel = b->kernel, .prop = b->prop, .data = data, .memory = mesh_memory};

  geometry_cell_coordinates(&model->mesh->g, (int)b->cells[e], x);
  for (int i = 0; i < shape_nodes(b->kernel->shape); i++) {
    node[i]   = node_at_rest(x[i]);
    s.node[i] = &node[i];
  }
  return s;
}

void block_element_stiffen(Model model, const Block *b, PetscInt e, double K[])
{
  NodeState    node[ELEMENT_MAX_NODES];
  ElementState s;

  if (!b->kernel->type->stiffen) return;
  s = mesh_state(model, b, e, b->data + (size_t)e * (size_t)b->kernel->ndata, node);
  b->kernel->type->stiffen(&s, K);
}

double element_mesh_forces(Model model, const Block *b, PetscInt e, const double data[],
                           double sign, double r0[])
{
  double       r[ELEMENT_MAX_DOFS] = {0};
  NodeState    node[ELEMENT_MAX_NODES];
  ElementState s = mesh_state(model, b, e, data, node);

  b->kernel->type->forces(&s, r, NULL, NULL, NULL);
  for (PetscInt i = 0; i < b->nd; i++) r0[i] += sign * r[i];
  return b->kernel->type->energy ? b->kernel->type->energy(&s) : 0;
}

PetscErrorCode ElementMatrices(Model model, const Block *block, PetscInt element, double M[],
                               double C[], double K[])
{
  const int    nn = shape_nodes(block->kernel->shape);
  double       x[ELEMENT_MAX_NODES][3], r[ELEMENT_MAX_DOFS] = {0};
  NodeState    node[ELEMENT_MAX_NODES];
  ElementState state = {.kernel = block->kernel,
                        .prop   = block->prop,
                        .data   = block->data + (size_t)element * (size_t)block->kernel->ndata,
                        .memory = mesh_memory};

  PetscFunctionBeginUser;
  PetscCall(ConstantMatrices(model, block, element, M, C, K));
  if (!block->kernel->type->forces) PetscFunctionReturn(PETSC_SUCCESS);
  geometry_cell_coordinates(&model->mesh->g, (int)block->cells[element], x);
  for (int i = 0; i < nn; i++) {
    node[i]       = node_at_rest(x[i]);
    state.node[i] = &node[i];
  }
  block->kernel->type->forces(&state, r, K, C, M);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- block rows ------------------------------------------------------------------------------ */

/* Finds out whether the free dofs of nodes form blocks of matrix rows.

   Blocks have 6 rows if the components of each node are all free or all missing. They have 3
   rows if this is true of displacements and rotations separately. Examples are supports that fix
   points, and models of trusses. */

/* Returns whether bs components of a node are rows from a multiple of bs on, or not rows at all. */
static PetscBool is_row_block(const Layout *l, const PetscInt dof[], PetscInt bs)
{
  const PetscInt first = dof[0] < 0 ? -1 : l->global[dof[0]];

  if (first >= 0 && first % bs) return PETSC_FALSE;
  for (PetscInt c = 0; c < bs; c++) {
    const PetscInt row = dof[c] < 0 ? -1 : l->global[dof[c]];

    if (row != (first < 0 ? -1 : first + c)) return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

static PetscBool all_row_blocks(Model model, PetscInt bs)
{
  const Layout *l = &model->layout;

  for (PetscInt k = 0; k < model->nblocks; k++)
    if (model->block[k].kernel->nc % bs) return PETSC_FALSE;
  for (int i = 0; i < model->mesh->g.nnodes; i++)
    for (PetscInt c = 0; c < COMPONENTS; c += bs)
      if (!is_row_block(l, l->dof + COMPONENTS * i + c, bs)) return PETSC_FALSE;
  return PETSC_TRUE;
}

PetscErrorCode ModelRowBlockSize(Model model, PetscInt *bs)
{
  enum { WHOLE, HALF, SIZES };
  static const PetscInt sizes[SIZES] = {[WHOLE] = COMPONENTS, [HALF] = COMPONENTS / 2};
  int                   fits[SIZES];

  PetscFunctionBeginUser;
  for (int k = 0; k < SIZES; k++)
    fits[k] = !model->layout.nmultipliers && all_row_blocks(model, sizes[k]);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, fits, SIZES, MPI_INT, MPI_LAND, model->comm));
  *bs = fits[WHOLE] ? sizes[WHOLE] : fits[HALF] ? sizes[HALF] : 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}
