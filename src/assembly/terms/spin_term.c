/* spin_term.c: implements the term of a rotating frame for the linear parts of elements.

   With the mass M_l of displacements it adds r += 2 M_l W v + M_l W W (x - point)
   (kinematics/rotating_frame.h). It has two constant matrices, for the speed of the model, and the
   force on the reference configuration. For nonlinear parts these forces follow from the states of
   the nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "kinematics/rotating_frame.h"
#include "assembly/vectors.h"
#include "math/vector.h"
#include "model/parts/block.h"
#include "element/element_sizes.h"
#include "terms.h"

enum { N2 = ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS };

typedef struct {
  Mat       gyroscopic, centrifugal; /* 2 M W, M W W of the free dofs; NULL until SpinSetUp */
  Vec       force;                   /* M W W (X - point) */
  PetscReal potential; /* (X - point) M W W (X - point) / 2 of this rank's elements [J] */
  Vec       product;   /* work vector */
} SpinTerm;

static PetscErrorCode Create_Spin(Term term, PetscBool *present)
{
  SpinTerm *spin;

  PetscFunctionBeginUser;
  *present = term->model->spin.active;
  if (!*present) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&spin));
  term->data             = spin;
  term->traits.nonlinear = term->traits.velocity = term->traits.unsymmetric = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Spin(Term term)
{
  SpinTerm *spin = term->data;

  PetscFunctionBeginUser;
  PetscCall(MatDestroy(&spin->gyroscopic));
  PetscCall(MatDestroy(&spin->centrifugal));
  PetscCall(VecDestroy(&spin->force));
  PetscCall(VecDestroy(&spin->product));
  PetscCall(PetscFree(term->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes G = 2 M W and Z = M W W [nd][nd] in the displacements, from M. */
static void element_matrices(const Block *b, const double W[9], const double M[], double G[],
                             double Z[])
{
  const PetscInt nd = b->nd;
  const int      nc = b->kernel->nc, n = nc < 3 ? nc : 3, z = n == 1 ? 2 : 0;
  double         WW[9];

  mat_mat(W, W, WW);
  for (PetscInt i = 0; i < nd; i++)
    for (PetscInt j = 0; j < nd; j++) {
      const int at = (int)(j % nc);

      G[i * nd + j] = Z[i * nd + j] = 0;
      for (int k = 0; k < n && at < n; k++) {
        const double m = M[i * nd + j - at + k];

        G[i * nd + j] += 2 * m * W[3 * (z + k) + z + at];
        Z[i * nd + j] += m * WW[3 * (z + k) + z + at];
      }
    }
}

/* Computes f[nd] = M W W (X - point). */
static void element_force(Model model, const Block *b, PetscInt e, const RotatingFrame *frame,
                          const double M[], double f[])
{
  const Geometry *g    = &model->mesh->g;
  const int      *conn = g->conn + g->offset[b->cells[e]], nc = b->kernel->nc, n = nc < 3 ? nc : 3;

  for (PetscInt i = 0; i < b->nd; i++) f[i] = 0;
  for (PetscInt j = 0; j < b->nd / nc; j++) {
    double v[3], a[3];

    rotating_frame_velocity(frame, g->x[conn[j]], v);
    cross(frame->spin, v, a);
    for (PetscInt i = 0; i < b->nd; i++)
      for (int c = 0; c < n; c++) f[i] += M[i * b->nd + j * nc + c] * a[n == 1 ? 2 : c];
  }
}

/* Returns X . f over an element, twice its potential. */
static double twice_potential(Model model, const Block *b, PetscInt e, const RotatingFrame *frame,
                              const double f[])
{
  const Geometry *g    = &model->mesh->g;
  const int      *conn = g->conn + g->offset[b->cells[e]], nc = b->kernel->nc, n = nc < 3 ? nc : 3;
  double          sum = 0;

  for (PetscInt j = 0; j < b->nd / nc; j++)
    for (int c = 0; c < n; c++) {
      const int at = n == 1 ? 2 : c;

      sum += f[j * nc + c] * (g->x[conn[j]][at] - frame->point[at]);
    }
  return sum;
}

static PetscErrorCode AssembleBlock(Term term, const Block *b, const RotatingFrame *frame,
                                    Mat pattern, const OpenMatrix to[2], PetscScalar local[])
{
  SpinTerm *spin = term->data;
  double    M[N2], C[N2], K[N2], G[N2], Z[N2], f[ELEMENT_MAX_DOFS], W[9];
  Location  location;

  PetscFunctionBeginUser;
  skew(frame->spin, W);
  PetscCall(LocationCreate(pattern, term->model->layout.global, b->nd, b->ncells, b->dofs, NULL,
                           &location));
  for (PetscInt e = 0; e < b->ncells; e++) {
    PetscCall(ElementLinearPart(term->model, b, e, M, C, K));
    element_matrices(b, W, M, G, Z);
    PetscCall(LocationAdd(location, e, G, &to[0]));
    PetscCall(LocationAdd(location, e, Z, &to[1]));
    element_force(term->model, b, e, frame, M, f);
    scatter(b->nd, BlockDofs(b, e), 1, f, local);
    spin->potential += twice_potential(term->model, b, e, frame, f) / 2;
  }
  PetscCall(LocationDestroy(&location));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SpinSetUp(Term term, FsSystem sys)
{
  const FsLoading     motion_loading = FsLoadingOfMotion();
  const RotatingFrame frame          = RotatingFrameOf(term->model, &motion_loading);
  const DM            dm             = term->model->mesh->dm;
  SpinTerm           *spin           = term->data;
  Mat *const          all[2]         = {&spin->gyroscopic, &spin->centrifugal};
  OpenMatrix          to[2];
  PetscScalar        *x;
  Vec                 local;

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) {
    PetscCall(FsSystemCreateMatrix(sys, PETSC_TRUE, all[k]));
    PetscCall(MatrixOpen(*all[k], &to[k]));
  }
  PetscCall(VecDuplicate(sys->vec, &spin->force));
  PetscCall(VecDuplicate(sys->vec, &spin->product));
  PetscCall(VecZeroEntries(spin->force));
  PetscCall(DMGetLocalVector(dm, &local));
  PetscCall(VecZeroEntries(local));
  PetscCall(VecGetArray(local, &x));
  for (PetscInt k = 0; k < term->model->nparts; k++)
    PetscCall(AssembleBlock(term, &term->model->block[k], &frame, *all[0], to, x));
  PetscCall(VecRestoreArray(local, &x));
  PetscCall(DMLocalToGlobalBegin(dm, local, ADD_VALUES, spin->force));
  PetscCall(DMLocalToGlobalEnd(dm, local, ADD_VALUES, spin->force));
  PetscCall(DMRestoreLocalVector(dm, &local));
  for (int k = 0; k < 2; k++) {
    PetscCall(MatrixClose(&to[k]));
    PetscCall(MatAssemblyBegin(*all[k], MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(*all[k], MAT_FINAL_ASSEMBLY));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SpinCombine(Term term, const FsLoading *loading, FsShift shift, Mat A)
{
  const SpinTerm *spin  = term->data;
  const PetscReal speed = loading->spin;

  PetscFunctionBeginUser;
  PetscCall(MatAXPY(A, shift.cc * speed, spin->gyroscopic, SAME_NONZERO_PATTERN));
  PetscCall(MatAXPY(A, shift.ck * speed * speed, spin->centrifugal, SAME_NONZERO_PATTERN));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Residual_Spin(Term term, const Evaluation *ev, const FsConstraintRows *rows,
                                    Vec r, PetscScalar local[])
{
  const SpinTerm *spin  = term->data;
  const PetscReal speed = ev->loading->spin;

  PetscFunctionBeginUser;
  (void)rows, (void)local;
  PetscCall(MatMult(spin->centrifugal, ev->s->q, spin->product));
  PetscCall(VecAXPBYPCZ(r, speed * speed, speed * speed, 1, spin->product, spin->force));
  if (!ev->s->v) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatMult(spin->gyroscopic, ev->s->v, spin->product));
  PetscCall(VecAXPY(r, speed, spin->product));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The potential of centrifugal forces counts as strain energy. */
static PetscErrorCode Balance_Spin(Term term, const Evaluation *ev, Balance *b)
{
  const SpinTerm *spin  = term->data;
  const PetscReal speed = ev->loading->spin;
  PetscReal       quadratic, linear;

  PetscFunctionBeginUser;
  PetscCall(MatMult(spin->centrifugal, ev->s->q, spin->product));
  PetscCall(LocalDot(spin->product, ev->s->q, &quadratic));
  PetscCall(LocalDot(spin->force, ev->s->q, &linear));
  b->strain += speed * speed * (quadratic / 2 + linear + spin->potential);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const TermKind spin_term = {.name     = "spin",
                            .create   = Create_Spin,
                            .destroy  = Destroy_Spin,
                            .residual = Residual_Spin,
                            .balance  = Balance_Spin};
