/* members.c: finds members of beams, which are chains of 2-node cells along one line. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "member_report.h"
#include "math/small_dense.h"
#include "math/vector.h"
#include "model/parts/element_iterator.h"
#include "model/joints/joint_cell_iterator.h"
#include "element/element.h"
#include <string.h>

enum { DOFS = 2 * COMPONENTS };

static PetscBool is_cell(const Block *b)
{
  return (PetscBool)(b->kernel->type->strains && b->kernel->nc == COMPONENTS &&
                     shape_nodes(b->kernel->shape) == 2);
}

/* ---- stiffness and mass of a cell ------------------------------------------------------------ */

/* Finds the n axes [2][3] about which a cell along e can bend: two orthogonal ones in space, or the
   normal of a plane model. */
static int bending_axes(int components, const double e[3], double axis[2][3])
{
  const int rotations = components & ROTATIONS;
  int       least     = 0;

  memset(axis, 0, 6 * sizeof **axis);
  for (int c = 0; c < 3; c++)
    if (rotations == 1 << (3 + c)) {
      axis[0][c] = 1;
      return 1;
    }
  for (int c = 1; c < 3; c++)
    if (fabs(e[c]) < fabs(e[least])) least = c;
  for (int c = 0; c < 3; c++) axis[0][c] = (c == least) - e[least] * e[c];
  normalize(axis[0]);
  cross(e, axis[0], axis[1]);
  return 2;
}

/* Returns the smallest bending stiffness of a cell from its stiffness matrix K, or 0. If the ends
   move by -t/2 and t/2, with t [6], the strains of the section are t/length. Its other forces are
   0.
 */
static double bending_stiffness(const double K[DOFS * DOFS], double length, int components,
                                const double e[3])
{
  double    S[COMPONENTS * COMPONENTS], factor[COMPONENTS * COMPONENTS], axis[2][3];
  double    X[COMPONENTS][2] = {{0}}, F[2][2];
  const int n                = bending_axes(components, e, axis);

  for (int i = 0; i < COMPONENTS; i++)
    for (int j = 0; j < COMPONENTS; j++)
      S[COMPONENTS * i + j] =
        length / 4 *
        (K[DOFS * i + j] + K[DOFS * (6 + i) + 6 + j] - K[DOFS * i + 6 + j] - K[DOFS * (6 + i) + j]);
  memcpy(factor, S, sizeof S);
  if (small_cholesky(COMPONENTS, factor)) return 0;
  for (int k = 0; k < n; k++)
    for (int c = 0; c < 3; c++) X[3 + c][k] = axis[k][c];
  small_solve(COMPONENTS, COMPONENTS, S, 2, X[0]);
  for (int k = 0; k < 4; k++)
    F[k / 2][k % 2] =
      axis[k / 2][0] * X[3][k % 2] + axis[k / 2][1] * X[4][k % 2] + axis[k / 2][2] * X[5][k % 2];
  return 1 / ((F[0][0] + F[1][1]) / 2 + hypot((F[0][0] - F[1][1]) / 2, F[0][1]));
}

/* Returns the number of nodes of a cell all of whose rotations supports fix. */
static int clamped_ends(const Layout *l, const int node[2])
{
  int clamped = 0;

  for (int i = 0; i < 2; i++)
    clamped += !(l->components[node[i]] & ~l->supported[node[i]] & ROTATIONS);
  return clamped;
}

static PetscErrorCode FillCell(Model model, const ElementIterator *it, MemberCell *cell)
{
  double M[DOFS * DOFS], C[DOFS * DOFS], K[DOFS * DOFS], x[ELEMENT_MAX_NODES][3], e[3];

  PetscFunctionBeginUser;
  *cell = (MemberCell){.cells = MEMBER_LONG};
  PetscCall(ElementMatrices(model, it->block, it->element, M, C, K));
  geometry_cell_coordinates(&model->mesh->g, (int)it->block->cells[it->element], x);
  for (int c = 0; c < 3; c++) e[c] = x[1][c] - x[0][c];
  cell->length = norm(e);
  normalize(e);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      for (int c = 0; c < 3; c++)
        cell->mass += M[DOFS * (6 * i + c) + 6 * j + c] / (3 * cell->length);
  cell->clamped = clamped_ends(&model->layout, it->node);
  cell->bending = bending_stiffness(K, cell->length, model->layout.components[it->node[0]], e);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- chains ---------------------------------------------------------------------------------- */

enum { DEGREE, DIRECTION, NODE_NUMBERS = DIRECTION + 3 }; /* sums of the cells at a node */
enum { ENDS, LENGTH, MIDDLE_NUMBERS };                    /* sums at a node inside a member */

static PetscErrorCode SumAtNodes(Model model, int numbers, double sums[])
{
  MPI_Datatype unit;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_contiguous(numbers, MPI_DOUBLE, &unit));
  PetscCallMPI(MPI_Type_commit(&unit));
  PetscCall(MeshCombineNodes(model->mesh, unit, sums, MPI_SUM));
  PetscCallMPI(MPI_Type_free(&unit));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets inside[nnodes]: the node is inside a member, between two cells that make no corner. */
static PetscErrorCode FindInnerNodes(Model model, PetscBool inside[])
{
  const double    corner = 0.52; /* 2 sin(angle / 2) of 30 degrees */
  const Geometry *g      = &model->mesh->g;
  double         *sums;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1((size_t)NODE_NUMBERS * (size_t)g->nnodes, &sums));
  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const int    nn = shape_nodes(it.block->kernel->shape);
    const double L  = nn > 1 ? distance_between(g->x[it.node[0]], g->x[it.node[1]]) : 0;

    for (int i = 0; i < nn && nn > 1; i++) {
      double *sum = sums + NODE_NUMBERS * it.node[i];

      sum[DEGREE] += is_cell(it.block) ? 1 : 3;
      for (int c = 0; c < 3 && is_cell(it.block); c++)
        sum[DIRECTION + c] += (g->x[it.node[1 - i]][c] - g->x[it.node[i]][c]) / L;
    }
  }
  for (JointCell c = FirstJointCell(model); c.joint; NextJointCell(&c)) {
    PetscInt node[2];

    JointCellNodes(&c, node);
    for (int n = 0; n < 2; n++)
      if (node[n] >= 0) sums[NODE_NUMBERS * node[n] + DEGREE] += 3;
  }
  PetscCall(SumAtNodes(model, NODE_NUMBERS, sums));
  for (int i = 0; i < g->nnodes; i++)
    inside[i] = (PetscBool)(sums[NODE_NUMBERS * i + DEGREE] == 2 &&
                            norm(sums + NODE_NUMBERS * i + DIRECTION) < corner &&
                            !(model->layout.supported[i] & DISPLACEMENTS));
  PetscCall(PetscFree(sums));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the members of one or two cells. */
static PetscErrorCode FindChains(Members *m, const PetscBool inside[])
{
  const Model model = m->model;
  MemberCell *cell  = m->cell;
  double     *sums;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1((size_t)MIDDLE_NUMBERS * (size_t)model->mesh->g.nnodes, &sums));
  for (ElementIterator it = PartElements(model); NextElement(&it);)
    for (int i = 0; i < 2 && is_cell(it.block); i++) {
      double *sum = sums + MIDDLE_NUMBERS * it.node[i];

      sum[ENDS] += !inside[it.node[1 - i]];
      sum[LENGTH] += distance_between(model->mesh->g.x[it.node[0]], model->mesh->g.x[it.node[1]]);
    }
  PetscCall(SumAtNodes(model, MIDDLE_NUMBERS, sums));
  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const int at = it.node[inside[it.node[0]] ? 0 : 1];

    if (!is_cell(it.block)) continue;
    if (!inside[at]) cell->cells = 1, cell->member = cell->length;
    else if (sums[MIDDLE_NUMBERS * at + ENDS] == 2)
      cell->cells = 2, cell->member = sums[MIDDLE_NUMBERS * at + LENGTH];
    cell++;
  }
  PetscCall(PetscFree(sums));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool MembersExist(Model model)
{
  for (PetscInt k = 0; k < model->nparts; k++)
    if (is_cell(&model->block[k])) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscErrorCode MembersCreate(Model model, Members *m)
{
  const int   nnodes = model->mesh->g.nnodes;
  MemberCell *cell;
  PetscBool  *inside;
  PetscInt    n = 0;

  PetscFunctionBeginUser;
  *m = (Members){.model = model};
  PetscCall(PetscMalloc1(model->nparts + 1, &m->first));
  for (PetscInt k = 0; k < model->nparts; k++) {
    m->first[k] = n;
    n += is_cell(&model->block[k]) ? model->block[k].ncells : 0;
  }
  m->first[model->nparts] = n;
  PetscCall(PetscMalloc1(n, &m->cell));
  cell = m->cell;
  for (ElementIterator it = PartElements(model); NextElement(&it);)
    if (is_cell(it.block)) PetscCall(FillCell(model, &it, cell++));
  PetscCall(PetscMalloc1(nnodes, &inside));
  PetscCall(FindInnerNodes(model, inside));
  PetscCall(FindChains(m, inside));
  PetscCall(PetscFree(inside));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MembersDestroy(Members *m)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(m->first));
  PetscCall(PetscFree(m->cell));
  PetscFunctionReturn(PETSC_SUCCESS);
}
