/* interface.c: see interface.h. Of two unknowns on two ranks that touch, the multiplier is taken, else that of the lower rank. */
#include "interface.h"
#include "stencil/aij.h"

/* The rows of a part of a matrix that this rank has; nothing where that is NULL. */
typedef struct {
  Mat             A;
  PetscInt        n;
  const PetscInt *i, *j;
} Rows;

static PetscErrorCode RowsOpen(Mat A, Rows *r)
{
  PetscBool done;

  PetscFunctionBeginUser;
  *r = (Rows){.A = A};
  if (A) PetscCall(MatGetRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &r->n, &r->i, &r->j, &done));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RowsClose(Rows *r)
{
  PetscBool done;

  PetscFunctionBeginUser;
  if (r->A) PetscCall(MatRestoreRowIJ(r->A, 0, PETSC_FALSE, PETSC_FALSE, &r->n, &r->i, &r->j, &done));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* What is exchanged with the other ranks whose columns this rank has. */
typedef struct {
  Mat             own, other;
  const PetscInt *columns; /* [nother] global */
  PetscInt        nother, first;
  VecScatter      scatter;
  Vec             there; /* [nother] */
} Exchange;

static PetscErrorCode ExchangeCreate(Mat A, Vec like, Exchange *x)
{
  IS is;

  PetscFunctionBeginUser;
  *x = (Exchange){.own = NULL};
  PetscCall(AIJGetSeqParts(A, &x->own, &x->other, &x->columns));
  PetscCall(MatGetOwnershipRange(A, &x->first, NULL));
  if (x->other) PetscCall(MatGetSize(x->other, NULL, &x->nother));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, x->nother, &x->there));
  PetscCall(ISCreateGeneral(PETSC_COMM_SELF, x->nother, x->columns, PETSC_USE_POINTER, &is));
  PetscCall(VecScatterCreate(like, is, x->there, NULL, &x->scatter));
  PetscCall(ISDestroy(&is));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ExchangeDestroy(Exchange *x)
{
  PetscFunctionBeginUser;
  PetscCall(VecScatterDestroy(&x->scatter));
  PetscCall(VecDestroy(&x->there));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Get(const Exchange *x, Vec v)
{
  PetscFunctionBeginUser;
  PetscCall(VecScatterBegin(x->scatter, v, x->there, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecScatterEnd(x->scatter, v, x->there, INSERT_VALUES, SCATTER_FORWARD));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* taken > 0 in the unknowns of the interface. */
static PetscErrorCode Take(const Exchange *x, Vec last, Vec taken)
{
  const PetscScalar *mine, *others;
  PetscScalar       *take, *take_other;
  Vec                there;
  Rows               r;

  PetscFunctionBeginUser;
  PetscCall(Get(x, last));
  PetscCall(VecDuplicate(x->there, &there));
  PetscCall(RowsOpen(x->other, &r));
  PetscCall(VecGetArrayRead(last, &mine));
  PetscCall(VecGetArrayRead(x->there, &others));
  PetscCall(VecGetArray(taken, &take));
  PetscCall(VecGetArray(there, &take_other));
  for (PetscInt row = 0; row < r.n; row++)
    for (PetscInt k = r.i[row]; k < r.i[row + 1]; k++) {
      const PetscInt  c      = r.j[k];
      const PetscBool former = (PetscBool)(x->columns[c] > x->first);

      if (mine[row] > others[c] || (mine[row] == others[c] && former)) take[row] = 1;
      else take_other[c] = 1;
    }
  PetscCall(VecRestoreArray(there, &take_other));
  PetscCall(VecRestoreArray(taken, &take));
  PetscCall(VecRestoreArrayRead(x->there, &others));
  PetscCall(VecRestoreArrayRead(last, &mine));
  PetscCall(RowsClose(&r));
  PetscCall(VecScatterBegin(x->scatter, there, taken, ADD_VALUES, SCATTER_REVERSE));
  PetscCall(VecScatterEnd(x->scatter, there, taken, ADD_VALUES, SCATTER_REVERSE));
  PetscCall(VecDestroy(&there));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Numbers in the interface, here and of other ranks' columns. */
static PetscErrorCode Number(const Exchange *x, Vec taken, Interface *s)
{
  PetscScalar       *take;
  const PetscScalar *others;
  PetscInt           rows;
  const MPI_Comm     comm = PetscObjectComm((PetscObject)taken);

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(taken, &rows));
  PetscCall(PetscMalloc3(rows, &s->number, rows, &s->place, x->nother, &s->other_number));
  PetscCall(VecGetArray(taken, &take));
  for (PetscInt r = 0; r < rows; r++)
    if (take[r] > 0) s->n++;
  PetscCallMPI(MPI_Scan(&s->n, &s->first, 1, MPIU_INT, MPI_SUM, comm));
  PetscCallMPI(MPIU_Allreduce(&s->n, &s->total, 1, MPIU_INT, MPI_SUM, comm));
  s->first -= s->n;
  for (PetscInt r = 0, n = s->first; r < rows; r++) {
    s->number[r] = take[r] > 0 ? n++ : GRAPH_NONE;
    if (!(take[r] > 0)) s->place[r] = s->kept++;
    take[r] = (PetscScalar)s->number[r];
  }
  PetscCall(VecRestoreArray(taken, &take));
  PetscCall(Get(x, taken));
  PetscCall(VecGetArrayRead(x->there, &others));
  for (PetscInt c = 0; c < x->nother; c++) s->other_number[c] = (PetscInt)others[c];
  PetscCall(VecRestoreArrayRead(x->there, &others));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* An entry that another rank needs: the row's number in the interface, the column of the matrix, and which it is of those in columns
   of other ranks. */
enum { ROW, COLUMN, ENTRY, WORDS };

/* to[nto] = the ranks whose eliminated unknowns this rank's part of the interface touches; words[first[k]...] for each. */
typedef struct {
  PetscMPIInt nto, *to;
  PetscInt   *count, *word, n;
} Letters;

static PetscErrorCode LettersWrite(const Exchange *x, Mat A, const Interface *s, Letters *l)
{
  const PetscInt *ranges;
  PetscMPIInt     size, *owner;
  PetscInt       *at;
  Rows            r;

  PetscFunctionBeginUser;
  *l = (Letters){.nto = 0};
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)A), &size));
  PetscCall(MatGetOwnershipRanges(A, &ranges));
  PetscCall(PetscMalloc1(x->nother, &owner)); /* columns ascend, so do their owners: place in to[] */
  PetscCall(PetscMalloc2(x->nother, &l->to, x->nother, &l->count));
  for (PetscInt c = 0, p = 0; c < x->nother; c++) {
    while (x->columns[c] >= ranges[p + 1]) p++;
    if (!l->nto || l->to[l->nto - 1] != (PetscMPIInt)p) l->to[l->nto++] = (PetscMPIInt)p;
    owner[c] = l->nto - 1;
  }
  for (PetscMPIInt p = 0; p < l->nto; p++) l->count[p] = 0;
  PetscCall(RowsOpen(x->other, &r));
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
  PetscCall(RowsClose(&r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Send them, and make s->sf of those that come. */
static PetscErrorCode LettersSend(const Letters *l, Mat A, PetscInt entries, Interface *s)
{
  const MPI_Comm comm = PetscObjectComm((PetscObject)A);
  PetscMPIInt    nfrom, *from, tag;
  PetscInt      *count, *word, n = 0, first;
  MPI_Request   *request;
  PetscSFNode   *root;

  PetscFunctionBeginUser;
  PetscCall(PetscCommBuildTwoSided(comm, 1, MPIU_INT, l->nto, l->to, l->count, &nfrom, &from, &count));
  for (PetscMPIInt p = 0; p < nfrom; p++) s->nreceived += count[p];
  PetscCall(PetscCommGetNewTag(comm, &tag));
  PetscCall(PetscMalloc2((size_t)(WORDS * s->nreceived), &word, (size_t)(l->nto + nfrom), &request));
  for (PetscMPIInt p = 0; p < nfrom; n += count[p++])
    PetscCallMPI(
      MPI_Irecv(word + WORDS * n, (PetscMPIInt)(WORDS * count[p]), MPIU_INT, from[p], tag, comm, &request[p]));
  n = 0;
  for (PetscMPIInt p = 0; p < l->nto; n += l->count[p++])
    PetscCallMPI(MPI_Isend(l->word + WORDS * n, (PetscMPIInt)(WORDS * l->count[p]), MPIU_INT, l->to[p], tag, comm,
                           &request[nfrom + p]));
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
  PetscCall(PetscSFSetGraph(s->sf, entries, s->nreceived, NULL, PETSC_OWN_POINTER, root, PETSC_OWN_POINTER));
  PetscCall(PetscSFSetUp(s->sf));
  PetscCall(PetscFree2(word, request));
  PetscCall(PetscFree(from));
  PetscCall(PetscFree(count));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Entries of other ranks' interface rows in columns that are eliminated here. */
static PetscErrorCode FindReceived(const Exchange *x, Mat A, Interface *s)
{
  PetscInt entries;
  Letters  l;
  Rows     r;

  PetscFunctionBeginUser;
  PetscCall(LettersWrite(x, A, s, &l));
  PetscCall(RowsOpen(x->other, &r));
  entries = r.n ? r.i[r.n] : 0;
  PetscCall(RowsClose(&r));
  PetscCall(LettersSend(&l, A, entries, s));
  PetscCall(PetscFree2(l.to, l.count));
  PetscCall(PetscFree(l.word));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The interface unknowns of the substructure: those of the rank, and others that its entries, or received ones, have. */
static PetscErrorCode FindKept(const Exchange *x, PetscInt rows, Interface *s)
{
  PetscInt first;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)(s->n + x->nother + s->nreceived), &s->keeps));
  for (PetscInt k = 0; k < s->n; k++) s->keeps[s->nkept++] = s->first + k;
  for (PetscInt c = 0; c < x->nother; c++)
    if (s->other_number[c] != GRAPH_NONE) s->keeps[s->nkept++] = s->other_number[c];
  for (PetscInt k = 0; k < s->nreceived; k++) s->keeps[s->nkept++] = s->received_number[k];
  PetscCall(PetscSortRemoveDupsInt(&s->nkept, s->keeps));
  PetscCall(PetscFindInt(s->first, s->nkept, s->keeps, &first));
  for (PetscInt r = 0; r < rows; r++)
    if (s->number[r] != GRAPH_NONE) s->place[r] = s->kept + first + s->number[r] - s->first;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode InterfaceCreate(Mat A, Vec last, Vec kept, Interface *s)
{
  PetscInt rows;
  Exchange x;
  Vec      taken;

  PetscFunctionBeginUser;
  *s = (Interface){.n = 0};
  PetscCall(ExchangeCreate(A, last, &x));
  PetscCall(VecDuplicate(last, &taken));
  if (kept) PetscCall(VecCopy(kept, taken));
  PetscCall(Take(&x, last, taken));
  PetscCall(Number(&x, taken, s));
  PetscCall(FindReceived(&x, A, s));
  PetscCall(VecGetLocalSize(taken, &rows));
  PetscCall(FindKept(&x, rows, s));
  PetscCall(VecDestroy(&taken));
  PetscCall(ExchangeDestroy(&x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode InterfaceDestroy(Interface *s)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree3(s->number, s->place, s->other_number));
  PetscCall(PetscFree2(s->received_number, s->received_column));
  PetscCall(PetscFree(s->keeps));
  PetscCall(PetscSFDestroy(&s->sf));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Where an interface unknown of any rank is in the substructure. */
static PetscErrorCode Place(const Interface *s, PetscInt number, PetscInt *place)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFindInt(number, s->nkept, s->keeps, place));
  *place += s->kept;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Entries of the substructure's pattern: counted first, then filled in. */
typedef struct {
  PetscInt *i, *end, *j, *from; /* end NULL: counting, row r in i[r + 1] */
} Filling;

static void enter(Filling *f, PetscInt row, PetscInt column, PetscInt from)
{
  if (f->end) {
    f->j[f->end[row]]      = column;
    f->from[f->end[row]++] = from;
  } else f->i[row + 1]++;
}

static PetscErrorCode EnterAll(const Interface *s, const Rows *own, const Rows *other, Filling *f)
{
  const PetscInt nown = own->i[own->n], nother = other->n ? other->i[other->n] : 0;

  PetscFunctionBeginUser;
  for (PetscInt row = 0; row < own->n; row++) {
    const PetscInt at = s->place[row];

    for (PetscInt k = own->i[row]; k < own->i[row + 1]; k++)
      if (at < s->kept || s->place[own->j[k]] < s->kept) enter(f, at, s->place[own->j[k]], k);
    for (PetscInt k = nother && at < s->kept ? other->i[row] : 0; nother && at < s->kept && k < other->i[row + 1];
         k++) {
      PetscInt column;

      PetscCall(Place(s, s->other_number[other->j[k]], &column));
      enter(f, at, column, nown + 1 + k);
    }
  }
  for (PetscInt k = 0; k < s->nreceived; k++) {
    PetscInt at;

    PetscCall(Place(s, s->received_number[k], &at));
    enter(f, at, s->received_column[k], nown + 1 + nother + 1 + k);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode InterfaceSparsity(const Interface *s, Mat A, Vec last, Sparsity *p)
{
  const PetscScalar *of;
  PetscBool         *is_last;
  Filling            f = {.end = NULL};
  Rows               own, other;
  Mat                parts[2];

  PetscFunctionBeginUser;
  *p = (Sparsity){.n = s->kept + s->nkept, .kept = s->kept};
  PetscCall(AIJGetSeqParts(A, &parts[0], &parts[1], NULL));
  PetscCall(RowsOpen(parts[0], &own));
  PetscCall(RowsOpen(parts[1], &other));
  PetscCall(PetscCalloc1(p->n, &is_last));
  PetscCall(VecGetArrayRead(last, &of));
  for (PetscInt row = 0; row < own.n; row++) is_last[s->place[row]] = (PetscBool)(of[row] > 0);
  PetscCall(VecRestoreArrayRead(last, &of));
  PetscCall(PetscCalloc1(p->n + 1, &f.i));
  PetscCall(EnterAll(s, &own, &other, &f));
  for (PetscInt row = 0; row < p->n; row++) f.i[row + 1] += f.i[row];
  PetscCall(PetscMalloc1(p->n, &f.end));
  PetscCall(PetscMalloc1(f.i[p->n], &f.j));
  PetscCall(PetscMalloc1(f.i[p->n], &f.from));
  PetscCall(PetscArraycpy(f.end, f.i, p->n));
  PetscCall(EnterAll(s, &own, &other, &f));
  PetscCall(PetscFree(f.end));
  PetscCall(RowsClose(&other));
  PetscCall(RowsClose(&own));
  p->last = is_last;
  p->i    = f.i;
  p->j    = f.j;
  p->from = f.from;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode InterfaceSparsityDestroy(Sparsity *p)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(p->last));
  PetscCall(PetscFree(p->i));
  PetscCall(PetscFree(p->j));
  PetscCall(PetscFree(p->from));
  PetscFunctionReturn(PETSC_SUCCESS);
}
