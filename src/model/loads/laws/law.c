/* law.c: creates laws of forces on nodes, and evaluates those without rotations.

   A law is a nonlinear spring or damper, or a small problem with generalized coordinates. It may be
   distributed over lines and surfaces, whose length or area is lumped at the nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "input/formula/given.h"
#include "model/loads/load_options.h"
#include "law.h"
#include "model/model.h"
#include "element/element_sizes.h"

const char *const law_variables[LAW_VARIABLES] = {"t", "ux", "uy", "uz", "vx", "vy", "vz", "x",
                                                  "y", "z",  "rx", "ry", "rz", "wx", "wy", "wz"};

/* Computes the tributary lengths (per = 1) or areas (per = 2) of the nodes of a set, share[nnodes];
   1 if per is 0. Input error, which names the option: the set has no lines or surfaces. */
static PetscErrorCode LawTributarySizes(Model model, const char option[], PetscInt set, int per,
                                        PetscReal share[])
{
  const Geometry *g   = &model->mesh->g;
  PetscReal       all = 0;
  double          x[ELEMENT_MAX_NODES][3], N[ELEMENT_MAX_NODES];

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++) share[i] = per == 0;
  if (!per) PetscFunctionReturn(PETSC_SUCCESS);
  for (int cell = 0; cell < g->ncells; cell++) {
    if (shape_dimension((Shape)g->shape[cell]) != per || !geometry_cell_in_set(g, cell, (int)set))
      continue;
    geometry_cell_coordinates(g, cell, x);
    shape_weights((Shape)g->shape[cell], (const double(*)[3])x, N);
    for (int i = g->offset[cell]; i < g->offset[cell + 1]; i++)
      share[g->conn[i]] += N[i - g->offset[cell]];
  }
  PetscCall(MeshCombineNodes(model->mesh, MPIU_REAL, share, MPI_SUM));
  for (int i = 0; i < g->nnodes; i++) all = PetscMax(all, share[i]);
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &all, 1, MPIU_REAL, MPIU_MAX, model->comm));
  PetscCheck(all > 0, model->comm, PETSC_ERR_USER_INPUT, "%s: set '%s' has no %s", option,
             g->set_name[set], per == 1 ? "lines" : "surfaces");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets law->n, node, at, weight and x for the nodes of the set that this rank owns. */
static PetscErrorCode FindLawNodes(Model model, PetscInt set, const PetscReal share[], Law *law)
{
  const Geometry *g = &model->mesh->g;
  const Layout   *l = &model->layout;
  PetscInt        first, last;
  Vec             global;

  PetscFunctionBeginUser;
  PetscCall(DMGetGlobalVector(model->mesh->dm, &global));
  PetscCall(VecGetOwnershipRange(global, &first, &last));
  PetscCall(DMRestoreGlobalVector(model->mesh->dm, &global));
  PetscCall(PetscMalloc4(3 * (size_t)g->nnodes, &law->at, g->nnodes, &law->node, g->nnodes,
                         &law->weight, g->nnodes, &law->x));
  for (int i = 0; i < g->nnodes; i++) {
    if (!model->mesh->owned[i] || !geometry_node_in_set(g, i, (int)set) || share[i] == 0) continue;
    for (int c = 0; c < 3; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c], at = dof < 0 ? -1 : l->global[dof];

      law->at[3 * law->n + c] = at < 0 ? -1 : at - first;
      law->x[law->n][c]       = g->x[i][c];
    }
    law->weight[law->n] = share[i];
    law->node[law->n++] = i;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks the nodes of a law. Input errors: a formula in a component that is free at no node of the
   set; a node that a support moves, because formulas do not see its prescribed displacement. */
static PetscErrorCode CheckLawNodes(Model model, const char name[], PetscInt set, const Law *law)
{
  const Geometry *g           = &model->mesh->g;
  const Layout   *l           = &model->layout;
  const char     *dof_names[] = {"dof in x", "dof in y", "dof in z"};
  int             acts[2] = {0, 0}; /* components that are free at some node, that some node has */
  PetscBool       moved   = PETSC_FALSE, *is_moved;

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++)
    for (int c = 0; c < COMPONENTS && geometry_node_in_set(g, i, (int)set); c++)
      if (l->dof[COMPONENTS * i + c] >= 0) {
        acts[0] |= l->global[l->dof[COMPONENTS * i + c]] >= 0 ? 1 << c : 0;
        acts[1] |= 1 << c;
      }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, acts, 2, MPI_INT, MPI_BOR, model->comm));
  for (int c = 0; c < COMPONENTS; c++) {
    if (!law->formula[c]) continue;
    PetscCheck(acts[0] & 1 << c, model->comm, PETSC_ERR_USER_INPUT,
               "%s: set '%s' has no free %s; %s", ExpressionOption(law->formula[c]),
               g->set_name[set], c < 3 ? dof_names[c] : component_names[c],
               acts[1] & 1 << c ? "supports fix it"
               : c >= 3         ? "nodes of beams and bodies rotate"
               : acts[1]        ? "-directions gives nodes more components"
                                : "its nodes belong to no part");
    PetscCall(ModelWarnMissingComponent(model, ExpressionOption(law->formula[c]), set, c));
  }
  PetscCall(PetscCalloc1(l->nlocal, &is_moved));
  for (PetscInt k = 0; k < l->nmoved; k++) is_moved[l->moved[k].dof] = PETSC_TRUE;
  for (int i = 0; i < g->nnodes; i++)
    for (int c = 0;
         c < (law->has_rotations ? COMPONENTS : 3) && geometry_node_in_set(g, i, (int)set); c++)
      if (l->dof[COMPONENTS * i + c] >= 0 && is_moved[l->dof[COMPONENTS * i + c]])
        moved = PETSC_TRUE;
  PetscCall(PetscFree(is_moved));
  PetscCall(CheckAllRanks(model->comm, moved,
                          "-load_%s_law: a support moves a node of its set; choose another node",
                          name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets law->per_step. Input error: a function gives some of the formulas once a step, and others
   are evaluated in each iteration. */
static PetscErrorCode CheckPerStep(Model model, Law *law)
{
  const char *once = NULL, *other = NULL;

  PetscFunctionBeginUser;
  for (int c = 0; c < COMPONENTS; c++)
    if (law->formula[c] && ExpressionIsPerStep(law->formula[c]))
      once = ExpressionOption(law->formula[c]);
    else if (law->formula[c]) other = ExpressionOption(law->formula[c]);
  PetscCheck(!once || !other, model->comm, PETSC_ERR_USER_INPUT,
             "%s is a function that is called once a step, and %s is not: put it into another load",
             once, other);
  law->per_step = (PetscBool)(once != NULL);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Parses the formulas of a law, and finds out on which variables they depend. */
static PetscErrorCode CreateFormulas(Model model, const LoadOptions *options, Law *law)
{
  char option[256];

  PetscFunctionBeginUser;
  for (int c = 0; c < COMPONENTS; c++) {
    if (!options->law[c]) continue;
    PetscCall(
      PetscSNPrintf(option, sizeof option, "-load_%s_law_%s", options->name, load_law_names[c]));
    PetscCall(ExpressionCreate(model->symbols, option, options->law[c], LAW_VARIABLES,
                               law_variables, &law->formula[c]));
    if (ExpressionDependsOn(law->formula[c], 0)) law->time_dependent = PETSC_TRUE;
    for (PetscInt i = 0; i < LAW_VARIABLES; i++) {
      if (!ExpressionDependsOn(law->formula[c], i)) continue;
      if ((i >= LAW_V && i < LAW_X) || i >= LAW_W) law->viscous = PETSC_TRUE;
      if (i >= LAW_R) law->has_rotations = PETSC_TRUE;
    }
    if (c >= 3) law->has_rotations = PETSC_TRUE;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LawCreate(Model model, const LoadOptions *options, PetscInt set, Law *law)
{
  char       per[256];
  PetscReal *share;

  PetscFunctionBeginUser;
  *law = (Law){.n = 0, .set = set, .per = options->law_per};
  PetscCall(CreateFormulas(model, options, law));
  PetscCall(PetscStrallocpy(options->name, &law->name));
  PetscCall(PetscSNPrintf(per, sizeof per, "-load_%s_law_per", options->name));
  PetscCall(PetscMalloc1(model->mesh->g.nnodes, &share));
  PetscCall(LawTributarySizes(model, per, set, options->law_per, share));
  PetscCall(FindLawNodes(model, set, share, law));
  PetscCall(PetscFree(share));
  PetscCall(CheckLawNodes(model, options->name, set, law));
  PetscCall(CheckPerStep(model, law));
  PetscCheck(!law->has_rotations || !model->linearize, model->comm, PETSC_ERR_USER_INPUT,
             "load '%s' has moments or uses rotations, which are finite: leave out -linearize",
             options->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LawAdd(Model model, const Law *law)
{
  Loads *const l = &model->loads;

  PetscFunctionBeginUser;
  if (law->has_rotations) {
    PetscCall(PetscRealloc((size_t)(l->nmoment_laws + 1) * sizeof *law, &l->moment_law));
    l->moment_law[l->nmoment_laws++] = *law;
  } else {
    PetscCall(PetscRealloc((size_t)(l->nlaws + 1) * sizeof *law, &l->law));
    l->law[l->nlaws++] = *law;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LawDestroy(Law *law)
{
  PetscFunctionBeginUser;
  for (int c = 0; c < COMPONENTS; c++) PetscCall(ExpressionDestroy(&law->formula[c]));
  PetscCall(PetscFree4(law->at, law->node, law->weight, law->x));
  PetscCall(PetscFree(law->name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DestroyLaws(PetscInt n, Law **laws)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < n; k++) PetscCall(LawDestroy(&(*laws)[k]));
  PetscCall(PetscFree(*laws));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LawsDestroy(Model model)
{
  PetscFunctionBeginUser;
  PetscCall(DestroyLaws(model->loads.nlaws, &model->loads.law));
  PetscCall(DestroyLaws(model->loads.nmoment_laws, &model->loads.moment_law));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void law_variables_at(const Law *law, PetscInt node, PetscReal t, const PetscScalar q[],
                      const PetscScalar v[], PetscReal x[LAW_VARIABLES])
{
  const PetscInt *at = &law->at[3 * node];

  x[0] = t;
  for (int c = 0; c < 3; c++) {
    x[1 + c]     = at[c] < 0 ? 0 : q[at[c]];
    x[4 + c]     = at[c] < 0 ? 0 : v[at[c]];
    x[7 + c]     = law->x[node][c];
    x[LAW_R + c] = x[LAW_W + c] = 0; /* its formulas do not use these */
  }
}

PetscBool LawOutsideTable(const Law *law, PetscReal t, char text[], size_t size)
{
  /* no comparison gives the same answer for all of these values */
  static const PetscReal unknown[] = {NAN, INFINITY, -INFINITY};
  const PetscInt         n         = (PetscInt)PETSC_STATIC_ARRAY_LENGTH(unknown);

  for (PetscInt k = 0; k < law->n; k++)
    for (int c = 0; c < COMPONENTS; c++) {
      PetscInt noutside = 0;

      for (PetscInt u = 0; u < n && law->formula[c] && noutside == u; u++) {
        PetscReal x[LAW_VARIABLES];

        for (int i = 0; i < LAW_VARIABLES; i++) x[i] = unknown[u];
        x[LAW_T] = t;
        for (int i = 0; i < 3; i++) x[LAW_X + i] = law->x[k][i];
        if (ExpressionIsOutsideTable(law->formula[c], x, text, size)) noutside++;
      }
      if (noutside == n) return PETSC_TRUE;
    }
  return PETSC_FALSE;
}

void LawForces(const Law *law, PetscReal t, const PetscScalar q[], const PetscScalar v[],
               PetscReal sign, PetscScalar f[])
{
  for (PetscInt k = 0; k < law->n; k++) {
    const PetscInt *at = &law->at[3 * k];
    PetscReal       x[LAW_VARIABLES];

    law_variables_at(law, k, t, q, v, x);
    for (int c = 0; c < 3; c++)
      if (law->formula[c] && at[c] >= 0)
        f[at[c]] += sign * law->weight[k] * ExpressionValue(law->formula[c], x);
  }
}

void LawSupportForces(const Layout *l, const Law *law, PetscReal t, const PetscScalar q[],
                      const PetscScalar v[], PetscReal sign, PetscScalar local[])
{
  for (PetscInt k = 0; k < law->n; k++) {
    PetscReal x[LAW_VARIABLES];

    if (!(l->supported[law->node[k]] & DISPLACEMENTS)) continue;
    law_variables_at(law, k, t, q, v, x);
    for (int c = 0; c < 3; c++) {
      const PetscInt dof = l->dof[COMPONENTS * law->node[k] + c];

      if (law->formula[c] && dof >= 0 && l->global[dof] < 0)
        local[dof] += sign * law->weight[k] * ExpressionValue(law->formula[c], x);
    }
  }
}

void LawSlopes(const Law *law, PetscInt node, PetscReal t, const PetscScalar q[],
               const PetscScalar v[], PetscReal by_q[9], PetscReal by_v[9])
{
  const PetscInt *at     = &law->at[3 * node];
  const PetscReal weight = law->weight[node];
  PetscReal       x[LAW_VARIABLES];

  law_variables_at(law, node, t, q, v, x);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const PetscBool acts = (PetscBool)(law->formula[i] && at[i] >= 0 && at[j] >= 0);

      by_q[3 * i + j] = acts ? weight * ExpressionPartial(law->formula[i], x, 1 + j) : 0;
      by_v[3 * i + j] = acts ? weight * ExpressionPartial(law->formula[i], x, 4 + j) : 0;
    }
}

void law_non_finite_text(Model model, const Law *law, PetscInt k, int c, const PetscReal x[],
                         char text[], size_t size)
{
  const Geometry *g  = &model->mesh->g;
  const int       at = law->node[k];
  const int       n  = snprintf(text, size, "node %lld at (%.6g, %.6g, %.6g), where ",
                                (long long)g->id[at], g->x[at][0], g->x[at][1], g->x[at][2]);

  ExpressionErrorText(law->formula[c], x, text + n, size - (size_t)n);
}

void LawsFindNonFinite(Model model, PetscReal t, const PetscScalar q[], const PetscScalar v[],
                       char text[], size_t size)
{
  for (PetscInt k = 0; k < model->loads.nlaws; k++)
    for (PetscInt i = 0; i < model->loads.law[k].n; i++)
      for (int c = 0; c < 3; c++) {
        const Law *law = &model->loads.law[k];
        const int  at  = (int)law->node[i];
        PetscReal  x[LAW_VARIABLES];

        if (!law->formula[c] || model->layout.dof[COMPONENTS * at + c] < 0) continue;
        law_variables_at(law, i, t, q, v, x);
        if (isfinite(ExpressionValue(law->formula[c], x))) continue;
        law_non_finite_text(model, law, i, c, x, text, size);
        return;
      }
}

PetscErrorCode ModelCheckLaws(Model model, PetscReal t, Vec at_q, Vec at_v)
{
  const PetscScalar *q, *v;
  char               text[512] = "";

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(at_q, &q));
  PetscCall(VecGetArrayRead(at_v, &v));
  LawsFindNonFinite(model, t, q, v, text, sizeof text);
  PetscCall(VecRestoreArrayRead(at_v, &v));
  PetscCall(VecRestoreArrayRead(at_q, &q));
  PetscCall(CheckAllRanks(model->comm, (PetscBool)(text[0] != 0), "%s", text));
  PetscFunctionReturn(PETSC_SUCCESS);
}
