/* interface.c: finds the interface between ranks and the pattern of each rank's substructure.

   If two unknowns on two ranks touch, the multiplier belongs to the interface, else the unknown of
   the lower rank. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "interface.h"
#include "base/aij.h"

/* Local rows of a part of a matrix; empty if that part is NULL. */
typedef struct {
  Mat             A;
  PetscInt        n;
  const PetscInt *i, *j;
} MatRows;

static PetscErrorCode MatRowsGet(Mat A, MatRows *r)
{
  PetscBool done;

  PetscFunctionBeginUser;
  *r = (MatRows){.A = A};
  if (A) PetscCall(MatGetRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &r->n, &r->i, &r->j, &done));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MatRowsRestore(MatRows *r)
{
  PetscBool done;

  PetscFunctionBeginUser;
  if (r->A)
    PetscCall(MatRestoreRowIJ(r->A, 0, PETSC_FALSE, PETSC_FALSE, &r->n, &r->i, &r->j, &done));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Exchange of values with the ranks that own the other columns of this rank. */
typedef struct {
  Mat             own, other;
  const PetscInt *columns; /* [nother] global */
  PetscInt        nother, first;
  VecScatter      scatter;
  Vec             ghosts; /* [nother] */
} GhostExchange;

static PetscErrorCode GhostExchangeCreate(Mat A, Vec like, GhostExchange *x)
{
  IS is;

  PetscFunctionBeginUser;
  *x = (GhostExchange){.own = NULL};
  PetscCall(AIJGetSeqParts(A, &x->own, &x->other, &x->columns));
  PetscCall(MatGetOwnershipRange(A, &x->first, NULL));
  if (x->other) PetscCall(MatGetSize(x->other, NULL, &x->nother));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, x->nother, &x->ghosts));
  PetscCall(ISCreateGeneral(PETSC_COMM_SELF, x->nother, x->columns, PETSC_USE_POINTER, &is));
  PetscCall(VecScatterCreate(like, is, x->ghosts, NULL, &x->scatter));
  PetscCall(ISDestroy(&is));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GhostExchangeDestroy(GhostExchange *x)
{
  PetscFunctionBeginUser;
  PetscCall(VecScatterDestroy(&x->scatter));
  PetscCall(VecDestroy(&x->ghosts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GhostExchangeForward(const GhostExchange *x, Vec v)
{
  PetscFunctionBeginUser;
  PetscCall(VecScatterBegin(x->scatter, v, x->ghosts, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecScatterEnd(x->scatter, v, x->ghosts, INSERT_VALUES, SCATTER_FORWARD));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets chosen > 0 in the unknowns of the interface. */
static PetscErrorCode ChooseInterface(const GhostExchange *x, Vec multipliers, Vec chosen)
{
  const PetscScalar *mine, *ghost_values;
  PetscScalar       *in_interface, *other_in_interface;
  Vec                ghosts;
  MatRows            r;

  PetscFunctionBeginUser;
  PetscCall(GhostExchangeForward(x, multipliers));
  PetscCall(VecDuplicate(x->ghosts, &ghosts));
  PetscCall(MatRowsGet(x->other, &r));
  PetscCall(VecGetArrayRead(multipliers, &mine));
  PetscCall(VecGetArrayRead(x->ghosts, &ghost_values));
  PetscCall(VecGetArray(chosen, &in_interface));
  PetscCall(VecGetArray(ghosts, &other_in_interface));
  for (PetscInt row = 0; row < r.n; row++)
    for (PetscInt k = r.i[row]; k < r.i[row + 1]; k++) {
      const PetscInt  c      = r.j[k];
      const PetscBool former = (PetscBool)(x->columns[c] > x->first);

      if (mine[row] > ghost_values[c] || (mine[row] == ghost_values[c] && former))
        in_interface[row] = 1;
      else other_in_interface[c] = 1;
    }
  PetscCall(VecRestoreArray(ghosts, &other_in_interface));
  PetscCall(VecRestoreArray(chosen, &in_interface));
  PetscCall(VecRestoreArrayRead(x->ghosts, &ghost_values));
  PetscCall(VecRestoreArrayRead(multipliers, &mine));
  PetscCall(MatRowsRestore(&r));
  PetscCall(VecScatterBegin(x->scatter, ghosts, chosen, ADD_VALUES, SCATTER_REVERSE));
  PetscCall(VecScatterEnd(x->scatter, ghosts, chosen, ADD_VALUES, SCATTER_REVERSE));
  PetscCall(VecDestroy(&ghosts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Numbers the interface unknowns of this rank and of the columns of other ranks. */
static PetscErrorCode NumberInterface(const GhostExchange *x, Vec chosen, Interface *s)
{
  PetscScalar       *in_interface;
  const PetscScalar *ghost_values;
  PetscInt           rows;
  const MPI_Comm     comm = PetscObjectComm((PetscObject)chosen);

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(chosen, &rows));
  PetscCall(PetscMalloc3(rows, &s->number, rows, &s->place, x->nother, &s->other_number));
  PetscCall(VecGetArray(chosen, &in_interface));
  for (PetscInt r = 0; r < rows; r++)
    if (in_interface[r] > 0) s->n++;
  PetscCallMPI(MPI_Scan(&s->n, &s->first, 1, MPIU_INT, MPI_SUM, comm));
  PetscCallMPI(MPIU_Allreduce(&s->n, &s->total, 1, MPIU_INT, MPI_SUM, comm));
  s->first -= s->n;
  for (PetscInt r = 0, n = s->first; r < rows; r++) {
    s->number[r] = in_interface[r] > 0 ? n++ : GRAPH_NONE;
    if (!(in_interface[r] > 0)) s->place[r] = s->neliminated++;
    in_interface[r] = (PetscScalar)s->number[r];
  }
  PetscCall(VecRestoreArray(chosen, &in_interface));
  PetscCall(GhostExchangeForward(x, chosen));
  PetscCall(VecGetArrayRead(x->ghosts, &ghost_values));
  for (PetscInt c = 0; c < x->nother; c++) s->other_number[c] = (PetscInt)ghost_values[c];
  PetscCall(VecRestoreArrayRead(x->ghosts, &ghost_values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Words of a message about an entry that another rank needs: the number of its row in the
   interface, its column in the matrix, and its index among the entries in columns of other
   ranks. */
enum { ROW, COLUMN, ENTRY, WORDS };

/* Messages to the ranks whose eliminated unknowns touch the interface of this rank: ranks to[nto],
   count[] entries for each, and their words. */
typedef struct {
  PetscMPIInt nto, *to;
  PetscInt   *count, *word, n;
} EntryMessages;

static PetscErrorCode EntryMessagesPack(const GhostExchange *x, Mat A, const Interface *s,
                                        EntryMessages *l)
{
  const PetscInt *ranges;
  PetscMPIInt     size, *owner;
  PetscInt       *at;
  MatRows         r;

  PetscFunctionBeginUser;
  *l = (EntryMessages){.nto = 0};
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)A), &size));
  PetscCall(MatGetOwnershipRanges(A, &ranges));
  /* columns ascend, and so do their owners; owner[] holds indices of to[] */
  PetscCall(PetscMalloc1(x->nother, &owner));
  PetscCall(PetscMalloc2(x->nother, &l->to, x->nother, &l->count));
  for (PetscInt c = 0, p = 0; c < x->nother; c++) {
    while (x->columns[c] >= ranges[p + 1]) p++;
    if (!l->nto || l->to[l->nto - 1] != (PetscMPIInt)p) l->to[l->nto++] = (PetscMPIInt)p;
    owner[c] = l->nto - 1;
  }
  for (PetscMPIInt p = 0; p < l->nto; p++) l->count[p] = 0;
  PetscCall(MatRowsGet(x->other, &r));
  PetscCall(PetscMalloc1(l->nto + 1, &at));
  for (int fill = 0; fill < 2; fill++) {
    for (PetscInt row = 0; row < r.n; row++)
      for (PetscInt k = r.i[row]; k < r.i[row + 1] && s->number[row] != GRAPH_NONE; k++) {
        PetscInt *word;

        if (s->other_number[r.j[k]] != GRAPH_NONE) continue;
        if (!fill) {
          l->count[owner[r.j[k]]]++;
          l->n++;
          continue;
        }
        word         = l->word + WORDS * at[owner[r.j[k]]]++;
        word[ROW]    = s->number[row];
        word[COLUMN] = x->columns[r.j[k]];
        word[ENTRY]  = k;
      }
    if (fill) break;
    PetscCall(PetscMalloc1((size_t)(WORDS * l->n), &l->word));
    at[0] = 0;
    for (PetscMPIInt p = 0; p < l->nto; p++) at[p + 1] = at[p] + l->count[p];
  }
  PetscCall(PetscFree(at));
  PetscCall(PetscFree(owner));
  PetscCall(MatRowsRestore(&r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sends the messages, and builds s->sf from those that arrive. */
static PetscErrorCode EntryMessagesSend(const EntryMessages *l, Mat A, PetscInt entries,
                                        Interface *s)
{
  const MPI_Comm comm = PetscObjectComm((PetscObject)A);
  PetscMPIInt    nfrom, *from, tag;
  PetscInt      *count, *word, n = 0, first;
  MPI_Request   *request;
  PetscSFNode   *root;

  PetscFunctionBeginUser;
  PetscCall(
    PetscCommBuildTwoSided(comm, 1, MPIU_INT, l->nto, l->to, l->count, &nfrom, &from, &count));
  for (PetscMPIInt p = 0; p < nfrom; p++) s->nreceived += count[p];
  PetscCall(PetscCommGetNewTag(comm, &tag));
  PetscCall(
    PetscMalloc2((size_t)(WORDS * s->nreceived), &word, (size_t)(l->nto + nfrom), &request));
  for (PetscMPIInt p = 0; p < nfrom; n += count[p++])
    PetscCallMPI(MPI_Irecv(word + WORDS * n, (PetscMPIInt)(WORDS * count[p]), MPIU_INT, from[p],
                           tag, comm, &request[p]));
  n = 0;
  for (PetscMPIInt p = 0; p < l->nto; n += l->count[p++])
    PetscCallMPI(MPI_Isend(l->word + WORDS * n, (PetscMPIInt)(WORDS * l->count[p]), MPIU_INT,
                           l->to[p], tag, comm, &request[nfrom + p]));
  PetscCallMPI(MPI_Waitall(l->nto + nfrom, request, MPI_STATUSES_IGNORE));
  PetscCall(MatGetOwnershipRange(A, &first, NULL));
  PetscCall(PetscMalloc2(s->nreceived, &s->received_number, s->nreceived, &s->received_column));
  PetscCall(PetscMalloc1(s->nreceived, &root));
  n = 0;
  for (PetscMPIInt p = 0; p < nfrom; p++)
    for (PetscInt k = 0; k < count[p]; k++, n++) {
      s->received_number[n] = word[WORDS * n + ROW];
      s->received_column[n] = s->place[word[WORDS * n + COLUMN] - first];
      root[n]               = (PetscSFNode){.rank = from[p], .index = word[WORDS * n + ENTRY]};
    }
  PetscCall(PetscSFCreate(comm, &s->sf));
  PetscCall(PetscSFSetGraph(s->sf, entries, s->nreceived, NULL, PETSC_OWN_POINTER, root,
                            PETSC_OWN_POINTER));
  PetscCall(PetscSFSetUp(s->sf));
  PetscCall(PetscFree2(word, request));
  PetscCall(PetscFree(from));
  PetscCall(PetscFree(count));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the entries of other ranks' interface rows in columns that are eliminated here. */
static PetscErrorCode FindReceived(const GhostExchange *x, Mat A, Interface *s)
{
  PetscInt      entries;
  EntryMessages l;
  MatRows       r;

  PetscFunctionBeginUser;
  PetscCall(EntryMessagesPack(x, A, s, &l));
  PetscCall(MatRowsGet(x->other, &r));
  entries = r.n ? r.i[r.n] : 0;
  PetscCall(MatRowsRestore(&r));
  PetscCall(EntryMessagesSend(&l, A, entries, s));
  PetscCall(PetscFree2(l.to, l.count));
  PetscCall(PetscFree(l.word));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Collects the interface unknowns of the substructure: those of the rank, and those that its
   entries or received entries touch. */
static PetscErrorCode FindSubstructureInterface(const GhostExchange *x, PetscInt rows, Interface *s)
{
  PetscInt first;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)(s->n + x->nother + s->nreceived), &s->interface_number));
  for (PetscInt k = 0; k < s->n; k++) s->interface_number[s->ninterface++] = s->first + k;
  for (PetscInt c = 0; c < x->nother; c++)
    if (s->other_number[c] != GRAPH_NONE) s->interface_number[s->ninterface++] = s->other_number[c];
  for (PetscInt k = 0; k < s->nreceived; k++)
    s->interface_number[s->ninterface++] = s->received_number[k];
  PetscCall(PetscSortRemoveDupsInt(&s->ninterface, s->interface_number));
  PetscCall(PetscFindInt(s->first, s->ninterface, s->interface_number, &first));
  for (PetscInt r = 0; r < rows; r++)
    if (s->number[r] != GRAPH_NONE) s->place[r] = s->neliminated + first + s->number[r] - s->first;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode InterfaceCreate(Mat A, Vec multipliers, Vec forced, Interface *s)
{
  PetscInt      rows;
  GhostExchange x;
  Vec           chosen;

  PetscFunctionBeginUser;
  *s = (Interface){.n = 0};
  PetscCall(GhostExchangeCreate(A, multipliers, &x));
  PetscCall(VecDuplicate(multipliers, &chosen));
  if (forced) PetscCall(VecCopy(forced, chosen));
  PetscCall(ChooseInterface(&x, multipliers, chosen));
  PetscCall(NumberInterface(&x, chosen, s));
  PetscCall(FindReceived(&x, A, s));
  PetscCall(VecGetLocalSize(chosen, &rows));
  PetscCall(FindSubstructureInterface(&x, rows, s));
  PetscCall(VecDestroy(&chosen));
  PetscCall(GhostExchangeDestroy(&x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode InterfaceDestroy(Interface *s)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree3(s->number, s->place, s->other_number));
  PetscCall(PetscFree2(s->received_number, s->received_column));
  PetscCall(PetscFree(s->interface_number));
  PetscCall(PetscSFDestroy(&s->sf));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the place of an interface unknown of any rank in the substructure. */
static PetscErrorCode FindSubstructureIndex(const Interface *s, PetscInt number, PetscInt *place)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFindInt(number, s->ninterface, s->interface_number, place));
  *place += s->neliminated;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Entries of the pattern of the substructure: a first pass counts them, a second one stores
   them. */
typedef struct {
  PetscInt *i, *end, *j,
    *from; /* end is NULL in the counting pass, which counts row r in i[r + 1] */
} PatternFill;

static void add_pattern_entry(PatternFill *f, PetscInt row, PetscInt column, PetscInt from)
{
  if (f->end) {
    f->j[f->end[row]]      = column;
    f->from[f->end[row]++] = from;
  } else f->i[row + 1]++;
}

static PetscErrorCode AddPatternEntries(const Interface *s, const MatRows *own,
                                        const MatRows *other, PatternFill *f)
{
  const PetscInt nlocal = own->i[own->n], nother = other->n ? other->i[other->n] : 0;

  PetscFunctionBeginUser;
  for (PetscInt row = 0; row < own->n; row++) {
    const PetscInt at = s->place[row];

    for (PetscInt k = own->i[row]; k < own->i[row + 1]; k++)
      if (at < s->neliminated || s->place[own->j[k]] < s->neliminated)
        add_pattern_entry(f, at, s->place[own->j[k]], k);
    for (PetscInt k = nother && at < s->neliminated ? other->i[row] : 0;
         nother && at < s->neliminated && k < other->i[row + 1]; k++) {
      PetscInt column;

      PetscCall(FindSubstructureIndex(s, s->other_number[other->j[k]], &column));
      add_pattern_entry(f, at, column, nlocal + 1 + k);
    }
  }
  for (PetscInt k = 0; k < s->nreceived; k++) {
    PetscInt at;

    PetscCall(FindSubstructureIndex(s, s->received_number[k], &at));
    add_pattern_entry(f, at, s->received_column[k], nlocal + 1 + nother + 1 + k);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode InterfaceSparsity(const Interface *s, Mat A, Vec multipliers, Sparsity *p)
{
  const PetscScalar *of;
  PetscBool         *is_multiplier;
  PatternFill        f = {.end = NULL};
  MatRows            own, other;
  Mat                parts[2];

  PetscFunctionBeginUser;
  *p = (Sparsity){.n = s->neliminated + s->ninterface, .neliminated = s->neliminated};
  PetscCall(AIJGetSeqParts(A, &parts[0], &parts[1], NULL));
  PetscCall(MatRowsGet(parts[0], &own));
  PetscCall(MatRowsGet(parts[1], &other));
  PetscCall(PetscCalloc1(p->n, &is_multiplier));
  PetscCall(VecGetArrayRead(multipliers, &of));
  for (PetscInt row = 0; row < own.n; row++)
    is_multiplier[s->place[row]] = (PetscBool)(of[row] > 0);
  PetscCall(VecRestoreArrayRead(multipliers, &of));
  PetscCall(PetscCalloc1(p->n + 1, &f.i));
  PetscCall(AddPatternEntries(s, &own, &other, &f));
  for (PetscInt row = 0; row < p->n; row++) f.i[row + 1] += f.i[row];
  PetscCall(PetscMalloc1(p->n, &f.end));
  PetscCall(PetscMalloc1(f.i[p->n], &f.j));
  PetscCall(PetscMalloc1(f.i[p->n], &f.from));
  PetscCall(PetscArraycpy(f.end, f.i, p->n));
  PetscCall(AddPatternEntries(s, &own, &other, &f));
  PetscCall(PetscFree(f.end));
  PetscCall(MatRowsRestore(&other));
  PetscCall(MatRowsRestore(&own));
  p->multiplier = is_multiplier;
  p->i          = f.i;
  p->j          = f.j;
  p->from       = f.from;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode InterfaceSparsityDestroy(Sparsity *p)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(p->multiplier));
  PetscCall(PetscFree(p->i));
  PetscCall(PetscFree(p->j));
  PetscCall(PetscFree(p->from));
  PetscFunctionReturn(PETSC_SUCCESS);
}
