/* force_sums.c: sums forces on nodes and their moments, and finds the largest ones. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "force_balance.h"
#include "assembly/term.h"
#include "math/vector.h"
#include <string.h>

void force_sums_compare(ForceSums *s, const double x[3], const double f[3], const double moment[3])
{
  s->largest[BALANCE_FORCE] =
    PetscMax(s->largest[BALANCE_FORCE],
             PetscMax(norm(f), s->model_size > 0 ? norm(moment) / s->model_size : 0));
  s->largest[BALANCE_MOMENT] =
    PetscMax(s->largest[BALANCE_MOMENT], PetscMax(norm(x) * norm(f), norm(moment)));
}

/* Adds weight times a force and a moment to an amplitude. */
static void add_amplitude(NodeForce *to, double weight, const double x[3], const double f[3],
                          const double moment[3])
{
  for (int c = 0; c < 3; c++) {
    to->force[c] += weight * f[c];
    to->moment[c] += weight * moment[c];
    to->x[c] = x[c];
  }
}

void force_sums_add_node(ForceSums *s, PetscInt node, const double f[COMPONENTS], double sign,
                         ForceContribution contribution)
{
  const Assembly   a     = s->ev->assembly;
  const NodeState *at    = s->ev->nodes ? &s->ev->nodes[node] : NULL;
  const PetscBool  moves = (PetscBool)(at && a->local && !a->model->linearize);
  const double    *x     = moves ? at->x : a->model->mesh->g.x[node];
  double           moment[3], turned[3];

  cross(x, f, moment);
  if (at) mat_vec(at->R, f + 3, turned);
  else memcpy(turned, f + 3, sizeof turned);
  if (s->exerted) add_amplitude(&s->exerted[s->n], s->weight, x, f, turned);
  else force_sums_compare(s, x, f, turned);
  s->n++;
  for (int c = 0; c < 3 && contribution != ADD_NOTHING; c++) {
    s->sum[c] += sign * f[c];
    if (contribution == ADD_ALL) s->sum[3 + c] += sign * (moment[c] + turned[c]);
  }
}

void force_sums_add_element(ForceSums *s, const Block *b, PetscInt e, const double r[], double sign,
                            ForceContribution contribution)
{
  const Geometry *g    = &s->ev->assembly->model->mesh->g;
  const int      *conn = g->conn + g->offset[b->cells[e]], nc = b->kernel->nc;

  for (PetscInt n = 0; n < b->nd / nc; n++) {
    double f[COMPONENTS] = {0};

    for (int c = 0; c < nc; c++)
      if (BlockDofs(b, e)[n * nc + c] >= 0) f[nc == 1 ? 2 : c] = r[n * nc + c];
    force_sums_add_node(s, conn[n], f, sign, contribution);
  }
}

PetscErrorCode ForceSumsAddNodes(ForceSums *s, PetscReal (*f)[COMPONENTS], double sign,
                                 ForceContribution contribution)
{
  const Mesh   mesh = s->ev->assembly->model->mesh;
  MPI_Datatype six;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_contiguous(COMPONENTS, MPIU_REAL, &six));
  PetscCallMPI(MPI_Type_commit(&six));
  PetscCall(MeshCombineNodes(mesh, six, f, MPIU_SUM));
  PetscCallMPI(MPI_Type_free(&six));
  for (PetscInt i = 0; i < mesh->g.nnodes; i++)
    if (mesh->owned[i]) force_sums_add_node(s, i, f[i], sign, contribution);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ForceSumsAddDofs(ForceSums *s, const PetscScalar local[], const PetscScalar global[],
                                double sign)
{
  const Model   model = s->ev->assembly->model;
  const Layout *l     = &model->layout;
  PetscReal(*f)[COMPONENTS];

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(model->mesh->g.nnodes, &f));
  for (PetscInt i = 0; i < COMPONENTS * model->mesh->g.nnodes; i++) {
    const PetscInt node = i / COMPONENTS, dof = l->dof[i];

    if (dof < 0) continue;
    f[node][i % COMPONENTS] = local[dof];
    if (global && l->global[dof] >= 0 && model->mesh->owned[node])
      f[node][i % COMPONENTS] += global[l->global[dof] - l->first];
  }
  PetscCall(ForceSumsAddNodes(s, f, sign, ADD_ALL));
  PetscCall(PetscFree(f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ForceSumsReduce(ForceSums *s, MPI_Comm comm, ForceImbalance *imbalance)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, s->sum, COMPONENTS, MPIU_REAL, MPIU_SUM, comm));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, s->largest, BALANCES, MPIU_REAL, MPIU_MAX, comm));
  for (int k = 0; k < BALANCES; k++) {
    imbalance->largest[k] = s->largest[k];
    for (int c = 0; c < 3; c++) imbalance->sum[k][c] = s->sum[3 * k + c];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
