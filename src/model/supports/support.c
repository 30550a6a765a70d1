/* support.c: creates the supports, and finds the dofs that they fix or move. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/model.h"
#include "model/supports/support.h"
#include "model/supports/support_options.h"
#include "model/joints/joint_driver.h"
#include "base/error.h"

/* Sets s->motion of a component that is no unknown; a component with rows gets a driver instead. */
static PetscErrorCode AddMotion(Model model, const SupportOptions *x, int c, Support *s)
{
  static const char *const t    = "t";
  const char *const        kind = support_motion_word(x, c);
  const int                axis = 'x' + c % 3;
  char                     option[256];

  PetscFunctionBeginUser;
  s->harmonic[c] = x->harmonic[c];
  if (x->has_harmonic[c]) {
    PetscCall(
      PetscSNPrintf(option, sizeof option, "-support_%s_%s_harmonic_%c", x->name, kind, axis));
    PetscCall(ModelRememberHarmonic(model, option));
  }
  if (!x->motion[c] && !x->has_harmonic[c] && (c < 3 || !x->derivative[c]))
    PetscFunctionReturn(PETSC_SUCCESS);
  s->fixed |= 1 << c;
  if (s->has_axes) {
    s->rows |= 1 << c;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscSNPrintf(option, sizeof option, "-support_%s_%s_%c", x->name, kind, axis));
  if (x->derivative[c]) {
    PetscCall(JointDriverCreate(model->symbols, option, x->derivative[c], x->kind[c], x->times,
                                model->dt, &s->turn[c - 3]));
    s->motion[c] = JointDriverFormula(s->turn[c - 3]);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(ExpressionCreate(model->symbols, option, x->motion[c] ? x->motion[c] : "0", 1, &t,
                             &s->motion[c]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates the driver of a displacement along axis c, which a row moves. */
static PetscErrorCode AddDriver(Model model, const SupportOptions *x, int c, Support *s)
{
  const PetscBool   rate = (PetscBool)(x->derivative[c] != NULL);
  const char *const text = rate ? x->derivative[c] : x->motion[c] ? x->motion[c] : "0";
  char              option[256];

  PetscFunctionBeginUser;
  if (!support_has_driver(x, c)) PetscFunctionReturn(PETSC_SUCCESS);
  s->rows |= 1 << c;
  s->fixed |= 1 << c;
  PetscCall(PetscSNPrintf(option, sizeof option, "-support_%s_%s_%c", x->name,
                          support_motion_word(x, c), 'x' + c));
  PetscCall(JointDriverCreate(model->symbols, option, text, rate ? x->kind[c] : DRIVER_VALUE,
                              x->times, model->dt, &s->driver[c]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Makes rows of the components along own axes that are not all fixed. */
static PetscErrorCode AddRowsOfAxes(Model model, Support *s)
{
  const int displacements = s->fixed & DISPLACEMENTS, rotations = s->fixed & ROTATIONS;

  PetscFunctionBeginUser;
  if (!s->has_axes) PetscFunctionReturn(PETSC_SUCCESS);
  if (displacements != DISPLACEMENTS || s->rows) s->rows |= displacements;
  if (rotations != ROTATIONS) s->rows |= rotations;
  PetscCheck(s->rows, model->comm, PETSC_ERR_USER_INPUT,
             "-support_%s_axes has no effect: the support fixes all displacements or rotations, in "
             "any axes; remove it, or give -support_%s_fix",
             s->name, s->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AddSupport(Model model, const SupportOptions *x, Support *s)
{
  PetscFunctionBeginUser;
  PetscCall(PetscStrallocpy(x->name, &s->name));
  PetscCall(MeshSelect(model->mesh, &x->nodes, &s->set));
  s->has_axes = x->has_axes;
  for (int k = 0; k < 9; k++) s->axes[k / 3][k % 3] = x->axes[k / 3][k % 3];
  s->has_moment_point = x->has_moment_point;
  PetscCall(PetscArraycpy(s->moment_point, x->moment_point, 3));
  s->fixed = x->fixed;
  for (int c = 0; c < COMPONENTS; c++) PetscCall(AddMotion(model, x, c, s));
  for (int c = 0; c < 3; c++) PetscCall(AddDriver(model, x, c, s));
  PetscCall(AddRowsOfAxes(model, s));
  if (!x->has_fix && !s->fixed) s->fixed = x->all;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportsCreate(Model model, PetscInt n, const SupportOptions supports[])
{
  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(n, &model->support));
  for (PetscInt i = 0; i < n; i++) {
    model->nsupports++;
    PetscCall(AddSupport(model, &supports[i], &model->support[i]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportsDestroy(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->nsupports; i++) {
    PetscCall(PetscFree(model->support[i].name));
    for (int c = 0; c < COMPONENTS; c++)
      if (c < 3 || !model->support[i].turn[c - 3])
        PetscCall(ExpressionDestroy(&model->support[i].motion[c]));
    for (int c = 0; c < 3; c++) PetscCall(JointDriverDestroy(&model->support[i].driver[c]));
    for (int c = 0; c < 3; c++) PetscCall(JointDriverDestroy(&model->support[i].turn[c]));
  }
  PetscCall(PetscFree(model->support));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- support dofs ---------------------------------------------------------------------------- */

/* Sets layout.supported and support_of. Input errors: two supports of one component of which one
   moves it; a support that fixes nothing. */
static PetscErrorCode ApplySupports(Model model, PetscInt *support_of[COMPONENTS])
{
  const Geometry *g = &model->mesh->g;
  Layout         *l = &model->layout;

  PetscFunctionBeginUser;
  for (PetscInt s = 0; s < model->nsupports; s++) {
    const Support *support = &model->support[s];
    PetscInt       other = -1, other_component = 0;
    int            found = 0, everywhere;

    for (int i = 0; i < g->nnodes; i++) {
      const int rows = SupportRowsAt(model, s, i);

      if (!geometry_node_in_set(g, i, (int)support->set)) continue;
      found |= rows;
      for (int c = 0; c < COMPONENTS; c++) {
        if (!(support->fixed & ~rows & l->components[i] & 1 << c)) continue;
        found |= 1 << c;
        if (support_of[c][i] >= 0 &&
            (support->motion[c] || model->support[support_of[c][i]].motion[c]))
          other = support_of[c][i], other_component = c;
        support_of[c][i] = s;
        l->supported[i] |= (unsigned char)(1 << c);
      }
    }
    PetscCall(CheckAllRanks(model->comm, (PetscBool)(other >= 0),
                            "supports '%s' and '%s' both fix %s of the same node, and one moves it",
                            support->name, other >= 0 ? model->support[other].name : "",
                            component_names[other_component]));
    PetscCallMPI(MPI_Allreduce(&found, &everywhere, 1, MPI_INT, MPI_BOR, model->comm));
    PetscCheck(
      support->fixed, model->comm, PETSC_ERR_USER_INPUT,
      "support '%s' fixes nothing: beside -support_%s_fix none, give the rotations that it "
      "fixes, -support_%s_fix_rotation xyz",
      support->name, support->name, support->name);
    PetscCheck(
      everywhere, model->comm, PETSC_ERR_USER_INPUT,
      "support '%s' fixes nothing: no node of set '%s' belongs to a part and has these components",
      support->name, g->set_name[support->set]);
    for (int c = 0; c < COMPONENTS; c++) {
      if (!support->motion[c]) continue;
      PetscCheck(
        everywhere & 1 << c, model->comm, PETSC_ERR_USER_INPUT,
        "%s: no node of set '%s' has the component %s; %s", ExpressionOption(support->motion[c]),
        g->set_name[support->set], component_names[c],
        c < 3 ? "-directions gives nodes more components" : "nodes of beams and bodies rotate");
      if (c < 3)
        PetscCall(
          ModelWarnMissingComponent(model, ExpressionOption(support->motion[c]), support->set, c));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks the rotations of nodes. Input error: some rotations of a node are moved and others are
   free. */
static PetscErrorCode CheckRotations(Model model, PetscInt *const support_of[COMPONENTS])
{
  const Layout *l     = &model->layout;
  PetscInt      moved = -1;

  PetscFunctionBeginUser;
  for (int i = 0; i < model->mesh->g.nnodes; i++) {
    const int has = l->components[i] & ROTATIONS, supported = l->supported[i] & ROTATIONS;
    PetscInt  mover = -1;

    for (int c = 3; c < COMPONENTS; c++)
      if (support_of[c][i] >= 0 && model->support[support_of[c][i]].motion[c])
        mover = support_of[c][i];
    if (mover >= 0 && supported != has) moved = mover;
  }
  PetscCall(CheckAllRanks(
    model->comm, (PetscBool)(moved >= 0),
    "support '%s' moves a rotation of a node whose other rotations are free; fix these too "
    "(-support_%s_fix_rotation all)",
    moved >= 0 ? model->support[moved].name : "", moved >= 0 ? model->support[moved].name : ""));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets layout.nsupport_dofs and support_dof. */
static PetscErrorCode ListSupportDofs(Model model, PetscInt *const support_of[COMPONENTS])
{
  const PetscInt n = model->mesh->g.nnodes;
  Layout        *l = &model->layout;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) l->nsupport_dofs += __builtin_popcount(l->supported[i]);
  PetscCall(PetscMalloc1(l->nsupport_dofs, &l->support_dof));
  for (PetscInt i = 0, h = 0; i < n; i++)
    for (int c = 0; c < COMPONENTS; c++)
      if (support_of[c][i] >= 0)
        l->support_dof[h++] = (SupportDof){l->dof[COMPONENTS * i + c], i, c, support_of[c][i]};
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the missing Support.moment_point to the mean of the supported nodes in the reference. */
static PetscErrorCode FindMomentPoints(Model model, PetscInt *const support_of[COMPONENTS])
{
  const Geometry *g = &model->mesh->g;
  PetscReal(*sum)[4]; /* sum of positions, and their number */

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(model->nsupports, &sum));
  for (int i = 0; i < g->nnodes; i++)
    for (PetscInt s = 0; s < model->nsupports && model->mesh->owned[i]; s++) {
      PetscBool holds = (PetscBool)(SupportRowsAt(model, s, i) != 0);

      for (int c = 0; c < COMPONENTS; c++) holds = (PetscBool)(holds || support_of[c][i] == s);
      for (int d = 0; d < 3 && holds; d++) sum[s][d] += g->x[i][d];
      sum[s][3] += holds;
    }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, sum, (PetscMPIInt)(4 * model->nsupports), MPIU_REAL,
                              MPI_SUM, model->comm));
  for (PetscInt s = 0; s < model->nsupports; s++)
    for (int d = 0; d < 3 && !model->support[s].has_moment_point && sum[s][3] > 0; d++)
      model->support[s].moment_point[d] = sum[s][d] / sum[s][3];
  PetscCall(PetscFree(sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets layout.nmotions, moved and motion_of. */
static PetscErrorCode ListMovedDofs(Model model, PetscInt *const support_of[COMPONENTS])
{
  Layout *l = &model->layout;
  PetscInt(*number)[COMPONENTS];

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(model->nsupports, &number));
  for (PetscInt s = 0; s < model->nsupports; s++)
    for (int c = 0; c < COMPONENTS; c++)
      number[s][c] = model->support[s].motion[c] ? l->nmotions++ : -1;
  for (int pass = 0; pass < 2; pass++) {
    l->nmoved = 0;
    for (int i = 0; i < model->mesh->g.nnodes; i++)
      for (int c = 0; c < COMPONENTS; c++) {
        const PetscInt s = support_of[c][i];

        if (s < 0 || number[s][c] < 0) continue;
        if (pass) l->moved[l->nmoved] = (MovedDof){l->dof[COMPONENTS * i + c], s, c, number[s][c]};
        l->nmoved++;
      }
    if (!pass) PetscCall(PetscMalloc1(l->nmoved, &l->moved));
  }
  PetscCall(PetscFree(number));
  if (!l->nmotions) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(l->nlocal, &l->motion_of));
  for (PetscInt i = 0; i < l->nlocal; i++) l->motion_of[i] = -1;
  for (PetscInt m = 0; m < l->nmoved; m++) l->motion_of[l->moved[m].dof] = l->moved[m].motion;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportDofsApply(Model model, PetscInt *support_of[COMPONENTS])
{
  PetscFunctionBeginUser;
  PetscCall(ApplySupports(model, support_of));
  PetscCall(CheckRotations(model, support_of));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportDofsList(Model model, PetscInt *const support_of[COMPONENTS])
{
  PetscFunctionBeginUser;
  PetscCall(ListSupportDofs(model, support_of));
  PetscCall(FindMomentPoints(model, support_of));
  PetscCall(ListMovedDofs(model, support_of));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool ModelMovesSupports(Model model)
{
  for (PetscInt i = 0; i < model->nsupports; i++)
    for (int c = 0; c < COMPONENTS; c++)
      if (model->support[i].motion[c]) return PETSC_TRUE;
  return PETSC_FALSE;
}
