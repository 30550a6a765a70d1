/* sliders.c: reads the description of sliders, creates them, finds their points on the paths,
   and connects the ranks of their nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "sliders.h"
#include "base/error.h"
#include "math/vector.h"
#include "model/joints/joints.h"

/* ---- foot ------------------------------------------------------------------------------------ */

int SliderFindFoot(const Slider *slider, const NodeState nodes[], double slack, PetscInt *line,
                   SliderState *s)
{
  int last_step = 0; /* 1 or -1; rounding must not reverse it */

  for (PetscInt k = 0; k <= slider->nlines; k++) {
    const SliderLine *l = &slider->line[*line];
    int               next_step;

    *s = (SliderState){
      .node   = {&nodes[0], &nodes[1 + *line], &nodes[2 + *line]},
      .offset = slider->offset,
      .length = l->length,
      .nrows  = slider->nrows,
      .xi     = s->xi
    };
    for (int i = 0; i < 2; i++) {
      s->tangent[i] = l->tangent[i];
      s->across[i]  = l->across[i];
    }
    if (slider_find_foot(s)) return 1;
    next_step = s->xi > 1 + slack ? 1 : s->xi < -slack ? -1 : 0;
    if (!next_step || next_step == -last_step || *line + next_step < 0 ||
        *line + next_step >= slider->nlines)
      return 0;
    last_step = next_step;
    *line += next_step;
    s->xi = next_step > 0 ? 0 : 1;
  }
  return 1;
}

/* Sets initial_line and initial_xi on the rank that has the node. Returns the distance of the point
   from the path in the reference configuration. */
static double locate_on_path(Slider *s, const NodeState nodes[])
{
  double least = INFINITY;

  for (PetscInt k = 0; k < s->nlines; k++) {
    /* Place beyond the ends of a line, relative to the line: round-off of the foot of a point at a
       border of two lines, which is about 1e-15 on short lines far from the origin. Steps have the
       same tolerance (assembly/constraints/sliders/slider_constraint.c). */
    const double small = 1e-9;
    PetscInt     line  = k;
    SliderState  state = {.xi = 0.5};
    double       d[3];

    if (SliderFindFoot(s, nodes, 0, &line, &state) || state.xi < -small || state.xi > 1 + small)
      continue;
    slider_gap(&state, d);
    if (norm(d) >= least) continue;
    least           = norm(d);
    s->initial_line = line;
    s->initial_xi   = state.xi;
  }
  return least;
}

/* ---- set-up ---------------------------------------------------------------------------------- */

/* Finds the sets of the sliding node and of the path. Input error: there is no such set. */
static PetscErrorCode FindSets(Model model, const SliderOptions *x, Slider *s)
{
  char option[256];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(option, sizeof option, "-slider_%s_set", x->name));
  PetscCall(
    MeshFindSet(model->mesh, x->set ? option : "-sliders", x->set ? x->set : x->name, &s->set));
  PetscCall(PetscSNPrintf(option, sizeof option, "-slider_%s_along", x->name));
  PetscCall(MeshFindSet(model->mesh, option, x->along, &s->along));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets cell and node on the rank that has them. */
static PetscErrorCode FindSlidingNode(Model model, Slider *s)
{
  const Geometry *g = &model->mesh->g;
  PetscInt        n = 0;

  PetscFunctionBeginUser;
  s->cell = s->node = -1;
  for (int c = 0; c < g->ncells; c++)
    if (geometry_cell_in_set(g, c, (int)s->set) && shape_dimension((Shape)g->shape[c]) == 0) {
      s->cell = c;
      s->node = g->conn[g->offset[c]];
      n++;
    }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &n, 1, MPIU_INT, MPI_SUM, model->comm));
  PetscCheck(n == 1, model->comm, PETSC_ERR_USER_INPUT,
             "slider '%s': the set '%s' has %" PetscInt_FMT
             " points; it must have one, the sliding node (-slider_%s_set)",
             s->name, g->set_name[s->set], n, s->name);
  PetscCall(CheckAllRanks(
    model->comm, (PetscBool)(s->node >= 0 && !model->layout.components[s->node]),
    "slider '%s': its node belongs to no part; make it a mass or a body, or a node of a beam",
    s->name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets offset, initial_line and initial_xi. */
static PetscErrorCode SetPoint(Model model, const SliderOptions *x, Slider *s)
{
  const Geometry *g             = &model->mesh->g;
  PetscBool       cannot_rotate = PETSC_FALSE, on_path = PETSC_FALSE, off_path = PETSC_FALSE;
  double          at[2] = {-1, 0};

  PetscFunctionBeginUser;
  if (s->node >= 0) {
    NodeState *nodes;

    for (int c = 0; c < 3; c++) s->offset[c] = x->has_point ? x->point[c] - g->x[s->node][c] : 0;
    cannot_rotate =
      (PetscBool)(norm(s->offset) > 0 && !(model->layout.components[s->node] & ROTATIONS));
    on_path = (PetscBool)geometry_node_in_set(g, (int)s->node, (int)s->along);
    PetscCall(PetscMalloc1(s->nlines + 2, &nodes));
    nodes[0] = node_at_rest(g->x[s->node]);
    for (PetscInt k = 0; k < s->nlines; k++)
      for (int i = 0; i < 2; i++) nodes[1 + k + i] = node_at_rest(s->line[k].x[i]);
    off_path = (PetscBool)isinf(locate_on_path(s, nodes));
    at[0]    = (double)s->initial_line;
    at[1]    = s->initial_xi;
    PetscCall(PetscFree(nodes));
  }
  PetscCall(CheckAllRanks(
    model->comm, cannot_rotate,
    "slider '%s': its node does not rotate: its point must be there (-slider_%s_point)", s->name,
    s->name));
  PetscCall(CheckAllRanks(model->comm, on_path, "slider '%s': its node belongs to the path itself",
                          s->name));
  PetscCall(CheckAllRanks(model->comm, off_path,
                          "slider '%s': its point is not beside the path '%s' (-slider_%s_point)",
                          s->name, g->set_name[s->along], s->name));
  if (s->node < 0) at[1] = -PETSC_MAX_REAL;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, at, 2, MPI_DOUBLE, MPI_MAX, model->comm));
  s->initial_line = (PetscInt)at[0];
  s->initial_xi   = at[1];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SlidersCreate(Model model, const SlidersOptions *options)
{
  PetscFunctionBeginUser;
  if (!options->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(!model->linearize, model->comm, PETSC_ERR_USER_INPUT,
             "-sliders exclude -linearize: leave it out");
  PetscCall(PetscNew(&model->sliders));
  PetscCall(PetscCalloc1(options->n, &model->sliders->slider));
  for (PetscInt i = 0; i < options->n; i++) {
    const SliderOptions *x = &options->slider[i];
    Slider              *s = &model->sliders->slider[model->sliders->n++];

    PetscCall(PetscStrallocpy(x->name, &s->name));
    PetscCall(JointsCheckName(model, "slider", s->name));
    PetscCall(FindSets(model, x, s));
    PetscCall(FindSlidingNode(model, s));
    PetscCall(SliderBuildPath(model, s, &s->path));
    PetscCall(SetPoint(model, x, s));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- nodes of other ranks -------------------------------------------------------------------- */

/* Creates sliders->nodes and sets the leaf of each slider of this rank. */
static PetscErrorCode CreateNodeSF(Model model)
{
  const Sliders sliders = model->sliders;
  PetscSFNode  *remote;
  PetscMPIInt   rank;
  PetscInt      most = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(model->comm, &rank));
  for (PetscInt i = 0; i < sliders->n; i++) most += sliders->slider[i].nlines + 2;
  PetscCall(PetscMalloc1(most, &remote));
  for (PetscInt i = 0; i < sliders->n; i++) {
    Slider *s = &sliders->slider[i];

    s->leaf = sliders->nleaves;
    if (s->node < 0) continue;
    remote[sliders->nleaves++] = (PetscSFNode){rank, s->node};
    for (PetscInt k = 0; k <= s->nlines; k++)
      remote[sliders->nleaves++] = (PetscSFNode){s->path[k][0], s->path[k][1]};
    sliders->ncells += s->nlines;
  }
  PetscCall(PetscSFCreate(model->comm, &sliders->nodes));
  PetscCall(PetscSFSetGraph(sliders->nodes, model->mesh->g.nnodes, sliders->nleaves, NULL,
                            PETSC_OWN_POINTER, remote, PETSC_COPY_VALUES));
  PetscCall(PetscFree(remote));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SlidersIndexDofs(Model model)
{
  const Sliders sliders = model->sliders;
  const Layout *l       = &model->layout;
  PetscInt     *mine, cell = 0;
  MPI_Datatype  unit;

  PetscFunctionBeginUser;
  if (!sliders) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(CreateNodeSF(model));
  PetscCall(PetscMalloc1(COMPONENTS * (size_t)sliders->nleaves + SLIDER_ROWS * (size_t)sliders->n,
                         &sliders->global));
  PetscCall(PetscMalloc1(SLIDER_LINE_DOFS * (size_t)sliders->ncells, &sliders->dofs));
  PetscCall(PetscMalloc1(COMPONENTS * (size_t)model->mesh->g.nnodes, &mine));
  for (PetscInt i = 0; i < COMPONENTS * model->mesh->g.nnodes; i++)
    mine[i] = l->dof[i] < 0 ? -1 : l->global[l->dof[i]];
  PetscCallMPI(MPI_Type_contiguous(COMPONENTS, MPIU_INT, &unit));
  PetscCallMPI(MPI_Type_commit(&unit));
  PetscCall(PetscSFBcastBegin(sliders->nodes, unit, mine, sliders->global, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(sliders->nodes, unit, mine, sliders->global, MPI_REPLACE));
  PetscCallMPI(MPI_Type_free(&unit));
  PetscCall(PetscFree(mine));
  for (PetscInt i = 0; i < sliders->n; i++) {
    Slider        *s   = &sliders->slider[i];
    const PetscInt row = COMPONENTS * sliders->nleaves + SLIDER_ROWS * i;

    for (int k = 0; k < SLIDER_ROWS; k++)
      sliders->global[row + k] = s->node >= 0 && k < s->nrows ? l->global[s->dof[k]] : -1;
    s->first_line = cell;
    for (PetscInt e = 0; s->node >= 0 && e < s->nlines; e++, cell++) {
      PetscInt *dofs = sliders->dofs + SLIDER_LINE_DOFS * cell;

      for (int d = 0; d < COMPONENTS; d++) {
        dofs[d]                  = COMPONENTS * s->leaf + d;
        dofs[COMPONENTS + d]     = COMPONENTS * (s->leaf + 1 + e) + d;
        dofs[2 * COMPONENTS + d] = COMPONENTS * (s->leaf + 2 + e) + d;
      }
      for (int k = 0; k < SLIDER_ROWS; k++) dofs[SLIDER_DOFS + k] = k < s->nrows ? row + k : -1;
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SlidersDestroy(Model model)
{
  Sliders sliders = model->sliders;

  PetscFunctionBeginUser;
  if (!sliders) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < sliders->n; i++) {
    PetscCall(PetscFree(sliders->slider[i].name));
    PetscCall(PetscFree(sliders->slider[i].line));
    PetscCall(PetscFree(sliders->slider[i].arc_length));
    PetscCall(PetscFree(sliders->slider[i].path));
  }
  PetscCall(PetscSFDestroy(&sliders->nodes));
  PetscCall(PetscFree(sliders->slider));
  PetscCall(PetscFree(sliders->global));
  PetscCall(PetscFree(sliders->dofs));
  PetscCall(PetscFree(model->sliders));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- slider options -------------------------------------------------------------------------- */

/* clang-format off */
const FsOptionDoc slider_options[] = {
  {"-sliders", "<name>,...",
   "names of points that slide along beams, each described by -slider_<name>_..."},
  {"-slider_<name>_set", "<set>",
   "set with one point, the sliding node; default: the set called <name>",
   FS_TEXT(SliderOptions, set)},
  {"-slider_<name>_along", "required", "set of consecutive lines of beams: the path",
   FS_TEXT(SliderOptions, along)},
  {"-slider_<name>_point", "<x,y,z>",
   "point of the sliding node that stays on the path, in the reference configuration; default: the "
   "node", FS_REALS(SliderOptions, point, 3), FS_GIVEN(SliderOptions, has_point)},
  {NULL, NULL, NULL}
};
/* clang-format on */

static PetscErrorCode ReadSlider(FsOptions o, MPI_Comm comm, const char name[], SliderOptions *s)
{
  PetscFunctionBeginUser;
  *s = (SliderOptions){.name = name};
  PetscCall(FsOptionsReadRows(o, slider_options, name, s));
  PetscCheck(s->along, comm, PETSC_ERR_USER_INPUT,
             "slider '%s' has no path: give -slider_%s_along, a set of beams", name, name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SlidersOptionsRead(FsOptions o, MPI_Comm comm, SlidersOptions *sliders)
{
  PetscFunctionBeginUser;
  *sliders = (SlidersOptions){.n = 0};
  PetscCall(FsOptionsNames(o, "-sliders", &sliders->n, &sliders->names));
  PetscCall(PetscCalloc1(sliders->n, &sliders->slider));
  for (PetscInt i = 0; i < sliders->n; i++)
    PetscCall(ReadSlider(o, comm, sliders->names[i], &sliders->slider[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SlidersOptionsFree(SlidersOptions *sliders)
{
  PetscFunctionBeginUser;
  PetscCall(PetscStrNArrayDestroy(sliders->n, &sliders->names));
  PetscCall(PetscFree(sliders->slider));
  PetscFunctionReturn(PETSC_SUCCESS);
}
