/* slider_constraint.c: sliders as a kind of constraint: their feet, their rows and forces, and
   what they remember. The formulas are in element/joint/slider.c.

   The formulas are in element/joint/slider.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "slider_constraint.h"
#include "assembly/constraints/constraint_kind.h"
#include "assembly/terms/terms.h"
#include <string.h>

enum { N = SLIDER_DOFS, ROWS = SLIDER_ROWS };

/* Returns the data of all sliders on this rank, borrowed; NULL if the model has
   no sliders. */
static SliderTerm *AssemblySliders(Assembly a)
{
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind->has_sliders) return a->term[k]->data;
  return NULL;
}

static PetscErrorCode GatherSliders(const Evaluation *ev, double slack)
{
  const Sliders all = ev->assembly->model->sliders;
  SliderTerm   *t   = AssemblySliders(ev->assembly);

  PetscFunctionBeginUser;
  PetscCall(PetscSFBcastBegin(all->nodes, t->node, ev->nodes, t->states, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(all->nodes, t->node, ev->nodes, t->states, MPI_REPLACE));
  for (PetscInt i = 0; i < all->n; i++) {
    const Slider     *s  = &all->slider[i];
    SliderEvaluation *at = &t->at[i];

    *at = (SliderEvaluation){
      .slider = s->node < 0 ? NULL : s, .line = t->line[i], .state.xi = t->xi[i]};
    if (!at->slider) continue;
    at->has_no_foot =
      (PetscBool)SliderFindFoot(s, t->states + s->leaf, slack, &at->line, &at->state);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the point of its path that is nearest to each slider's sliding point (the
   foot), and stores it in SliderTerm.at.

   The curvature of the path jumps from line to line, and forces jump with it. Therefore this
   function keeps a foot on its line of the last accepted state a little beyond the ends of the
   line. A step that ends there then has the forces of one line. */
static PetscErrorCode SlidersGather(const Evaluation *ev)
{
  /* Relative to the length of a line. It is larger than the overshoot of a step that ends there,
     and too small to change results. tests/model/sliders.py has paths with borders of lines,
     where the order of schemes stays. */
  const double slack = 1e-6;

  PetscFunctionBeginUser;
  PetscCall(GatherSliders(ev, slack));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the foot of each slider (the point of its path nearest to the
   sliding point) for the start of a step. Unlike in SlidersGather, a foot changes its line exactly
   at the ends of the line. */
static PetscErrorCode SlidersGatherNextStep(const Evaluation *ev) { return GatherSliders(ev, 0); }

/* Copies the Lagrange multipliers of a slider out of a vector. */
static void SliderMultipliers(const Layout *l, const Slider *s, const PetscScalar array[],
                              double lambda[])
{
  for (int k = 0; k < s->nrows; k++) lambda[k] = array[l->global[s->dof[k]] - l->first];
}

/* Computes rows[nrows], the values of a slider's constraint equations Phi, or of their
   first or second time derivative, as level says. They are NaN if the slider has no foot on its
   path. */
static void SliderRows(const SliderEvaluation *at, FsConstraintLevel level, double rows[])
{
  if (level == FS_CONSTRAINT_POSITION) slider_position(&at->state, rows);
  else if (level == FS_CONSTRAINT_VELOCITY) slider_velocity(&at->state, rows);
  else slider_acceleration(&at->state, rows);
  for (int k = 0; k < at->slider->nrows && at->has_no_foot; k++) rows[k] = NAN;
}

/* Returns an array of zeros for the forces on the nodes of this rank's sliders,
   borrowed; SlidersCloseForces() sums the forces. */
static double *SlidersOpenForces(Assembly a)
{
  SliderTerm *t = AssemblySliders(a);

  memset(t->force, 0, COMPONENTS * (size_t)a->model->sliders->nleaves * sizeof(double));
  return (double *)t->force;
}

/* Sums the forces that were added to the array of SlidersOpenForces() at the
   nodes of this rank. */
static PetscErrorCode SlidersCloseForces(Assembly a, double (**sum)[COMPONENTS])
{
  const Sliders all = a->model->sliders;
  SliderTerm   *t   = AssemblySliders(a);

  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero((double *)t->node_force, COMPONENTS * a->model->mesh->g.nnodes));
  PetscCall(PetscSFReduceBegin(all->nodes, t->force_type, t->force, t->node_force, MPIU_SUM));
  PetscCall(PetscSFReduceEnd(all->nodes, t->force_type, t->force, t->node_force, MPIU_SUM));
  *sum = t->node_force;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Collects the chart columns (derivatives of a node's rotation by its dofs)
   of all nodes of this rank's sliders, for SliderColumns(). */
static PetscErrorCode SlidersGatherColumns(const Evaluation *ev, const ChartColumns columns[])
{
  const Sliders all = ev->assembly->model->sliders;
  SliderTerm   *t   = AssemblySliders(ev->assembly);

  PetscFunctionBeginUser;
  PetscCall(PetscSFBcastBegin(all->nodes, t->columns, columns, t->leaf_columns, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(all->nodes, t->columns, columns, t->leaf_columns, MPI_REPLACE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the chart columns (derivatives of a node's rotation by its dofs) of the
   nodes of a slider.

   Call SlidersGatherColumns() first. */
static void SliderColumns(const SliderTerm *t, const SliderEvaluation *at,
                          const ChartColumns *of_node[])
{
  const ChartColumns *of = t->leaf_columns + at->slider->leaf;

  of_node[0] = of;
  of_node[1] = of + 1 + at->line;
  of_node[2] = of + 2 + at->line;
}

/* ---- slider constraint ----------------------------------------------------------------------- */

/* Sliders as a kind of constraint. The formulas are in element/joint/slider.c.

   The nodes of a cell are the sliding node and the two nodes of the line that has the foot. */

static PetscInt count_sliders(Model model) { return model->sliders ? model->sliders->n : 0; }

static const char *slider_name(Model model, PetscInt i) { return model->sliders->slider[i].name; }

static const char *slider_noun(Model model, PetscInt i)
{
  (void)model, (void)i;
  return "slider";
}

static PetscInt tie_of_slider(Model model, PetscInt i)
{
  (void)model, (void)i;
  return 0;
}

static void slider_table(Model model, PetscInt i, ConstraintTable *t)
{
  const Sliders all = model->sliders;
  const Slider *s   = &all->slider[i];

  *t = (ConstraintTable){.ncells   = s->node < 0 ? 0 : s->nlines,
                         .nvisited = s->node < 0 ? 0 : 1,
                         .nd       = N,
                         .nrows    = s->nrows,
                         .n        = SLIDER_LINE_DOFS,
                         .dofs     = all->dofs + SLIDER_LINE_DOFS * s->first_line,
                         .global   = all->global};
}

static PetscInt slider_items(Model model, PetscInt i, PetscInt *all)
{
  *all = 1;
  return model->sliders->slider[i].node >= 0;
}

enum { DISPLACEMENT, FORCE, RESULTS };

static ConstraintResult slider_result(Model model, PetscInt i, int k)
{
  static const ConstraintResult results[RESULTS] = {
    [DISPLACEMENT] = {"displacement", 1, PETSC_FALSE},
      [FORCE] = {"force",        3, PETSC_FALSE}
  };

  (void)model, (void)i;
  return k < RESULTS ? results[k] : (ConstraintResult){NULL, 0, PETSC_FALSE};
}

/* The displacement is the distance of the sliding node along the path [m], and the force [N] is
   that of the path on the sliding node. */
static PetscErrorCode SliderValue(const Evaluation *ev, PetscInt i, PetscInt item, int k,
                                  PetscReal value[])
{
  const SliderEvaluation *at = &AssemblySliders(ev->assembly)->at[i];
  double                  G[SLIDER_ROWS][N], lambda[SLIDER_ROWS];
  const PetscScalar      *a;

  PetscFunctionBeginUser;
  (void)item;
  if (k == DISPLACEMENT) {
    value[0] = at->slider->arc_length[at->line] + at->state.xi * at->state.length;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  slider_gradient(&at->state, G);
  PetscCall(VecGetArrayRead(ev->s->a, &a));
  SliderMultipliers(&ev->assembly->model->layout, at->slider, a, lambda);
  PetscCall(VecRestoreArrayRead(ev->s->a, &a));
  for (int c = 0; c < 3; c++) value[c] = 0;
  for (int r = 0; r < at->slider->nrows; r++)
    for (int c = 0; c < 3; c++) value[c] -= lambda[r] * G[r][c];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool slider_is_length(const ConstraintCell *c, int k)
{
  (void)c, (void)k;
  return PETSC_TRUE;
}

static PetscErrorCode OrderSliders(Model model, PetscInt *before, PetscScalar value[])
{
  const Sliders all = model->sliders;
  const Layout *l   = &model->layout;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; all && i < all->n; i++, *before += SLIDER_ROWS)
    for (int k = 0; k < all->slider[i].nrows && all->slider[i].cell >= 0; k++)
      value[l->global[all->slider[i].dof[k]] - l->first] = (PetscScalar)(*before + k);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void describe_slider_row(Model model, PetscInt dof, char text[], size_t size)
{
  const Sliders all = model->sliders;

  for (PetscInt i = 0; all && i < all->n; i++)
    for (int k = 0; k < all->slider[i].nrows && all->slider[i].cell >= 0; k++)
      if (model->layout.global[all->slider[i].dof[k]] == dof)
        snprintf(text, size, "slider '%s'", all->slider[i].name);
}

static void gather_slider(const Evaluation *ev, ConstraintCell *c)
{
  c->slider = &AssemblySliders(ev->assembly)->at[c->index];
  c->e      = c->slider->line;
  c->dofs   = c->table.dofs + c->e * c->table.n;
}

static void slider_rows(const ConstraintCell *c, FsConstraintLevel level, double rows[], double G[])
{
  SliderRows(c->slider, level, rows);
  if (G) slider_gradient(&c->slider->state, (double(*)[N])G);
}

static void stiffness_of_slider(const ConstraintCell *c, const double lambda[], double G[],
                                double K[])
{
  slider_gradient(&c->slider->state, (double(*)[N])G);
  slider_stiffness(&c->slider->state, lambda, K);
}

static void slider_slopes(const ConstraintCell *c, FsConstraintLevel level, double D[])
{
  (level == FS_CONSTRAINT_VELOCITY ? slider_velocity_slope
                                   : slider_acceleration_slope)(&c->slider->state, (double(*)[N])D);
}

static void slider_errors(const ConstraintCell *c, double rows[], double G[])
{
  slider_rows(c, FS_CONSTRAINT_POSITION, rows, G);
}

static void slider_columns(const Evaluation *ev, const ConstraintCell *c,
                           const ChartColumns columns[], const ChartColumns *of_node[])
{
  (void)columns;
  SliderColumns(AssemblySliders(ev->assembly), c->slider, of_node);
}

const ConstraintKind slider_constraint = {.count            = count_sliders,
                                          .name             = slider_name,
                                          .noun             = slider_noun,
                                          .of_tie           = tie_of_slider,
                                          .table            = slider_table,
                                          .is_length        = slider_is_length,
                                          .order            = OrderSliders,
                                          .place            = describe_slider_row,
                                          .option           = "-sliders",
                                          .items            = slider_items,
                                          .result           = slider_result,
                                          .value            = SliderValue,
                                          .exchange         = SlidersGather,
                                          .exchange_columns = SlidersGatherColumns,
                                          .gather           = gather_slider,
                                          .rows             = slider_rows,
                                          .stiffness        = stiffness_of_slider,
                                          .slopes           = slider_slopes,
                                          .errors           = slider_errors,
                                          .columns          = slider_columns,
                                          .forces_open      = SlidersOpenForces,
                                          .forces_close     = SlidersCloseForces};

/* ---- slider term ----------------------------------------------------------------------------- */

/* Stores the places of the feet of sliders at the last accepted state.

   Forces jump with the curvature of a path where a foot passes from one line to the next. The
   term reports this as a switch. The forces and the rows of sliders are those of
   constraint_term.c. */

static PetscErrorCode CreateRealsType(size_t bytes, MPI_Datatype *type)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_contiguous((PetscMPIInt)(bytes / sizeof(double)), MPI_DOUBLE, type));
  PetscCallMPI(MPI_Type_commit(type));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_Sliders(Term term, PetscBool *present)
{
  const Sliders all = term->model->sliders;
  SliderTerm   *t;

  PetscFunctionBeginUser;
  *present = (PetscBool)(all != NULL);
  if (!*present) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&t));
  PetscCall(CreateRealsType(sizeof(NodeState), &t->node));
  PetscCall(CreateRealsType(sizeof(ChartColumns), &t->columns));
  PetscCall(CreateRealsType(COMPONENTS * sizeof(double), &t->force_type));
  PetscCall(PetscMalloc3(all->nleaves, &t->states, all->nleaves, &t->leaf_columns, all->nleaves,
                         &t->force));
  PetscCall(PetscMalloc1(term->model->mesh->g.nnodes, &t->node_force));
  PetscCall(PetscMalloc3(all->n, &t->line, all->n, &t->xi, all->n, &t->at));
  for (PetscInt i = 0; i < all->n; i++) {
    t->line[i] = all->slider[i].initial_line;
    t->xi[i]   = all->slider[i].initial_xi;
  }
  term->data         = t;
  term->traits.nodes = term->traits.has_memory = term->traits.has_switches = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Sliders(Term term)
{
  SliderTerm *t = term->data;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_free(&t->node));
  PetscCallMPI(MPI_Type_free(&t->columns));
  PetscCallMPI(MPI_Type_free(&t->force_type));
  PetscCall(PetscFree3(t->states, t->leaf_columns, t->force));
  PetscCall(PetscFree(t->node_force));
  PetscCall(PetscFree3(t->line, t->xi, t->at));
  PetscCall(PetscFree(term->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Forces jump with the curvature of the path where two lines meet. */
static PetscErrorCode SwitchMargins_Sliders(Term term, const Evaluation *ev,
                                            PetscReal margin[FS_SWITCHES])
{
  const Sliders     all = term->model->sliders;
  const SliderTerm *t   = term->data;

  PetscFunctionBeginUser;
  PetscCall(SlidersGather(ev));
  for (PetscInt i = 0; i < all->n; i++) {
    const SliderEvaluation *at = &t->at[i];
    PetscReal               from, to, now, least = PETSC_MAX_REAL;

    if (!at->slider || at->has_no_foot) continue;
    from = at->slider->arc_length[t->line[i]];
    to   = at->slider->arc_length[t->line[i] + 1];
    now  = at->slider->arc_length[at->line] + at->state.xi * at->state.length;
    if (t->line[i] > 0)
      least = FsSwitchMargin(FsSwitchStoredValue(1, t->xi[i] * (to - from)), now - from);
    if (t->line[i] + 1 < at->slider->nlines)
      least = PetscMin(
        least, FsSwitchMargin(FsSwitchStoredValue(1, (1 - t->xi[i]) * (to - from)), to - now));
    for (int k = 0; k < FS_SWITCHES; k++) margin[k] = PetscMin(margin[k], least);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Stores the places of all sliders on all ranks. Fails if a slider has left its path. */
static PetscErrorCode Accept_Sliders(Term term, const Evaluation *ev)
{
  const MPI_Comm comm = term->model->comm;
  /* Place beyond an end of the path, relative to the length of its last line. It is the round-off
     of the foot, with which SliderFindFoot() ends (1e-9); a step that is farther out has left the
     path. The test tests/model/sliders.py has trolleys that run beyond both ends. */
  const double  rounding = 1e-9;
  const Sliders all      = term->model->sliders;
  SliderTerm   *t        = term->data;

  PetscFunctionBeginUser;
  PetscCall(SlidersGatherNextStep(ev));
  for (PetscInt i = 0; i < all->n; i++) {
    const SliderEvaluation *at    = &t->at[i];
    double                  to[3] = {-1, -PETSC_MAX_REAL, 0};

    if (at->slider) to[0] = (double)at->line, to[1] = at->state.xi, to[2] = at->has_no_foot;
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, to, 3, MPI_DOUBLE, MPI_MAX, comm));
    PetscCheck(
      to[2] == 0, comm, PETSC_ERR_NOT_CONVERGED,
      "slider '%s' has left its path at t = %.6g s: its node has no nearest point on the path",
      all->slider[i].name, (double)ev->s->t);
    t->line[i] = (PetscInt)to[0];
    t->xi[i]   = to[1];
    PetscCheck(t->xi[i] > -rounding && t->xi[i] < 1 + rounding, comm, PETSC_ERR_NOT_CONVERGED,
               "slider '%s' has reached the %s of its path before t = %.6g s", all->slider[i].name,
               t->xi[i] < 0.5 ? "start" : "end", (double)ev->s->t);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Archive_Sliders(Term term, FsArchive a)
{
  const Sliders all = term->model->sliders;
  SliderTerm   *t   = term->data;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < all->n; i++) {
    char name[32];

    PetscCall(PetscSNPrintf(name, sizeof name, "line_%d", (int)i));
    PetscCall(FsArchiveInt(a, name, &t->line[i]));
  }
  PetscCall(FsArchiveReals(a, "xi", all->n, t->xi));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const TermKind slider_term = {.name           = "sliders",
                              .create         = Create_Sliders,
                              .destroy        = Destroy_Sliders,
                              .switch_margins = SwitchMargins_Sliders,
                              .accept         = Accept_Sliders,
                              .archive        = Archive_Sliders,
                              .has_sliders    = PETSC_TRUE};
