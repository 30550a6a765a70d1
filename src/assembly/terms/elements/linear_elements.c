/* linear_elements.c: implements the term of the constant matrices M, C, K.

   These are the linear parts of elements, or all elements at the start of a linearized model, with
   Rayleigh damping in C. They are assembled, or matrix-free if rows repeat. The term has no
   residual function: system_operations.c calls LinearProduct() and LinearCombine(), which overwrite
   their results, before the other terms add to them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/profile.h"
#include "stencil/stencil.h"
#include "assembly/terms/terms.h"
#include "assembly/support_rows.h"
#include "assembly/vectors.h"
#include "assembly/matrices/pattern.h"
#include "base/aij.h"
#include "model/parts/element_iterator.h"
#include "element/element.h"

enum { N2 = ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS };

enum { ENTRIES, BLOCKS, STORAGES };

typedef struct {
  Mat M, C, K; /* on the free dofs; NULL if zero */
  /* of a nonlinear model: some of the matrices are stored without the zeros in the pattern of
     tangents */
  PetscBool sparse;
  /* of M, C, K in tangents, for a MATAIJ or MATBAIJ; NULL until the first such tangent */
  Overlay     overlay[STORAGES][3];
  Stencil     stencil; /* M, C, K are its operators; NULL if they are assembled */
  Vec         product; /* work vector of the balance */
  SupportRows held;    /* empty until the first balance with momenta */
} LinearTerm;

static PetscBool has_linear_damping(Model model)
{
  for (PetscInt k = 0; k < model->nblocks; k++) {
    const Block *b = &model->block[k];

    if (!b->nonlinear && BlockTraits(b).velocity) return PETSC_TRUE;
  }
  return (PetscBool)(model->damping.mass > 0 || model->damping.stiffness > 0 ||
                     model->damping.modal);
}

static PetscBool is_ill_conditioned(Model model)
{
  for (PetscInt k = 0; k < model->nblocks; k++)
    if (BlockTraits(&model->block[k]).ill_conditioned) return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscErrorCode Create_Linear(Term term, PetscBool *present)
{
  LinearTerm *linear;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&linear));
  term->data                   = linear;
  term->traits.velocity        = has_linear_damping(term->model);
  term->traits.ill_conditioned = is_ill_conditioned(term->model);
  *present                     = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Linear(Term term)
{
  LinearTerm *linear = term->data;

  PetscFunctionBeginUser;
  PetscCall(StencilDestroy(&linear->stencil));
  PetscCall(MatDestroy(&linear->M));
  PetscCall(MatDestroy(&linear->C));
  PetscCall(MatDestroy(&linear->K));
  PetscCall(VecDestroy(&linear->product));
  for (int k = 0; k < 3 * STORAGES; k++) PetscCall(OverlayDestroy(&linear->overlay[k / 3][k % 3]));
  PetscCall(SupportRowsDestroy(&linear->held));
  PetscCall(PetscFree(term->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Pattern_Linear(Term term, Pattern p)
{
  const Model model = term->model;

  PetscFunctionBeginUser;
  /* nonlinear blocks are included, because other terms use the same entries */
  for (ElementIterator it = ModelElements(model); NextElement(&it);)
    PetscCall(
      PatternInsert(p, it.block->nd, BlockDofs(it.block, it.element), model->layout.global));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- matrices ---- */

/* Adds the linear parts of the elements first ... first + n - 1 of a block to M, C, K. It leaves
   out a to[] whose A is NULL. */
static PetscErrorCode AssembleElements(Model model, Mat pattern, const Block *b, PetscInt first,
                                       PetscInt n, const OpenMatrix to[])
{
  double   values[3][N2];
  Location location;

  PetscFunctionBeginUser;
  PetscCall(
    LocationCreate(pattern, model->layout.global, b->nd, n, BlockDofs(b, first), NULL, &location));
  for (PetscInt e = 0; e < n; e++) {
    PetscCall(BlockLinearPart(model, b, first + e, values[0], values[1], values[2]));
    for (int m = 0; m < 3; m++)
      if (to[m].A) PetscCall(LocationAdd(location, e, values[m], &to[m]));
  }
  PetscCall(LocationDestroy(&location));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Determines whether some element contributes to M, C or K. */
static PetscBool has_linear_parts(Model model)
{
  for (PetscInt k = 0; k < model->nblocks; k++)
    if (BlockHasLinearPart(&model->block[k])) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Determines whether some element may contribute to K. Elements with forces have only masses. */
static PetscBool has_stiffness(Model model)
{
  for (PetscInt k = 0; k < model->nblocks; k++)
    if (!model->block[k].nonlinear) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Creates M, C and K with the pattern of tangents. Linear systems need the matrix of the pattern
   only as M. */
static PetscErrorCode CreateMatrices(Term term, FsSystem sys)
{
  LinearTerm *linear = term->data;

  PetscFunctionBeginUser;
  if (sys->traits.linear) {
    linear->M = sys->matrices.pattern;
    PetscCall(PetscObjectReference((PetscObject)sys->matrices.pattern));
  } else if (has_linear_parts(term->model)) {
    PetscCall(FsSystemCreateMatrix(sys, PETSC_TRUE, &linear->M));
  } else {
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (has_stiffness(term->model))
    PetscCall(MatDuplicate(linear->M, MAT_DO_NOT_COPY_VALUES, &linear->K));
  if (term->traits.velocity) PetscCall(MatDuplicate(linear->M, MAT_DO_NOT_COPY_VALUES, &linear->C));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the matrices of M, C, K that exist. It destroys a zero matrix, except M if keep_mass. */
static PetscErrorCode AssembleMatrices(Model model, LinearTerm *linear, PetscBool keep_mass)
{
  enum { ELEMENTS_AT_ONCE = 1024 }; /* elements whose positions are in memory at the same time */
  Mat *const all[3] = {&linear->M, &linear->C, &linear->K};
  OpenMatrix to[3]  = {{NULL}};

  PetscFunctionBeginUser;
  for (int m = 0; m < 3; m++)
    if (*all[m]) PetscCall(MatrixOpen(*all[m], &to[m]));
  for (PetscInt k = 0; k < model->nblocks; k++) {
    const Block *b = &model->block[k];

    PetscCall(PetscLogEventBegin(b->event, 0, 0, 0, 0));
    for (PetscInt first = 0; first < b->ncells; first += ELEMENTS_AT_ONCE)
      PetscCall(AssembleElements(model, linear->M, b, first,
                                 PetscMin(ELEMENTS_AT_ONCE, b->ncells - first), to));
    PetscCall(PetscLogEventEnd(b->event, 0, 0, 0, 0));
  }
  for (int m = 0; m < 3; m++) {
    PetscReal norm;

    if (!*all[m]) continue;
    PetscCall(MatrixClose(&to[m]));
    PetscCall(MatAssemblyBegin(*all[m], MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(*all[m], MAT_FINAL_ASSEMBLY));
    PetscCall(MatNorm(*all[m], NORM_FROBENIUS, &norm));
    if (norm == 0 && !(keep_mass && all[m] == &linear->M)) PetscCall(MatDestroy(all[m]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Replaces M, C, K of a linear model by matrix-free operators if rows repeat often enough and
   the options permit it. Modal damping needs assembled matrices. */
static PetscErrorCode ReplaceMatrices(const AssemblyOptions *options, LinearTerm *linear,
                                      FsSystem sys, PetscBool modal_damping)
{
  const OperatorKind kind                 = options->operator_kind;
  const Mat          terms[STENCIL_TERMS] = {linear->M, linear->C, linear->K};
  Mat *const         mats[STENCIL_TERMS]  = {&linear->M, &linear->C, &linear->K};
  PetscReal          length               = 0;

  PetscFunctionBeginUser;
  PetscCheck(kind != OPERATOR_MATRIX_FREE || sys->traits.linear, sys->comm, PETSC_ERR_USER_INPUT,
             "-operator matrix_free is for linear models: remove it, or use -linearize");
  PetscCheck(kind != OPERATOR_MATRIX_FREE || !modal_damping, sys->comm, PETSC_ERR_USER_INPUT,
             "-operator matrix_free has no modes for -damping_modal: remove it");
  if (kind != OPERATOR_ASSEMBLED && !modal_damping && sys->traits.linear)
    PetscCall(StencilCreate(terms, &length, &linear->stencil));
  PetscCheck(
    kind != OPERATOR_MATRIX_FREE || linear->stencil, sys->comm, PETSC_ERR_USER_INPUT,
    "-operator matrix_free needs rows of nodes that repeat, as in a generated mesh (here %.3g "
    "consecutive rows repeat on average; 8 are needed): use -operator assembled, or "
    "-mesh_partition simple, which does not cut rows",
    (double)length);
  PetscCheck(
    options->mixed_precision != PETSC_BOOL3_TRUE || linear->stencil, sys->comm,
    PETSC_ERR_USER_INPUT,
    "-mixed_precision true is for linear models without matrices: remove it (-operator matrix_free "
    "says why this model has matrices)");
  if (!linear->stencil) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(StencilPreferPrecision(linear->stencil, options->mixed_precision));
  for (int k = 0; k < STENCIL_TERMS; k++) {
    PetscReal c[STENCIL_TERMS] = {0};

    if (!terms[k]) continue;
    PetscCall(MatDestroy(mats[k]));
    PetscCall(StencilCreateOperator(linear->stencil, mats[k]));
    c[k] = 1;
    PetscCall(StencilCombine(linear->stencil, c, *mats[k]));
  }
  PetscCall(MatDestroy(&sys->matrices.pattern));
  sys->matrices.can_be_matrix_free  = PETSC_TRUE;
  sys->matrices.must_be_matrix_free = (PetscBool)(kind == OPERATOR_MATRIX_FREE);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LinearSetUp(Term term, const AssemblyOptions *options, FsSystem sys)
{
  LinearTerm *linear = term->data;
  Mat *const  all[3] = {&linear->M, &linear->C, &linear->K};

  PetscFunctionBeginUser;
  PetscCall(CreateMatrices(term, sys));
  PetscCall(EventBegin(EVENT_MATRICES));
  if (linear->M) PetscCall(AssembleMatrices(term->model, linear, sys->traits.linear));
  for (int k = 0; k < 3 && !sys->traits.linear; k++) {
    PetscBool sparse = PETSC_FALSE;

    if (*all[k]) PetscCall(MatrixDropZeros(all[k], &sparse));
    if (sparse) linear->sparse = PETSC_TRUE;
  }
  PetscCall(EventEnd(EVENT_MATRICES));
  term->adds_damping = (PetscBool)(linear->C != NULL || term->model->damping.modal);
  PetscCall(ReplaceMatrices(options, linear, sys, (PetscBool)(term->model->damping.modal != NULL)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LinearProduct(Term term, Vec q, Vec v, Vec a, Vec y)
{
  const LinearTerm *linear = term->data;
  const Mat         A[3]   = {linear->M, linear->C, linear->K};
  const Vec         x[3]   = {a, v, q};
  PetscBool         added  = PETSC_FALSE; /* whether y already has a value */

  PetscFunctionBeginUser;
  for (int k = 0; k < 3; k++) {
    if (!A[k] || !x[k]) continue;
    PetscCall(added ? MatMultAdd(A[k], x[k], y, y) : MatMult(A[k], x[k], y));
    added = PETSC_TRUE;
  }
  if (!added) PetscCall(VecZeroEntries(y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes A = cm M + cc C + ck K, whose patterns are parts of that of A. */
static PetscErrorCode CombineParts(LinearTerm *linear, FsShift shift, Mat A)
{
  const Mat       part[3]   = {linear->M, linear->K, linear->C};
  const PetscReal factor[3] = {shift.cm, shift.ck, shift.cc};
  OpenMatrix      matrix;

  PetscFunctionBeginUser;
  PetscCall(MatZeroEntries(A));
  PetscCall(MatrixOpen(A, &matrix));
  for (int k = 0; k < 3; k++) {
    Overlay *overlay = &linear->overlay[matrix.bs > 1 ? BLOCKS : ENTRIES][k];

    if (!part[k]) continue;
    if (!*overlay) PetscCall(OverlayCreate(part[k], A, overlay));
    PetscCall(OverlayAdd(*overlay, factor[k], part[k], &matrix));
  }
  PetscCall(MatrixClose(&matrix));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LinearCombine(Term term, FsShift shift, Mat A)
{
  LinearTerm *linear = term->data;
  PetscInt    bs;

  PetscFunctionBeginUser;
  if (linear->stencil) {
    const PetscReal c[STENCIL_TERMS] = {shift.cm, shift.cc, shift.ck};

    PetscCall(StencilCombine(linear->stencil, c, A));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(AIJGetBlockSize(A, &bs));
  if (linear->sparse || bs > 1) {
    PetscCall(CombineParts(linear, shift, A));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (linear->M) PetscCall(MatCopy(linear->M, A, SAME_NONZERO_PATTERN));
  if (linear->M) PetscCall(MatScale(A, shift.cm));
  else PetscCall(MatZeroEntries(A));
  if (linear->K) PetscCall(MatAXPY(A, shift.ck, linear->K, SAME_NONZERO_PATTERN));
  if (linear->C) PetscCall(MatAXPY(A, shift.cc, linear->C, SAME_NONZERO_PATTERN));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LinearCreateMatrix(Term term, PetscBool assembled, Mat *A)
{
  const LinearTerm *linear = term->data;

  PetscFunctionBeginUser;
  if (assembled) PetscCall(StencilCreateAssembled(linear->stencil, A));
  else PetscCall(StencilCreateOperator(linear->stencil, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- energies ---- */

/* Computes this rank's share of x . A x. For assembled matrices it also computes product = A x; for
   operators product does not change. */
static PetscErrorCode QuadraticForm(const LinearTerm *linear, Mat A, Vec x, Vec product,
                                    PetscReal *square)
{
  PetscFunctionBeginUser;
  if (linear->stencil) {
    PetscCall(StencilQuadraticForm(A, x, square));
  } else {
    PetscCall(MatMult(A, x, product));
    PetscCall(LocalDot(product, x, square));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool is_fixed(const Layout *l, PetscInt dof)
{
  return (PetscBool)(dof >= 0 && l->global[dof] < 0 && (!l->motion_of || l->motion_of[dof] < 0));
}

/* Adds to momentum[nlocal] the rows of fixed dofs, which the matrix M leaves out of M v.
   prescribed_supports.c adds the products with moved dofs. */
static void add_fixed_momentum(const Evaluation *ev, const SupportRows *held,
                               PetscScalar momentum[])
{
  const Layout *l = &ev->assembly->model->layout;

  for (PetscInt row = 0; row < held->n; row++)
    for (PetscInt k = held->offset[row]; k < held->offset[row + 1] && is_fixed(l, held->dof[row]);
         k++) {
      const SupportRowEntry *entry = &held->entry[k];
      const NodeState       *node  = &ev->nodes[entry->column / COMPONENTS];
      const PetscInt         c = entry->column % COMPONENTS, dof = l->dof[entry->column];

      if (dof >= 0 && l->global[dof] >= 0)
        momentum[held->dof[row]] += entry->M * (c < 3 ? node->v[c] : node->w[c - 3]);
    }
}

static PetscErrorCode Balance_Linear(Term term, const Evaluation *ev, Balance *b)
{
  LinearTerm *linear = term->data;
  PetscReal   square;

  PetscFunctionBeginUser;
  if (!linear->product && !linear->stencil) PetscCall(VecDuplicate(ev->s->q, &linear->product));
  if (linear->K) {
    PetscCall(QuadraticForm(linear, linear->K, ev->s->q, linear->product, &square));
    b->strain += square / 2;
  }
  if (linear->C) PetscCall(MatMultAdd(linear->C, ev->s->v, b->damping, b->damping));
  if (term->assembly->modal_damping)
    PetscCall(FsLowRankMultAdd(term->assembly->modal_damping, 1, ev->s->v, b->damping));
  if (linear->M) {
    PetscCall(QuadraticForm(linear, linear->M, ev->s->v, linear->product, &square));
    b->kinetic += square / 2;
    if (b->momentum) PetscCall(VecAXPY(b->momentum, 1, linear->product));
    if (b->local_momentum && ev->nodes) {
      if (!linear->held.offset) PetscCall(SupportRowsCreate(term->model, &linear->held));
      add_fixed_momentum(ev, &linear->held, b->local_momentum);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

const TermKind linear_term = {.name    = "linear",
                              .create  = Create_Linear,
                              .destroy = Destroy_Linear,
                              .pattern = Pattern_Linear,
                              .balance = Balance_Linear};
