/* model_summary.c: prints a summary of a model for -show model, and counts the places
   of its sets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model_summary.h"
#include "math/vector.h"
#include "model/couplings/couplings.h"
#include "model/sliders/sliders.h"
#include "model/supports/support.h"
#include "model/ties/ties.h"
#include "model/loads/laws/law.h"
#include "model/parts/block.h"
#include "mesh/distributed/sparse_exchange.h"
#include "element/element_sizes.h"
#include <math.h>
#include <stdlib.h>

static PetscErrorCode SumOnAllRanks(MPI_Comm comm, PetscInt n, PetscReal values[])
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, values, (PetscMPIInt)n, MPIU_REAL, MPIU_SUM, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns a value, or 0 if it is round-off of values of a size. The limit of 1e-12 of the size is
   that of sums over some thousand nodes; it only decides what is printed. */
static double drop_round_off(PetscReal value, PetscReal size)
{
  return PetscAbsReal(value) > 1e-12 * size ? (double)value : 0;
}

static const char *plural(double n) { return n == 1 ? "" : "s"; }

/* ---- parts ----------------------------------------------------------------------------------- */

/* Computes the number of cells of a block on all ranks, and their total length or area. */
static PetscErrorCode MeasureBlock(Model model, const Block *b, PetscReal size[2])
{
  PetscFunctionBeginUser;
  size[0] = (PetscReal)b->ncells;
  size[1] = 0;
  for (PetscInt e = 0; e < b->ncells; e++) {
    double x[ELEMENT_MAX_NODES][3];

    geometry_cell_coordinates(&model->mesh->g, (int)b->cells[e], x);
    size[1] += shape_size(b->kernel->shape, (const double(*)[3])x);
  }
  PetscCall(SumOnAllRanks(model->comm, 2, size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DescribeParts(Model model)
{
  static const char *const sizes[] = {"", ", length %.6g m", ", area %.6g m2"};
  PartMass                *mass;
  PetscReal                model_size;

  PetscFunctionBeginUser;
  PetscCall(ModelSize(model, &model_size));
  PetscCall(PetscMalloc1(model->nparts + 1, &mass));
  PetscCall(ModelMasses(model, mass));
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b    = &model->block[k];
    const char  *text = sizes[shape_dimension(b->kernel->shape)];
    char         extent[48];
    PetscReal    size[2];

    PetscCall(MeasureBlock(model, b, size));
    PetscCall(PetscSNPrintf(extent, sizeof extent, text, (double)size[1]));
    PetscCall(PetscPrintf(
      model->comm, "part %s: %s, %.0f %s%s%s, mass %.6g kg, center (%.6g, %.6g, %.6g)\n", b->part,
      b->kernel->name, (double)size[0], shape_name(b->kernel->shape), plural(size[0]), extent,
      (double)mass[k].mass, drop_round_off(mass[k].center[0], model_size),
      drop_round_off(mass[k].center[1], model_size),
      drop_round_off(mass[k].center[2], model_size)));
  }
  {
    const PartMass *all  = &mass[model->nparts];
    const PetscReal most = all->inertia[0][0] + all->inertia[1][1] + all->inertia[2][2];

    PetscCall(PetscPrintf(
      model->comm,
      "all: mass %.6g kg, center (%.6g, %.6g, %.6g) m, inertia about it xx %.6g, yy %.6g, zz %.6g, "
      "xy %.6g, yz %.6g, zx %.6g kg m2\n",
      (double)all->mass, drop_round_off(all->center[0], model_size),
      drop_round_off(all->center[1], model_size), drop_round_off(all->center[2], model_size),
      drop_round_off(all->inertia[0][0], most), drop_round_off(all->inertia[1][1], most),
      drop_round_off(all->inertia[2][2], most), drop_round_off(all->inertia[0][1], most),
      drop_round_off(all->inertia[1][2], most), drop_round_off(all->inertia[2][0], most)));
  }
  PetscCall(PetscFree(mass));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- supports, joints and loads -------------------------------------------------------------- */

/* Counts the nodes of a set on all ranks, and collects their components. */
static PetscErrorCode NodesOfSet(Model model, PetscInt set, PetscReal *n, int *components)
{
  PetscFunctionBeginUser;
  *n          = 0;
  *components = 0;
  for (int i = 0; i < model->mesh->g.nnodes; i++) {
    if (!model->mesh->owned[i] || !geometry_node_in_set(&model->mesh->g, i, (int)set)) continue;
    *n += 1;
    *components |= model->layout.components[i];
  }
  PetscCall(SumOnAllRanks(model->comm, 1, n));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, components, 1, MPI_INT, MPI_BOR, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DescribeSupports(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nsupports; k++) {
    const Support *s                = &model->support[k];
    char           fixed_names[160] = "", moved_names[160] = "", places[48] = "";
    PetscReal      n;
    PetscInt       nplaces;
    int            components;

    PetscCall(NodesOfSet(model, s->set, &n, &components));
    PetscCall(SetCountPlaces(model, s->set, &nplaces));
    if (nplaces < (PetscInt)n)
      PetscCall(PetscSNPrintf(places, sizeof places, " at %" PetscInt_FMT " place%s", nplaces,
                              plural((double)nplaces)));
    for (int c = 0; c < COMPONENTS; c++) {
      char *const list = s->motion[c] ? moved_names : fixed_names;

      if (!(s->fixed & components & 1 << c)) continue;
      PetscCall(PetscStrlcat(list, *list ? ", " : "", sizeof fixed_names));
      PetscCall(PetscStrlcat(list, component_names[c], sizeof fixed_names));
    }
    PetscCall(PetscPrintf(model->comm, "support %s: %.0f node%s%s of set %s; %s%s%s%s%s\n", s->name,
                          (double)n, plural(n), places, model->mesh->g.set_name[s->set],
                          *fixed_names ? "fixed: " : "", fixed_names,
                          *fixed_names && *moved_names ? "; " : "", *moved_names ? "moved: " : "",
                          moved_names));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Prints the equations: "coupling mesh: gear, 0.5 pinion.angle + wheel.angle = 0, 1 of them". */
static PetscErrorCode DescribeCouplings(Model model)
{
  const Couplings all = model->couplings;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; all && i < all->n; i++) {
    const Coupling *c = &all->coupling[i];

    if (c->of_tie) continue;
    PetscCall(PetscPrintf(model->comm, "coupling %s: %s, ", c->name, c->type));
    for (PetscInt m = 0; m < c->nmembers; m++) {
      const CouplingMember *one = &c->member[m];

      PetscCall(PetscPrintf(model->comm, "%s%.6g %s%s.%s%s", m ? " + " : "", one->factor,
                            one->formula ? "f(" : "", model->joint[one->joint].name,
                            joint_coordinate_names[one->kind], one->formula ? ")" : ""));
    }
    if (c->from_initial) PetscCall(PetscPrintf(model->comm, " = its initial value"));
    else PetscCall(PetscPrintf(model->comm, " = %.6g", (double)c->offset));
    PetscCall(PetscPrintf(model->comm, ", %" PetscInt_FMT " of them\n", c->ncells_all));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DescribeSliders(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; model->sliders && i < model->sliders->n; i++) {
    const Slider *s = &model->sliders->slider[i];

    PetscCall(PetscPrintf(
      model->comm,
      "slider %s: point of set %s along %s, %" PetscInt_FMT " line%s, %.6g m; at %.6g m of it\n",
      s->name, model->mesh->g.set_name[s->set], model->mesh->g.set_name[s->along], s->nlines,
      plural((int)s->nlines), (double)s->arc_length[s->nlines],
      (double)(s->arc_length[s->initial_line] + s->initial_xi * s->line[s->initial_line].length)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DescribeTies(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; model->ties && i < model->ties->n; i++) {
    const Tie *tie = &model->ties->tie[i];

    PetscCall(PetscPrintf(model->comm, "tie %s: %s, %" PetscInt_FMT " constraint%s\n", tie->name,
                          tie->kind->name, TieCountRows(model, tie),
                          plural((double)TieCountRows(model, tie))));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DescribeJoints(Model model, const FsConstraintRank *rank)
{
  const Layout  *l        = &model->layout;
  const PetscInt mobility = l->nfree - l->nmultipliers - rank->independent;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->njoints; k++) {
    const Joint        *j        = &model->joint[k];
    const double *const a        = j->first.frame[2];
    char                axis[96] = "";

    if (j->of_tie) continue;
    if (j->support >= 0) {
      PetscCall(PetscPrintf(
        model->comm, "support %s: %" PetscInt_FMT " node%s with %d constraint%s each\n", j->name,
        j->ncells_all, plural((int)j->ncells_all), j->nrows, plural(j->nrows)));
      continue;
    }
    if (j->type->axes)
      PetscCall(PetscSNPrintf(axis, sizeof axis, ", axis (%.6g, %.6g, %.6g)%s",
                              drop_round_off(a[0], 1), drop_round_off(a[1], 1),
                              drop_round_off(a[2], 1),
                              j->normal ? ", the normal of the plane" : ""));
    PetscCall(PetscPrintf(model->comm,
                          "joint %s: %s%s, %" PetscInt_FMT " of set %s, each with %d constraint%s",
                          j->name, j->type->name, axis, j->ncells_all,
                          model->mesh->g.set_name[j->set], j->nrows, plural(j->nrows)));
    for (int c = 0; c < JOINT_COORDINATES; c++)
      if (j->driver[c])
        PetscCall(PetscPrintf(model->comm, ", %s driven", joint_coordinate_names[c]));
    PetscCall(PetscPrintf(model->comm, "\n"));
  }
  PetscCall(DescribeCouplings(model));
  PetscCall(DescribeSliders(model));
  PetscCall(DescribeTies(model));
  PetscCall(PetscPrintf(model->comm, "dofs: %" PetscInt_FMT " free, %" PetscInt_FMT " constraints",
                        l->nfree - l->nmultipliers, l->nmultipliers));
  if (rank->independent < l->nmultipliers)
    PetscCall(
      PetscPrintf(model->comm, ", %" PetscInt_FMT " of them independent", rank->independent));
  if (l->nmultipliers) PetscCall(PetscPrintf(model->comm, "; mobility %" PetscInt_FMT, mobility));
  if (rank->conditioning > 0)
    PetscCall(PetscPrintf(model->comm, "; conditioning %.2g", (double)rank->conditioning));
  PetscCall(PetscPrintf(model->comm, "\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* model_size [m]: forces times it are the scale of moments */
static PetscErrorCode DescribeLoad(Model model, const Resultant *load, PetscReal model_size)
{
  const PetscReal *f = load->sum, *m = load->sum + 3, size = norm(f) * model_size + norm(m);

  PetscFunctionBeginUser;
  PetscCall(PetscPrintf(model->comm,
                        "load %s: force (%.6g, %.6g, %.6g) N, moment about the origin (%.6g, %.6g, "
                        "%.6g) N m, times its factor\n",
                        load->name, drop_round_off(f[0], norm(f)), drop_round_off(f[1], norm(f)),
                        drop_round_off(f[2], norm(f)), drop_round_off(m[0], size),
                        drop_round_off(m[1], size), drop_round_off(m[2], size)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DescribeLaw(Model model, const Law *law)
{
  PetscFunctionBeginUser;
  for (int c = 0; c < COMPONENTS; c++)
    if (law->formula[c])
      PetscCall(PetscPrintf(model->comm, "law %s\n", ExpressionOption(law->formula[c])));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DescribeLoads(Model model, PetscReal t)
{
  PetscReal  model_size;
  PetscInt   n;
  Resultant *load;

  PetscFunctionBeginUser;
  PetscCall(ModelSize(model, &model_size));
  PetscCall(ModelResultants(model, t, &n, &load));
  for (PetscInt k = 0; k < n; k++) PetscCall(DescribeLoad(model, &load[k], model_size));
  PetscCall(PetscFree(load));
  for (PetscInt k = 0; k < model->loads.nlaws; k++)
    PetscCall(DescribeLaw(model, &model->loads.law[k]));
  for (PetscInt k = 0; k < model->loads.nmoment_laws; k++)
    PetscCall(DescribeLaw(model, &model->loads.moment_law[k]));
  if (ModelHasGravity(model))
    PetscCall(PetscPrintf(
      model->comm, "gravity: (%.6g, %.6g, %.6g) m/s2\n", (double)model->gravity.acceleration[0],
      (double)model->gravity.acceleration[1], (double)model->gravity.acceleration[2]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the mesh -------------------------------------------------------------------------------- */

static PetscErrorCode DescribeSets(Model model)
{
  enum { MAX_LISTED_SETS = 40 }; /* more sets would fill the screen */
  const Geometry *g = &model->mesh->g;
  PetscReal      *count; /* [nsets][2] nodes and cells */

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(2 * (size_t)g->nsets, &count));
  for (int s = 0; s < g->nsets; s++) {
    for (int i = 0; i < g->nnodes; i++)
      count[2 * s] += model->mesh->owned[i] && geometry_node_in_set(g, i, s) ? 1 : 0;
    for (int c = 0; c < g->ncells; c++) count[2 * s + 1] += geometry_cell_in_set(g, c, s) ? 1 : 0;
  }
  PetscCall(SumOnAllRanks(model->comm, 2 * g->nsets, count));
  PetscCall(PetscPrintf(
    model->comm, "mesh: %" PetscInt_FMT " nodes, %" PetscInt_FMT " cells; sets (nodes/cells):",
    model->mesh->nnodes, model->mesh->ncells));
  for (int s = 0; s < PetscMin(g->nsets, MAX_LISTED_SETS); s++)
    PetscCall(PetscPrintf(model->comm, "%s %s (%.0f/%.0f)", s ? "," : "", g->set_name[s],
                          (double)count[2 * s], (double)count[2 * s + 1]));
  if (g->nsets > MAX_LISTED_SETS)
    PetscCall(PetscPrintf(model->comm, ", and %d more", g->nsets - MAX_LISTED_SETS));
  PetscCall(PetscPrintf(model->comm, "\n"));
  PetscCall(PetscFree(count));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Prints the partition of the mesh, and the work of the ranks. */
static PetscErrorCode DescribePartition(Model model)
{
  const Mesh  mesh   = model->mesh;
  PetscReal   sum[3] = {0, 0, 0}; /* work, nodes and ghosts of all ranks */
  PetscReal   most   = 0;         /* largest work of a rank */
  PetscMPIInt size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(model->comm, &size));
  if (size == 1) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 0; k < model->nparts; k++) sum[0] += BlockCost(&model->block[k]);
  for (PetscInt j = 0; j < model->njoints; j++) sum[0] += JointCost(model->joint[j].ncells);
  sum[1] = (PetscReal)mesh->nowned;
  sum[2] = (PetscReal)(mesh->g.nnodes - mesh->nowned);
  PetscCallMPI(MPIU_Allreduce(&sum[0], &most, 1, MPIU_REAL, MPIU_MAX, model->comm));
  PetscCall(SumOnAllRanks(model->comm, 3, sum));
  PetscCall(PetscPrintf(
    model->comm,
    "partition: %s on %d ranks, the largest work is %.3g of the mean; ghost nodes: %.0f, %.3g %%\n",
    mesh->method, size, sum[0] > 0 ? (double)(most * size / sum[0]) : 1, (double)sum[2],
    (double)(100 * sum[2] / sum[1])));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelSummaryPrint(Model model, const FsConstraintRank *rank, PetscReal t)
{
  PetscFunctionBeginUser;
  PetscCall(DescribeSets(model));
  PetscCall(DescribePartition(model));
  PetscCall(DescribeParts(model));
  PetscCall(DescribeSupports(model));
  PetscCall(DescribeJoints(model, rank));
  PetscCall(DescribeLoads(model, t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- places of a set ------------------------------------------------------------------------- */

/* Counts the places of the nodes of a set.

   Each place is a cell of a fine grid, and belongs to the rank that a hash of the cell gives. */

typedef struct {
  int64_t rank, cell[3];
} Place;

static int compare_places(const void *a, const void *b)
{
  const Place *p = a, *q = b;

  if (p->rank != q->rank) return p->rank < q->rank ? -1 : 1;
  for (int c = 0; c < 3; c++)
    if (p->cell[c] != q->cell[c]) return p->cell[c] < q->cell[c] ? -1 : 1;
  return 0;
}

/* Sorts places and removes those that occur twice; returns the number of the others. */
static PetscInt sort_places(PetscInt n, Place place[])
{
  PetscInt different = 0;

  if (n) qsort(place, (size_t)n, sizeof *place, compare_places);
  for (PetscInt k = 0; k < n; k++)
    if (!different || compare_places(&place[k], &place[different - 1]))
      place[different++] = place[k];
  return different;
}

/* Fills the places of the nodes that this rank owns, and their number. */
static PetscErrorCode PlacesOfRank(Model model, PetscInt set, PetscInt *n, Place **place)
{
  /* grid: a part of the model size, above the digits of a mesh file and below any element. shift:
     nodes at round numbers are not at the border of a cell. Nodes 1e-12 m apart are counted once in
     tests/analysis/show_model.py. */
  const PetscReal grid = 1e-6, shift = 0.382;
  const Geometry *g = &model->mesh->g;
  PetscReal       size;
  PetscMPIInt     ranks;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(model->comm, &ranks));
  PetscCall(ModelSize(model, &size));
  PetscCall(PetscMalloc1(g->nnodes, place));
  *n = 0;
  for (int i = 0; i < g->nnodes; i++) {
    const uint64_t mix  = 0x9E3779B97F4A7C15u;
    uint64_t       hash = 0;
    Place         *p    = *place + *n;

    if (!model->mesh->owned[i] || !geometry_node_in_set(g, i, (int)set)) continue;
    for (int c = 0; c < 3; c++) {
      p->cell[c] = size > 0 ? (int64_t)floor(g->x[i][c] / (grid * size) + shift) : 0;
      hash       = (hash ^ (uint64_t)p->cell[c]) * mix;
    }
    p->rank = (int64_t)((hash >> 32) % (uint64_t)ranks);
    (*n)++;
  }
  *n = sort_places(*n, *place);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SetCountPlaces(Model model, PetscInt set, PetscInt *n)
{
  PetscMPIInt  nto  = 0, *to;
  PetscInt     mine = 0, received, *first;
  Place       *place, *all;
  MPI_Datatype type;

  PetscFunctionBeginUser;
  PetscCall(PlacesOfRank(model, set, &mine, &place));
  PetscCall(PetscMalloc2(mine, &to, mine + 1, &first));
  for (PetscInt k = 0; k < mine; k++)
    if (!k || place[k].rank != place[k - 1].rank) {
      to[nto]      = (PetscMPIInt)place[k].rank;
      first[nto++] = k;
    }
  first[nto] = mine;
  PetscCallMPI(MPI_Type_contiguous(sizeof *place, MPI_BYTE, &type));
  PetscCallMPI(MPI_Type_commit(&type));
  PetscCall(SparseExchange(model->comm, type, nto, to, first, place, &received, &all));
  PetscCallMPI(MPI_Type_free(&type));
  *n = sort_places(received, all);
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, n, 1, MPIU_INT, MPI_SUM, model->comm));
  PetscCall(PetscFree(all));
  PetscCall(PetscFree2(to, first));
  PetscCall(PetscFree(place));
  PetscFunctionReturn(PETSC_SUCCESS);
}
