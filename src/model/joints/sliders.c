/* sliders.c: sliders from the options: their sliding nodes, where these are on their paths, and who needs whose states. */
#include "sliders.h"
#include <strings.h>
#include "base/error.h"
#include "math/vector.h"

const FsOptionDoc slider_options[] = {
  {"-sliders",             "<name>,...", "names of points that slide along beams, each described by -slider_<name>_..."},
  {"-slider_<name>_set",   "<set>",      "set with one point: the sliding node; default: the set called <name>"        },
  {"-slider_<name>_along", "required",
   "set of lines of beams, one behind the other: the path, from one end to the other"                                  },
  {"-slider_<name>_point", "<x,y,z>",
   "the point of the sliding node that stays on the path, in the reference configuration; default: the node"           },
  {NULL,                   NULL,         NULL                                                                          }
};

/* ---- the foot ---------------------------------------------------------------------------------------------------- */

int SliderFind(const Slider *slider, const NodeState nodes[], double slack, PetscInt *line, SliderState *s)
{
  int way = 0; /* whether it went on or back: rounding must not turn it round */

  for (PetscInt k = 0; k <= slider->nlines; k++) {
    const SliderLine *l = &slider->line[*line];
    int               wants;

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
    if (slider_foot(s)) return 1;
    wants = s->xi > 1 + slack ? 1 : s->xi < -slack ? -1 : 0;
    if (!wants || wants == -way || *line + wants < 0 || *line + wants >= slider->nlines) return 0;
    way = wants;
    *line += wants;
    s->xi = wants > 0 ? 0 : 1;
  }
  return 1;
}

/* Where the point is in the reference, on the rank that has the node: first_line and first_xi. Returns its distance from
   the path. */
static double place(Slider *s, const NodeState nodes[])
{
  double least = INFINITY;

  for (PetscInt k = 0; k < s->nlines; k++) {
    const double small = 1e-9;
    PetscInt     line  = k;
    SliderState  state = {.xi = 0.5};
    double       d[3];

    if (SliderFind(s, nodes, 0, &line, &state) || state.xi < -small || state.xi > 1 + small) continue;
    slider_place(&state, d);
    if (norm(d) >= least) continue;
    least         = norm(d);
    s->first_line = line;
    s->first_xi   = state.xi;
  }
  return least;
}

/* ---- options ----------------------------------------------------------------------------------------------------- */

/* *set = that of an option, or called by default. Input error: there is none. */
static PetscErrorCode SetOf(FsOptions o, Model model, const char option[], const char other[], const char name[],
                            PetscInt *set)
{
  const char *text = other;
  PetscBool   given;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, option, &text, &given));
  PetscCheck(given || other, model->comm, PETSC_ERR_USER_INPUT, "slider '%s' has no path: give %s, a set of beams",
             name, option);
  PetscCall(MeshFindSet(model->mesh, given ? option : "-sliders", given ? text : other, set));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* cell and node, on the rank that has them. */
static PetscErrorCode FindNode(Model model, Slider *s)
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
             "slider '%s': the set '%s' has %" PetscInt_FMT " points; the sliding node is one (-slider_%s_set)",
             s->name, g->set_name[s->set], n, s->name);
  PetscCall(CheckAllRanks(model->comm, (PetscBool)(s->node >= 0 && !model->layout.components[s->node]),
                          "slider '%s': its node belongs to no part; make it a mass or a body, or a node of a beam",
                          s->name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* offset, first_line, first_xi. */
static PetscErrorCode PlacePoint(FsOptions o, Model model, Slider *s)
{
  const Geometry *g     = &model->mesh->g;
  PetscInt        three = 3;
  PetscReal       point[3];
  PetscBool       set, still = PETSC_FALSE, on = PETSC_FALSE, far = PETSC_FALSE;
  double          at[2] = {-1, 0};

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, FsOptionName(o, "-slider_%s_point", s->name), 3, &three, point, &set));
  if (s->node >= 0) {
    NodeState *nodes;

    for (int c = 0; c < 3; c++) s->offset[c] = set ? point[c] - g->x[s->node][c] : 0;
    still = (PetscBool)(norm(s->offset) > 0 && !(model->layout.components[s->node] & ROTATIONS));
    on    = (PetscBool)geometry_node_in_set(g, (int)s->node, (int)s->along);
    PetscCall(PetscMalloc1(s->nlines + 2, &nodes));
    nodes[0] = node_at_rest(g->x[s->node]);
    for (PetscInt k = 0; k < s->nlines; k++)
      for (int i = 0; i < 2; i++) nodes[1 + k + i] = node_at_rest(s->line[k].x[i]);
    far   = (PetscBool)isinf(place(s, nodes));
    at[0] = (double)s->first_line;
    at[1] = s->first_xi;
    PetscCall(PetscFree(nodes));
  }
  PetscCall(CheckAllRanks(model->comm, still,
                          "slider '%s': its node does not rotate: its point must be there (-slider_%s_point)", s->name,
                          s->name));
  PetscCall(CheckAllRanks(model->comm, on, "slider '%s': its node belongs to the path itself", s->name));
  PetscCall(CheckAllRanks(model->comm, far, "slider '%s': its point is not beside the path '%s' (-slider_%s_point)",
                          s->name, g->set_name[s->along], s->name));
  if (s->node < 0) at[1] = -PETSC_MAX_REAL;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, at, 2, MPI_DOUBLE, MPI_MAX, model->comm));
  s->first_line = (PetscInt)at[0];
  s->first_xi   = at[1];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SlidersCreate(FsOptions o, Model model)
{
  PetscInt n;
  char   **names;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-sliders", &n, &names));
  if (!n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(!model->linearize, model->comm, PETSC_ERR_USER_INPUT, "-sliders do not go with -linearize: leave it out");
  PetscCall(PetscNew(&model->sliders));
  PetscCall(PetscCalloc1(n, &model->sliders->slider));
  for (PetscInt i = 0; i < n; i++) {
    Slider *s = &model->sliders->slider[model->sliders->n++];

    PetscCall(PetscStrallocpy(names[i], &s->name));
    for (PetscInt j = 0; j < model->njoints; j++)
      PetscCheck(strcasecmp(model->joint[j].name, s->name), model->comm, PETSC_ERR_USER_INPUT,
                 "slider '%s' and a joint have one name: rename one", s->name);
    PetscCall(SetOf(o, model, FsOptionName(o, "-slider_%s_set", s->name), s->name, s->name, &s->set));
    PetscCall(SetOf(o, model, FsOptionName(o, "-slider_%s_along", s->name), NULL, s->name, &s->along));
    PetscCall(FindNode(model, s));
    PetscCall(SliderPath(model, s, &s->path));
    PetscCall(PlacePoint(o, model, s));
  }
  PetscCall(PetscStrNArrayDestroy(n, &names));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- nodes of other ranks ---------------------------------------------------------------------------------------- */

/* leaf of the sliders of this rank, and nodes. */
static PetscErrorCode ConnectNodes(Model model)
{
  const Sliders all = model->sliders;
  PetscSFNode  *remote;
  PetscMPIInt   rank;
  PetscInt      most = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(model->comm, &rank));
  for (PetscInt i = 0; i < all->n; i++) most += all->slider[i].nlines + 2;
  PetscCall(PetscMalloc1(most, &remote));
  for (PetscInt i = 0; i < all->n; i++) {
    Slider *s = &all->slider[i];

    s->leaf = all->nleaves;
    if (s->node < 0) continue;
    remote[all->nleaves++] = (PetscSFNode){rank, s->node};
    for (PetscInt k = 0; k <= s->nlines; k++) remote[all->nleaves++] = (PetscSFNode){s->path[k][0], s->path[k][1]};
    all->ncells += s->nlines;
  }
  PetscCall(PetscSFCreate(model->comm, &all->nodes));
  PetscCall(PetscSFSetGraph(all->nodes, model->mesh->g.nnodes, all->nleaves, NULL, PETSC_OWN_POINTER, remote,
                            PETSC_COPY_VALUES));
  PetscCall(PetscFree(remote));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SlidersIndex(Model model)
{
  const Sliders all = model->sliders;
  const Layout *l   = &model->layout;
  PetscInt     *mine, cell = 0;
  MPI_Datatype  unit;

  PetscFunctionBeginUser;
  if (!all) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ConnectNodes(model));
  PetscCall(PetscMalloc1(COMPONENTS * (size_t)all->nleaves + SLIDER_ROWS * (size_t)all->n, &all->global));
  PetscCall(PetscMalloc1(SLIDER_ND * (size_t)all->ncells, &all->dofs));
  PetscCall(PetscMalloc1(COMPONENTS * (size_t)model->mesh->g.nnodes, &mine));
  for (PetscInt i = 0; i < COMPONENTS * model->mesh->g.nnodes; i++) mine[i] = l->dof[i] < 0 ? -1 : l->global[l->dof[i]];
  PetscCallMPI(MPI_Type_contiguous(COMPONENTS, MPIU_INT, &unit));
  PetscCallMPI(MPI_Type_commit(&unit));
  PetscCall(PetscSFBcastBegin(all->nodes, unit, mine, all->global, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(all->nodes, unit, mine, all->global, MPI_REPLACE));
  PetscCallMPI(MPI_Type_free(&unit));
  PetscCall(PetscFree(mine));
  for (PetscInt i = 0; i < all->n; i++) {
    const Slider  *s   = &all->slider[i];
    const PetscInt row = COMPONENTS * all->nleaves + SLIDER_ROWS * i;

    for (int k = 0; k < SLIDER_ROWS; k++)
      all->global[row + k] = s->node >= 0 && k < s->nrows ? l->global[s->dof[k]] : -1;
    for (PetscInt e = 0; s->node >= 0 && e < s->nlines; e++, cell++) {
      PetscInt *dofs = all->dofs + SLIDER_ND * cell;

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
  Sliders all = model->sliders;

  PetscFunctionBeginUser;
  if (!all) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < all->n; i++) {
    PetscCall(PetscFree(all->slider[i].name));
    PetscCall(PetscFree(all->slider[i].line));
    PetscCall(PetscFree(all->slider[i].start));
    PetscCall(PetscFree(all->slider[i].path));
  }
  PetscCall(PetscSFDestroy(&all->nodes));
  PetscCall(PetscFree(all->slider));
  PetscCall(PetscFree(all->global));
  PetscCall(PetscFree(all->dofs));
  PetscCall(PetscFree(model->sliders));
  PetscFunctionReturn(PETSC_SUCCESS);
}
