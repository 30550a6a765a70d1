/* member_report.c: reports members of beams that have too few cells for what they do. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "member_report.h"
#include "assembly/term.h"
#include "element/beam/inside/beam_limits.h"
#include "model/parts/block.h"

/* Limits for errors of 1 %, but BOW_ERROR. INNER_CELLS: number of cells that a half wave needs if
   their mass has inner shapes, PLAIN_CELLS with other masses. COMPRESSION: largest force of a cell
   over pi^2 EI/L^2; BOWED_COMPRESSION if the axial force bends the cell between its nodes, where
   beam_bow.h has the exact functions up to 2.8. LINEAR_COMPRESSION with -linearize, whose results
   do not depend on the force. The cell then buckles between its nodes, at a force that is larger if
   supports fix the rotations of its ends, before the buckling load that its model has. FIRST_STEP:
   number of the first step whose forces are read. BOW_ERROR: error of rotations between nodes that
   needs no word, and BOW_TENSION that in tension, which makes no error grow. BOW_COMPRESSION:
   largest force over pi^2 EI/L^2 up to which it is estimated. */
#define INNER_CELLS 1.6
#define PLAIN_CELLS 10
#define COMPRESSION 0.3
#define BOWED_COMPRESSION 2.5
static const PetscReal LINEAR_COMPRESSION[] = {1, 2.0457, 4}; /* by the number of clamped ends */
#define BOW_ERROR 1e-3
#define BOW_TENSION 1e-2
#define BOW_COMPRESSION 0.9
/* FAR_BEYOND: compression over pi^2 EI/L^2 of a cell beyond which more cells help nothing, because
   the units of the model or its loads are wrong */
#define FAR_BEYOND 20
enum { FIRST_STEP = 16 };

/* ---- the worst member ------------------------------------------------------------------------ */

/* Values of the WorstCell of a part, which is the member or the cell that most needs more cells.
   Its excess is the number of cells that the member needs divided by the number that it has. */
enum {
  CELLS, /* number of cells of the member, 1 or 2; 1 if a single cell of a longer member is meant */
  /* lowest frequency of the member's own bending that is accurate to 1 % [Hz]; or compressive force
     of the cell [N] */
  VALUE,
  LIMIT /* largest compressive force of the cell over pi^2 EI/L^2 */
};

/* Takes a cell into the worst one of its part. */
static void add_cell(const Model model, const Block *b, PetscInt element, const MemberCell *cell,
                     PetscReal excess, PetscReal value, PetscReal limit, WorstCell *w)
{
  const PetscReal values[WORST_VALUES] = {
    [CELLS] = cell->cells < MEMBER_LONG ? cell->cells : 1, [VALUE] = value, [LIMIT] = limit};

  worst_cell_add(model, b, element, excess, values, w);
}

/* Returns whether beam_bow_error() holds for the cells of a part. */
static PetscBool lacks_bows(const Block *b)
{
  return (PetscBool)(b->kernel->type->has_section && !b->linearized && !BlockTraits(b).bows);
}

/* Computes the axial forces N of this rank's cells at a state, in the order of Members.cell; unless
   error is NULL, also the error of each cell by its bending between the nodes, or 0. Cells in
   tension have an error in motions alone, because BowDoubt has the better estimate of equilibria.
 */
static PetscErrorCode AxialForces(const Members *m, FsSystem sys, const FsState *s,
                                  const FsLoading *loading, PetscReal N[], PetscReal error[])
{
  const Model model = m->model;
  Evaluation  ev;

  PetscFunctionBeginUser;
  PetscCall(AssemblyEvaluate(AssemblyOf(sys), s, loading, PETSC_TRUE, &ev));
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b     = &model->block[k];
    const int    force = b->kernel->type->axial_force;
    double       values[ELEMENT_MAX_RESULTS];

    for (PetscInt i = m->first[k]; i < m->first[k + 1]; i++) {
      ElementResults(&ev, b, i - m->first[k], RESULTS_PLAIN, values);
      N[i] = values[force];
      if (error && lacks_bows(b) && (N[i] < 0 || !loading->quasistatic))
        error[i] = beam_bow_error(b->kernel, b->prop,
                                  b->data + (size_t)(i - m->first[k]) * (size_t)b->kernel->ndata,
                                  m->cell[i].length, values, BOW_COMPRESSION);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- bending --------------------------------------------------------------------------------- */

/* Returns the number of cells that a half wave needs. */
static PetscReal cells_of_half_wave(const Block *b)
{
  return BlockTraits(b).line_mass ? INNER_CELLS : PLAIN_CELLS;
}

/* Returns the frequency [Hz] of a number of half waves of a member under an axial force N. */
static PetscReal bending_frequency(const MemberCell *cell, PetscReal N, PetscReal waves)
{
  const PetscReal k = PETSC_PI * waves / cell->member, square = k * k * (cell->bending * k * k + N);

  return PetscSqrtReal(PetscMax(0, square) / cell->mass) / (2 * PETSC_PI);
}

/* Returns the number of half waves of a member at a frequency [Hz]. */
static PetscReal half_waves(const MemberCell *cell, PetscReal N, PetscReal frequency)
{
  const PetscReal omega = 2 * PETSC_PI * frequency,
                  root  = hypot(N, 2 * PetscSqrtReal(cell->bending * cell->mass) * omega);

  return cell->member / PETSC_PI * PetscSqrtReal((root - N) / (2 * cell->bending));
}

static void find_bending(const Members *m, const PetscReal N[], PetscReal frequency,
                         WorstCell worst[])
{
  for (PetscInt k = 0; k < m->model->nparts; k++)
    for (PetscInt i = m->first[k]; i < m->first[k + 1]; i++) {
      const MemberCell *cell = &m->cell[i];
      const Block      *b    = &m->model->block[k];
      PetscReal         needed;

      if (cell->cells == MEMBER_LONG || !(cell->mass > 0) || !(cell->bending > 0)) continue;
      needed = cells_of_half_wave(b);
      add_cell(m->model, b, i - m->first[k], cell,
               needed * half_waves(cell, N[i], frequency) / cell->cells,
               bending_frequency(cell, N[i], cell->cells / needed), 0, &worst[k]);
    }
}

PetscErrorCode MembersReportBending(FsSystem sys, const FsState *s, const FsLoading *loading,
                                    PetscReal frequency, const char what[])
{
  const Model model = AssemblyModel(AssemblyOf(sys));
  Members     m;
  PetscReal  *N;
  WorstCell  *worst;

  PetscFunctionBeginUser;
  if (!MembersExist(model) || !(frequency > 0)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MembersCreate(model, &m));
  PetscCall(PetscMalloc1(m.first[model->nparts], &N));
  PetscCall(PetscCalloc1(model->nparts, &worst));
  PetscCall(AxialForces(&m, sys, s, loading, N, NULL));
  find_bending(&m, N, frequency, worst);
  PetscCall(WorstCellsReduce(model->comm, model->nparts, worst));
  for (PetscInt k = 0; k < model->nparts; k++) {
    const WorstCell *w = &worst[k];

    if (w->excess > 1)
      PetscCall(PetscFPrintf(model->comm, stderr,
                             "fsolve: warning: part '%s': members with one or two cells bend with "
                             "errors of more than 1 %% below %.6g Hz, %s; the one at (%.6g, %.6g, "
                             "%.6g) does from %.6g Hz on, and needs %.0f cells in place of %.0f\n",
                             model->block[k].part, (double)frequency, what, (double)w->x[0],
                             (double)w->x[1], (double)w->x[2], (double)w->value[VALUE],
                             ceil((double)(w->excess * w->value[CELLS])), (double)w->value[CELLS]));
  }
  PetscCall(PetscFree(worst));
  PetscCall(PetscFree(N));
  PetscCall(MembersDestroy(&m));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the number of cells that a member needs, also for the displacements of the model. */
static double cells_needed(const WorstCell *w, const WorstCell *bowed)
{
  return ceil((double)(PetscMax(w->excess, bowed->excess) * w->value[CELLS]));
}

/* Writes how a part does without more cells, or nothing, to text. */
static PetscErrorCode NameCorrection(const Block *b, char text[], size_t size)
{
  PetscFunctionBeginUser;
  text[0] = 0;
  if (beam_may_bow(b->kernel, b->prop) && !BlockTraits(b).bows)
    PetscCall(PetscSNPrintf(text, size, ", or give -part_%s_correction axial", b->part));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes worst and bows of all ranks from those of this rank. The caller frees both by
   PetscFree2. Collective. */
static PetscErrorCode ReduceCompression(const MemberCompression *c, WorstCell **worst,
                                        WorstCell **bows)
{
  const Model model = c->members.model;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(model->nparts, worst, model->nparts, bows));
  PetscCall(PetscArraycpy(*worst, c->worst, model->nparts));
  PetscCall(PetscArraycpy(*bows, c->bows, model->nparts));
  PetscCall(WorstCellsReduce(model->comm, model->nparts, *worst));
  PetscCall(WorstCellsReduce(model->comm, model->nparts, *bows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- compression ----------------------------------------------------------------------------- */

/* Returns the largest force of a cell over pi^2 EI/L^2. */
static PetscReal largest_compression(const Block *b, const MemberCell *cell)
{
  if (b->linearized) return LINEAR_COMPRESSION[cell->clamped];
  return BlockTraits(b).bows ? BOWED_COMPRESSION : COMPRESSION;
}

static void find_compression(const Members *m, const PetscReal N[], WorstCell worst[],
                             PetscReal *excess)
{
  *excess = 0;
  for (PetscInt k = 0; k < m->model->nparts; k++) {
    for (PetscInt i = m->first[k]; i < m->first[k + 1]; i++) {
      const MemberCell *cell = &m->cell[i];
      const PetscReal   most = largest_compression(&m->model->block[k], cell);
      PetscReal         own;

      if (!(N[i] < 0) || !(cell->bending > 0)) continue;
      own     = cell->length / PETSC_PI * PetscSqrtReal(-N[i] / (most * cell->bending));
      *excess = PetscMax(*excess, own);
      add_cell(m->model, &m->model->block[k], i - m->first[k], cell, own, -N[i], most, &worst[k]);
    }
  }
}

/* Updates the worst cells with the errors by bending between the nodes. They fall with the fourth
   power of the number of cells, but with the second one in cells at a free end, whose moments fall
   as well: tension, as that of blades, takes this one. */
static void find_bows(const Members *m, const PetscReal N[], const PetscReal error[],
                      WorstCell worst[])
{
  for (PetscInt k = 0; k < m->model->nparts; k++)
    for (PetscInt i = m->first[k]; i < m->first[k + 1]; i++) {
      const PetscReal excess =
        N[i] < 0 ? PetscPowReal(error[i] / BOW_ERROR, 0.25) : PetscSqrtReal(error[i] / BOW_TENSION);

      add_cell(m->model, &m->model->block[k], i - m->first[k], &m->cell[i], excess, error[i], 0,
               &worst[k]);
    }
}

PetscErrorCode MembersReadCompression(MemberCompression *c, FsSystem sys, const FsState *s,
                                      const FsState near[2], PetscReal factor,
                                      const FsLoading *loading, PetscReal *excess)
{
  const Model model = AssemblyModel(AssemblyOf(sys));
  PetscReal  *N, *error, *there[2], largest = 0;
  PetscInt    n;

  PetscFunctionBeginUser;
  if (excess) *excess = 0;
  /* in linear motions forces change nothing, and inertia may hold what buckles */
  if (sys->traits.linear && !loading->quasistatic) PetscFunctionReturn(PETSC_SUCCESS);
  if (!MembersExist(model)) PetscFunctionReturn(PETSC_SUCCESS);
  if (!c->worst) {
    PetscCall(MembersCreate(model, &c->members));
    PetscCall(PetscCalloc2(model->nparts, &c->worst, model->nparts, &c->bows));
  }
  n = c->members.first[model->nparts];
  PetscCall(PetscCalloc4(n, &N, n, &error, n, &there[0], n, &there[1]));
  PetscCall(AxialForces(&c->members, sys, s, loading, N, error));
  find_bows(&c->members, N, error, c->bows);
  for (int k = 0; k < 2 && near; k++)
    PetscCall(AxialForces(&c->members, sys, &near[k], loading, there[k], NULL));
  for (PetscInt i = 0; i < n && near; i++) N[i] += factor * (there[1][i] - there[0][i]);
  find_compression(&c->members, N, c->worst, &largest);
  PetscCall(PetscFree4(N, error, there[0], there[1]));
  if (excess) PetscCallMPI(MPIU_Allreduce(&largest, excess, 1, MPIU_REAL, MPI_MAX, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MembersReadStep(MemberCompression *c, FsSystem sys, PetscInt step, const FsState *s,
                               const FsLoading *loading)
{
  PetscFunctionBeginUser;
  if (step < PetscMax(c->next, FIRST_STEP)) PetscFunctionReturn(PETSC_SUCCESS);
  c->next = step + step / 4;
  PetscCall(MembersReadCompression(c, sys, s, NULL, 0, loading, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes how wrong displacements of the model are that change by the part change if no cell buckles
   too late, or nothing if this is not known or small. The estimate is one iteration of Newton's
   method, which holds up to a half. */
static PetscErrorCode NameWrongDisplacements(PetscReal change, char text[], size_t size)
{
  const char *wrong = ", and displacements of the model are wrong";

  PetscFunctionBeginUser;
  text[0] = 0;
  if (change > 0.5) PetscCall(PetscSNPrintf(text, size, "%s by a factor of 2 or more", wrong));
  else if (change > BOW_ERROR)
    PetscCall(PetscSNPrintf(text, size, "%s by about %.2g %%", wrong, 100 * (double)change));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MembersReportCompression(const MemberCompression *c, const BowDoubt *d)
{
  const Model model = c->members.model;
  WorstCell  *worst, *bows;
  char        wrong[96];

  PetscFunctionBeginUser;
  if (!c->worst) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ReduceCompression(c, &worst, &bows));
  for (PetscInt k = 0; k < model->nparts; k++) {
    const WorstCell *w          = &worst[k];
    char             axial[160] = "";

    if (w->excess <= 1) continue;
    if (w->value[LIMIT] == COMPRESSION)
      PetscCall(NameCorrection(&model->block[k], axial, sizeof axial));
    PetscCall(NameWrongDisplacements(d->part[k].excess > 0 ? d->change : 0, wrong, sizeof wrong));
    PetscCall(PetscFPrintf(
      model->comm, stderr,
      "fsolve: warning: part '%s': cells are compressed so much that they buckle too late%s: more "
      "than %.2g pi^2 EI/L^2 of a cell; the one at (%.6g, %.6g, %.6g) bears %.6g N, and needs "
      "%.0f cells in place of %.0f%s\n",
      model->block[k].part, wrong, (double)w->value[LIMIT], (double)w->x[0], (double)w->x[1],
      (double)w->x[2], (double)w->value[VALUE],
      PetscMax(cells_needed(w, &d->part[k]), cells_needed(w, &bows[k])), (double)w->value[CELLS],
      axial));
  }
  PetscCall(PetscFree2(worst, bows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- bending by an axial force --------------------------------------------------------------- */

/* Warns of a part whose worst cell is w. all: its worst cell for displacements of the model, which
   change by the part change. */
static PetscErrorCode ReportBow(const Block *b, MPI_Comm comm, const WorstCell *w,
                                const WorstCell *all, PetscReal change)
{
  char axial[160], moved[160] = "displacements that follow from its shortening by more";

  PetscFunctionBeginUser;
  PetscCall(NameCorrection(b, axial, sizeof axial));
  if (change > 0)
    PetscCall(
      PetscSNPrintf(moved, sizeof moved,
                    "displacements of the model by about %.2g %%, those along the cell by more",
                    100 * (double)change));
  if (w->excess > 1)
    PetscCall(PetscFPrintf(
      comm, stderr,
      "fsolve: warning: part '%s': the axial force bends cells between their nodes, and one cell "
      "lacks this: its rotations and moments are wrong by about %.2g %% (%s); the one at (%.6g, "
      "%.6g, %.6g) needs %.0f cells in place of %.0f%s\n",
      b->part, 100 * (double)w->value[VALUE], moved, (double)w->x[0], (double)w->x[1],
      (double)w->x[2], cells_needed(w, all), (double)w->value[CELLS], axial));
  else if (all->excess > 1)
    PetscCall(PetscFPrintf(
      comm, stderr,
      "fsolve: warning: part '%s': the axial force bends cells between their nodes, which they "
      "lack: displacements of the model are wrong by about %.2g %%, most by the cell at (%.6g, "
      "%.6g, %.6g). Members under such forces need %.0f times as many cells%s\n",
      b->part, 100 * (double)change, (double)all->x[0], (double)all->x[1], (double)all->x[2],
      ceil((double)all->excess), axial));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MembersReportBows(const MemberCompression *c, const BowDoubt *d)
{
  const Model model = c->members.model;
  WorstCell  *worst, *bows;

  PetscFunctionBeginUser;
  if (!c->bows) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ReduceCompression(c, &worst, &bows));
  for (PetscInt k = 0; k < model->nparts; k++)
    if (worst[k].excess <= 1)
      PetscCall(ReportBow(&model->block[k], model->comm, &bows[k], &d->part[k], d->change));
  PetscCall(PetscFree2(worst, bows));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- failures -------------------------------------------------------------------------------- */

PetscErrorCode MembersExplainFailure(FsSystem sys, const FsState *s, const FsLoading *loading,
                                     char text[], size_t size, PetscBool *found)
{
  const Model       model = AssemblyModel(AssemblyOf(sys));
  MemberCompression c     = {.next = 0};
  PetscInt          k     = 0;
  size_t            length;

  PetscFunctionBeginUser;
  *found = PETSC_FALSE;
  PetscCall(MembersReadCompression(&c, sys, s, NULL, 0, loading, NULL));
  if (!c.worst) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(WorstCellsReduce(model->comm, model->nparts, c.worst));
  for (PetscInt i = 1; i < model->nparts; i++)
    if (c.worst[i].excess > c.worst[k].excess) k = i;
  if (c.worst[k].excess > 1 && c.worst[k].value[LIMIT] * PetscSqr(c.worst[k].excess) < FAR_BEYOND) {
    const WorstCell *w = &c.worst[k];

    *found = PETSC_TRUE;
    PetscCall(PetscStrlen(text, &length));
    PetscCall(PetscSNPrintf(
      text + length, size - length,
      "; before, the cell of part '%s' at (%.6g, %.6g, %.6g) is compressed by %.2g pi^2 EI/L^2 of "
      "itself, and near 1 it buckles between its nodes: it needs %.0f cells in place of %.0f",
      model->block[k].part, (double)w->x[0], (double)w->x[1], (double)w->x[2],
      (double)(w->value[LIMIT] * w->excess * w->excess),
      ceil((double)(w->excess * w->value[CELLS])), (double)w->value[CELLS]));
  }
  PetscCall(MemberCompressionDestroy(&c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemberCompressionDestroy(MemberCompression *c)
{
  PetscFunctionBeginUser;
  if (c->worst) PetscCall(MembersDestroy(&c->members));
  PetscCall(PetscFree2(c->worst, c->bows));
  PetscFunctionReturn(PETSC_SUCCESS);
}
