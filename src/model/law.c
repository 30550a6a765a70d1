/* law.c: forces on nodes as formulas of time and of the node's own displacement and velocity: nonlinear springs and
   dampers, or small problems with generalized coordinates. */
#include "input/error.h"
#include "model.h"

const char *const law_variables[LAW_VARIABLES] = {"t", "ux", "uy", "uz", "vx", "vy", "vz"};

/* law->n, law->at from the nodes of the set that this rank owns. */
static PetscErrorCode FindNodes(Model model, PetscInt set, Law *law)
{
  const Geometry *g = &model->mesh->g;
  const Layout   *l = &model->layout;
  PetscInt        first, last;
  Vec             global;

  PetscFunctionBeginUser;
  PetscCall(DMGetGlobalVector(model->mesh->dm, &global));
  PetscCall(VecGetOwnershipRange(global, &first, &last));
  PetscCall(DMRestoreGlobalVector(model->mesh->dm, &global));
  PetscCall(PetscMalloc2(3 * (size_t)g->nnodes, &law->at, g->nnodes, &law->node));
  for (int i = 0; i < g->nnodes; i++) {
    if (!model->mesh->owned[i] || !geometry_node_in(g, i, (int)set)) continue;
    for (int c = 0; c < 3; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c], at = dof < 0 ? -1 : l->global[dof];

      law->at[3 * law->n + c] = at < 0 ? -1 : at - first;
    }
    law->node[law->n++] = i;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input errors: a formula in a component that is free at no node of the set; a node that a support moves, because the
   formulas would not see its prescribed displacement. */
static PetscErrorCode CheckNodes(Model model, const char name[], PetscInt set, const Law *law)
{
  const Geometry *g       = &model->mesh->g;
  const Layout   *l       = &model->layout;
  int             acts[2] = {0, 0}; /* components that some node has free, that some node has */
  PetscBool       moved   = PETSC_FALSE, *is_moved;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < 3 * law->n; k++) acts[0] |= law->at[k] >= 0 ? 1 << k % 3 : 0;
  for (int i = 0; i < g->nnodes; i++)
    if (geometry_node_in(g, i, (int)set)) acts[1] |= l->components[i];
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, acts, 2, MPI_INT, MPI_BOR, model->comm));
  for (int c = 0; c < 3; c++)
    PetscCheck(!law->force[c] || acts[0] & 1 << c, model->comm, PETSC_ERR_USER_INPUT,
               "-load_%s_law_%c: set '%s' has no free dof in %c; %s", name, 'x' + c, g->set_name[set], 'x' + c,
               acts[1] & 1 << c ? "supports hold it"
               : acts[1]        ? "-directions gives nodes more components"
                                : "its nodes belong to no part");
  for (int c = 0; c < 3; c++)
    if (law->force[c]) PetscCall(ModelTellUnreached(model, ExpressionOption(law->force[c]), set, c));
  PetscCall(PetscCalloc1(l->nlocal, &is_moved));
  for (PetscInt k = 0; k < l->nmoved; k++) is_moved[l->moved[k].dof] = PETSC_TRUE;
  for (int i = 0; i < g->nnodes; i++)
    for (int c = 0; c < 3 && geometry_node_in(g, i, (int)set); c++)
      if (l->dof[COMPONENTS * i + c] >= 0 && is_moved[l->dof[COMPONENTS * i + c]]) moved = PETSC_TRUE;
  PetscCall(PetscFree(is_moved));
  PetscCall(
    CheckAllRanks(model->comm, moved, "-load_%s_law: a support moves a node of its set; take another node", name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LawFromOptions(FsOptions o, Model model, const char name[], PetscInt set, PetscBool *found)
{
  static const char *const others[] = {"force", "traction", "moment", "pressure", "time"};
  Law                      law      = {.n = 0};

  PetscFunctionBeginUser;
  *found = PETSC_FALSE;
  for (int c = 0; c < 3; c++) {
    const char *option = FsOptionName(o, "-load_%s_law_%c", name, 'x' + c), *text;
    PetscBool   set_c;

    PetscCall(FsOptionsText(o, option, &text, &set_c));
    if (!set_c) continue;
    PetscCall(ExpressionCreate(model->comm, option, text, LAW_VARIABLES, law_variables, &law.force[c]));
    if (ExpressionUses(law.force[c], 0)) law.timed = PETSC_TRUE;
    for (PetscInt i = 4; i < LAW_VARIABLES; i++)
      if (ExpressionUses(law.force[c], i)) law.viscous = PETSC_TRUE;
    *found = PETSC_TRUE;
  }
  if (!*found) PetscFunctionReturn(PETSC_SUCCESS);
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(others); i++) {
    const char *option = FsOptionName(o, "-load_%s_%s", name, others[i]), *text;
    PetscBool   given;

    PetscCall(FsOptionsText(o, option, &text, &given));
    PetscCheck(!given, model->comm, PETSC_ERR_USER_INPUT,
               "%s: load '%s' has formulas, -load_%s_law_x, _y, _z; make another load of the rest", option, name, name);
  }
  PetscCall(FindNodes(model, set, &law));
  PetscCall(CheckNodes(model, name, set, &law));
  PetscCall(PetscRealloc((size_t)(model->nlaws + 1) * sizeof law, &model->law));
  model->law[model->nlaws++] = law;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LawsDestroy(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nlaws; k++) {
    for (int c = 0; c < 3; c++) PetscCall(ExpressionDestroy(&model->law[k].force[c]));
    PetscCall(PetscFree2(model->law[k].at, model->law[k].node));
  }
  PetscCall(PetscFree(model->law));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* x = t, ux, uy, uz, vx, vy, vz at one node; 0 for components that it lacks or that are held. */
static void variables_at(const PetscInt at[3], PetscReal t, const PetscScalar q[], const PetscScalar v[],
                         PetscReal x[LAW_VARIABLES])
{
  x[0] = t;
  for (int c = 0; c < 3; c++) {
    x[1 + c] = at[c] < 0 ? 0 : q[at[c]];
    x[4 + c] = at[c] < 0 ? 0 : v[at[c]];
  }
}

void LawForces(const Law *law, PetscReal t, const PetscScalar q[], const PetscScalar v[], PetscReal sign,
               PetscScalar f[])
{
  for (PetscInt k = 0; k < law->n; k++) {
    const PetscInt *at = &law->at[3 * k];
    PetscReal       x[LAW_VARIABLES];

    variables_at(at, t, q, v, x);
    for (int c = 0; c < 3; c++)
      if (law->force[c] && at[c] >= 0) f[at[c]] += sign * ExpressionValue(law->force[c], x);
  }
}

void LawSlopes(const Law *law, PetscInt node, PetscReal t, const PetscScalar q[], const PetscScalar v[],
               PetscReal by_q[9], PetscReal by_v[9])
{
  const PetscInt *at = &law->at[3 * node];
  PetscReal       x[LAW_VARIABLES];

  variables_at(at, t, q, v, x);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const PetscBool acts = (PetscBool)(law->force[i] && at[i] >= 0 && at[j] >= 0);

      by_q[3 * i + j] = acts ? ExpressionPartial(law->force[i], x, 1 + j) : 0;
      by_v[3 * i + j] = acts ? ExpressionPartial(law->force[i], x, 4 + j) : 0;
    }
}

/* A law's node along the line between two states: x(s) = from + s along, s in [0, 1]. */
typedef struct {
  const Law *law;
  PetscBool  acts[3];
  PetscReal  from[LAW_VARIABLES], along[LAW_VARIABLES];
  PetscReal  size; /* the most work per s that was met [J] */
} Line;

/* Work per s at s [J]. */
static PetscReal work_at(Line *line, PetscReal s)
{
  PetscReal x[LAW_VARIABLES], work = 0;

  for (int i = 0; i < LAW_VARIABLES; i++) x[i] = line->from[i] + s * line->along[i];
  for (int c = 0; c < 3; c++)
    if (line->acts[c]) work += ExpressionValue(line->law->force[c], x) * line->along[1 + c];
  if (isfinite(work)) line->size = PetscMax(line->size, PetscAbsReal(work));
  return work;
}

/* Of f over an interval by Simpson's rule from f at both ends and in the middle; where halves say otherwise, of the
   halves. Where f has no value between the ends: by the trapezoid. */
static PetscReal integrate(Line *line, PetscReal s, PetscReal width, const PetscReal f[3], int depth)
{
  const PetscReal enough = 1e-9, left = work_at(line, s + width / 4), right = work_at(line, s + 3 * width / 4);
  const PetscReal whole  = width / 6 * (f[0] + 4 * f[1] + f[2]);
  const PetscReal halves = width / 12 * (f[0] + 4 * left + 2 * f[1] + 4 * right + f[2]);

  if (!isfinite(halves)) return width / 2 * (f[0] + f[2]);
  if (depth == 0 || PetscAbsReal(halves - whole) <= enough * line->size) return halves + (halves - whole) / 15;
  return integrate(line, s, width / 2, (const PetscReal[]){f[0], left, f[1]}, depth - 1) +
         integrate(line, s + width / 2, width / 2, (const PetscReal[]){f[1], right, f[2]}, depth - 1);
}

PetscReal LawWork(const Law *law, const LawEnd end[2])
{
  const int depth = 12; /* a jump of the force is found to 2e-4 of the line */
  PetscReal work  = 0;

  for (PetscInt k = 0; k < law->n; k++) {
    const PetscInt *at = &law->at[3 * k];
    PetscReal       to[LAW_VARIABLES];
    Line            line = {.law = law};

    for (int c = 0; c < 3; c++) line.acts[c] = (PetscBool)(law->force[c] && at[c] >= 0);
    variables_at(at, end[0].t, end[0].q, end[0].v, line.from);
    variables_at(at, end[1].t, end[1].q, end[1].v, to);
    for (int i = 0; i < LAW_VARIABLES; i++) line.along[i] = to[i] - line.from[i];
    work +=
      integrate(&line, 0, 1, (const PetscReal[]){work_at(&line, 0), work_at(&line, 0.5), work_at(&line, 1)}, depth);
  }
  return work;
}

void LawsComplaint(Model model, PetscReal t, const PetscScalar q[], const PetscScalar v[], char text[], size_t size)
{
  const Geometry *g = &model->mesh->g;

  for (PetscInt k = 0; k < model->nlaws; k++)
    for (PetscInt i = 0; i < model->law[k].n; i++)
      for (int c = 0; c < 3; c++) {
        const Law *law = &model->law[k];
        const int  at  = (int)law->node[i];
        PetscReal  x[LAW_VARIABLES];
        int        n;

        if (!law->force[c] || law->at[3 * i + c] < 0) continue;
        variables_at(&law->at[3 * i], t, q, v, x);
        if (isfinite(ExpressionValue(law->force[c], x))) continue;
        n = snprintf(text, size, "node %lld at (%.6g, %.6g, %.6g), where ", (long long)g->id[at], g->x[at][0],
                     g->x[at][1], g->x[at][2]);
        ExpressionComplaint(law->force[c], x, text + n, size - (size_t)n);
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
  LawsComplaint(model, t, q, v, text, sizeof text);
  PetscCall(VecRestoreArrayRead(at_v, &v));
  PetscCall(VecRestoreArrayRead(at_q, &q));
  PetscCall(CheckAllRanks(model->comm, (PetscBool)(text[0] != 0), "%s; guard it with ?:", text));
  PetscFunctionReturn(PETSC_SUCCESS);
}
