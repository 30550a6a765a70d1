/* semi_implicit.c: implements the schemes HHT-SI2 and HHT-ADD for mechanisms.

   A step is one Newton solve (solve/newton/block_newton.h). Without constraints both schemes are
   hht. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "semi_implicit.h"

/* clang-format off */
enum { ALPHA, ADD_B };
static const FsSchemeParameter hht_parameters[] = {HHT_ALPHA, {NULL}};
static const FsSchemeParameter add_parameters[] = {HHT_ALPHA,
  {"hht_add_b", {"-hht_add_b", "0",
   "b of hht_add, which position and velocity corrections share; not near 1/2"},
   -PETSC_MAX_REAL, PETSC_MAX_REAL, "the range of numbers"},
  {NULL}
};

static const FsScheme schemes[] = {
  {"hht_si2", 2, 1, 0.5, 0.95 / 1.05, PETSC_TRUE,  "HHT-SI2, Negrut, Jay & Khude 2009 (12)-(13)",               &hht_si2_method, hht_parameters},
  {"hht_add", 2, 1, 0.5, 0.95 / 1.05, PETSC_TRUE,  "HHT-ADD, Negrut, Jay & Khude 2009 (11), Jay & Negrut 2007", &hht_add_method, add_parameters},
  {NULL,      0, 0, 0,   0,           PETSC_FALSE, NULL,                                                        NULL}
};
/* clang-format on */

static void SetDefaults_SemiImplicit(const FsScheme *scheme, FsIntegratorOptions *options)
{
  (void)scheme;
  options->parameter[ALPHA] = hht_alpha_of_radius(options->rho_inf);
}

/* Input error: b of hht_add is near 1/2. */
static PetscErrorCode Check_SemiImplicit(MPI_Comm comm, const FsIntegratorOptions *options)
{
  const PetscReal min_distance = 0.05; /* distance of b from 1/2 within which ADD fails */
  const PetscReal b            = options->parameter[ADD_B];

  PetscFunctionBeginUser;
  PetscCheck(options->scheme->parameters != add_parameters || PetscAbsReal(b - 0.5) > min_distance,
             comm, PETSC_ERR_USER_INPUT,
             "-hht_add_b %.6g: positions and velocities cannot be distinguished near 1/2; 0 and "
             "1 are usual",
             (double)b);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_SemiImplicit(FsIntegrator in, const FsIntegratorOptions *options)
{
  SemiImplicit *m;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&m));
  in->data  = m;
  m->method = in->scheme->row;
  m->alpha  = options->parameter[ALPHA];
  m->gamma  = (1 - 2 * m->alpha) / 2;
  m->beta   = PetscSqr(1 - m->alpha) / 4;
  m->b      = options->parameter[ADD_B];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscReal Scale_SemiImplicit(void *context)
{
  const SemiImplicit *m = ((FsIntegrator)context)->data;

  return 1 / (m->beta * m->h * m->h);
}

static PetscErrorCode CreateVectors(FsIntegrator in, SemiImplicit *m)
{
  Vec *all[] = {&m->w,  &m->force, &m->new_w, &m->new_force, &m->q0,
                &m->v0, &m->q,     &m->v,     &m->a,         &m->f};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) {
    PetscCall(VecDuplicate(in->sys->vec, all[k]));
    PetscCall(VecZeroEntries(*all[k]));
  }
  for (PetscInt k = 0; k < m->method->nblocks; k++) PetscCall(VecDuplicate(in->sys->vec, &m->x[k]));
  PetscCall(FsSystemCreateMatrix(in->sys, PETSC_TRUE, &m->M));
  if (m->method->kind == ADD) PetscCall(FsSystemCreateMatrix(in->sys, PETSC_TRUE, &m->start));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Archive_SemiImplicit(FsIntegrator in, FsArchive a)
{
  return BlockNewtonArchive(((SemiImplicit *)in->data)->blocks, a);
}

static PetscErrorCode Destroy_SemiImplicit(FsIntegrator in)
{
  SemiImplicit *m = in->data;

  PetscFunctionBeginUser;
  if (!m) PetscFunctionReturn(PETSC_SUCCESS);
  {
    Vec *all[] = {&m->w, &m->force, &m->new_w, &m->new_force, &m->q0,   &m->v0,  &m->q,
                  &m->v, &m->a,     &m->f,     &m->x[0],      &m->x[1], &m->x[2]};

    for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) PetscCall(VecDestroy(all[k]));
  }
  PetscCall(BlockNewtonDestroy(&m->blocks));
  PetscCall(MatDestroy(&m->M));
  PetscCall(MatDestroy(&m->start));
  PetscCall(PetscFree(in->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_SemiImplicit(FsIntegrator in, FsState *s)
{
  SemiImplicit *m = in->data;

  PetscFunctionBeginUser;
  if (!in->sys->constraints) { /* without constraints it is hht */
    PetscCall(Destroy_SemiImplicit(in));
    PetscFunctionReturn(IntegratorSwitchToHHT(in, s));
  }
  if (!m->blocks) { /* not at a restart */
    const BlockProblem problem = {m->method->residual, m->method->tangent, m->method->rows,
                                  Scale_SemiImplicit};

    in->shift =
      (FsShift){1 / (in->dt * in->dt * m->beta), m->gamma / (in->dt * m->beta), 1, PETSC_FALSE};
    PetscCall(CreateVectors(in, m));
    PetscCall(BlockNewtonCreate(in->sys, m->method->nblocks, &problem, in, &m->blocks));
  }
  PetscCall(m->method->initialize(in, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes q0, v0 and matrices that do not depend on the unknowns, and the guess w = w_n. */
static PetscErrorCode Predict_SemiImplicit(FsIntegrator in, const FsState *s)
{
  SemiImplicit   *m = in->data;
  const PetscReal h = in->dt;

  PetscFunctionBeginUser;
  m->h = h;
  m->t = s->t + h;
  PetscCall(VecWAXPY(m->q0, h, s->v, s->q));
  PetscCall(VecAXPY(m->q0, h * h * (0.5 - m->beta), m->w));
  PetscCall(VecWAXPY(m->v0, h * (1 - m->gamma), m->w, s->v));
  for (PetscInt k = 1; k < m->method->nblocks; k++) PetscCall(VecZeroEntries(m->x[k]));
  PetscCall(m->method->predict(in, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve_SemiImplicit(FsIntegrator in, const FsState *s, FsState *next,
                                         FsStageInfo *info)
{
  SemiImplicit *m = in->data;

  PetscFunctionBeginUser;
  PetscCall(Predict_SemiImplicit(in, s));
  PetscCall(BlockNewtonSolveStage(m->blocks, s->q, m->x, info));
  if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SemiImplicitUpdateState(m, m->x));
  PetscCall(VecCopy(m->q, next->q));
  PetscCall(VecCopy(m->v, next->v));
  next->t = m->t;
  PetscCall(m->method->finish(in, s, next, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Accept_SemiImplicit(FsIntegrator in, FsState *s, FsState *next)
{
  SemiImplicit *m   = in->data;
  const FsState old = *s;

  PetscFunctionBeginUser;
  PetscCall(VecSwap(m->w, m->new_w));
  PetscCall(VecSwap(m->force, m->new_force));
  *s    = *next;
  *next = old;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void History_SemiImplicit(FsIntegrator in, SchemeHistory *history)
{
  history->vec[history->nvecs++] = ((const SemiImplicit *)in->data)->w;
  history->vec[history->nvecs++] = ((const SemiImplicit *)in->data)->force;
}

const SchemeFamily semi_implicit_family = {.schemes       = schemes,
                                           .uses_previous = PETSC_TRUE,
                                           .set_defaults  = SetDefaults_SemiImplicit,
                                           .derive        = hht_derive_radius,
                                           .check         = Check_SemiImplicit,
                                           .create        = Create_SemiImplicit,
                                           .setup         = SetUp_SemiImplicit,
                                           .restart       = SetUp_SemiImplicit,
                                           .solve         = Solve_SemiImplicit,
                                           .accept        = Accept_SemiImplicit,
                                           .history       = History_SemiImplicit,
                                           .archive       = Archive_SemiImplicit,
                                           .destroy       = Destroy_SemiImplicit};
