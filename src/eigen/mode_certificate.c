/* mode_certificate.c: tests modes against the matrices, apart from how they were found.

   Rows of K and M have different units. Norms of forces therefore divide each row by the square
   root of its largest entry in K, or of its inertia at the frequency, after which the units of all
   rows are equal. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "undamped_modes.h"
#include "system/force_units.h"

typedef struct {
  Pencil p;
  Vec    stiffness;      /* of each row in its own unit, see CreateStiffness */
  Vec    mass;           /* M_ii */
  Vec    unit;           /* of the present mode, see SetUnit */
  Vec    Kx, Mx, Ax, ax; /* scratch */
} Certificate;

/* Sets c->stiffness to the largest |K_ij| of each row, or more where this is round-off. Entries of
   a row are compared with rotations as arcs (FsSystemForceUnits), because a force over an angle and
   a moment over an angle have different units. The result has the unit of K_ii. */
static PetscErrorCode CreateStiffness(Certificate *c)
{
  /* Relative to the largest entry of K. A row whose entries are smaller, as that of a slack cable,
     consists of round-off. The test tests/eigen/certificate.c has angles at lengths from 1e-6 to
     1e6. */
  const PetscReal round_off = 1e-12;
  PetscReal       most;

  PetscFunctionBeginUser;
  PetscCall(MatGetDiagonal(c->p->M, c->mass));
  PetscCall(VecMax(c->p->initial_size, NULL, &most));
  PetscCall(VecSet(c->unit, most > 0 ? round_off * most : 1));
  PetscCall(VecPointwiseMax(c->stiffness, c->p->initial_size, c->unit));
  PetscCall(FsSystemForceUnits(c->p->sys, c->unit));
  for (int twice = 0; twice < 2; twice++)
    PetscCall(VecPointwiseDivide(c->stiffness, c->stiffness, c->unit));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets c->unit to 1 / sqrt of the largest stiffness or inertia of each row at mu. */
static PetscErrorCode SetUnit(const Certificate *c, PetscReal mu)
{
  PetscFunctionBeginUser;
  PetscCall(VecCopy(c->mass, c->unit));
  PetscCall(VecScale(c->unit, PetscAbsReal(mu)));
  PetscCall(VecPointwiseMax(c->unit, c->unit, c->stiffness));
  PetscCall(VecSqrtAbs(c->unit));
  PetscCall(VecReciprocal(c->unit));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode UnitNorm(const Certificate *c, Vec x, PetscReal *norm)
{
  PetscFunctionBeginUser;
  PetscCall(VecPointwiseMult(c->ax, c->unit, x));
  PetscCall(VecNorm(c->ax, NORM_2, norm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Properties of a vector x and of mu, from products with K and M. */
typedef struct {
  PetscReal mu;        /* Rayleigh quotient [1/s2] */
  PetscReal mass;      /* x . M x */
  PetscReal energy;    /* x . K x, relative to the energies of single dofs */
  PetscReal residual;  /* |K x - mu M x|, relative to |K x| + |mu M x| */
  PetscReal own_units; /* the residual by norms whose rows keep their units */
  PetscReal round_off; /* the residual relative to |K| |x|; 0 if the residual is small */
} Evidence;

/* Largest residual of a mode. The modes of 40 models had residuals below 2e-9. Many zeros
   contaminate high modes: those of a flat membrane without prestress had residuals of 6e-5, and
   right frequencies. A vector that is no mode has a residual near 1. tests/eigen/certificate.c has
   mixtures of two modes with residuals above and below, in units from 1e-6 to 1e6. */
static const PetscReal SMALL = 1e-3;

/* Computes e->round_off from c->Kx, which contains K x - mu M x. */
static PetscErrorCode CompareWithRoundOff(const Certificate *c, Vec x, Evidence *e)
{
  PetscReal remainder, size;

  PetscFunctionBeginUser;
  PetscCall(PencilAbsMult(c->p, x, c->Ax));
  PetscCall(UnitNorm(c, c->Ax, &size));
  PetscCall(UnitNorm(c, c->Kx, &remainder));
  e->round_off = size > 0 ? remainder / size : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Examine(const Certificate *c, Vec x, PetscReal mu, Evidence *e)
{
  PetscReal stiffness, dofs, sizes[2], own_sizes[2], remainder, own_remainder;

  PetscFunctionBeginUser;
  PetscCall(SetUnit(c, mu));
  PetscCall(MatMult(c->p->K, x, c->Kx));
  PetscCall(MatMult(c->p->M, x, c->Mx));
  PetscCall(VecDot(c->Kx, x, &stiffness));
  PetscCall(VecDot(c->Mx, x, &e->mass));
  PetscCall(VecPointwiseDivide(c->ax, x, c->unit));
  PetscCall(VecDot(c->ax, c->ax, &dofs));
  PetscCall(VecScale(c->Mx, mu));
  PetscCall(UnitNorm(c, c->Kx, &sizes[0]));
  PetscCall(UnitNorm(c, c->Mx, &sizes[1]));
  PetscCall(VecNorm(c->Kx, NORM_2, &own_sizes[0]));
  PetscCall(VecNorm(c->Mx, NORM_2, &own_sizes[1]));
  PetscCall(VecAXPY(c->Kx, -1, c->Mx));
  PetscCall(UnitNorm(c, c->Kx, &remainder));
  PetscCall(VecNorm(c->Kx, NORM_2, &own_remainder));
  e->mu        = stiffness / e->mass;
  e->energy    = dofs > 0 ? PetscAbsReal(stiffness) / dofs : 0;
  e->residual  = remainder > 0 ? remainder / (sizes[0] + sizes[1]) : 0;
  e->own_units = own_remainder > 0 ? own_remainder / (own_sizes[0] + own_sizes[1]) : 0;
  e->round_off = 0;
  if (!(e->residual <= SMALL)) PetscCall(CompareWithRoundOff(c, x, e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether a mode with mu is what the evidence says. In 40 models the energies of zeros were below
   1e-16, and those of other modes above 5e-8.

   The limit same is relative to 1, the mass of the mode, and to mu. The limit round_off is relative
   to |K| |x| or to energies of single dofs. tests/eigen/certificate.c has frequencies that are off
   by 5e-9, which pass, and by 5e-4, which do not, in units from 1e-6 to 1e6. */
static PetscBool is_mode(const Evidence *e, PetscReal mu)
{
  const PetscReal same = 1e-4, round_off = 1e-13;

  if (!(PetscAbsReal(e->mass - 1) <= same)) return PETSC_FALSE;
  if (!(e->residual <= SMALL || e->round_off <= round_off)) return PETSC_FALSE;
  return (PetscBool)(PetscAbsReal(e->mu - mu) <= same * PetscAbsReal(mu) ||
                     PetscAbsReal(e->mu - mu) * e->energy <= round_off * PetscAbsReal(e->mu));
}

/* Sets m->residual[k], and tests mode k if the pencil is symmetric. */
static PetscErrorCode VerifyMode(const Certificate *c, const Modes *m, PetscInt k, char reason[],
                                 size_t size)
{
  /* Relative to the strain energy of motions of single dofs; contamination by stiff modes is its
     square. The zeros of 40 models had less than 1e-16, other modes more than 5e-8.
     tests/eigen/certificate.c has a mode that claims to be rigid. */
  const PetscReal round_off = 1e-12;
  Evidence        e;

  PetscFunctionBeginUser;
  PetscCall(Examine(c, m->x[k], m->mu[k], &e));
  m->residual[k] = e.own_units;
  if (!c->p->symmetric) PetscFunctionReturn(PETSC_SUCCESS);
  if (m->zero[k] && !(e.energy <= round_off))
    PetscCall(PetscSNPrintf(reason, size,
                            "mode %" PetscInt_FMT " would be a rigid motion or a mechanism, but it "
                            "has %.2g of the strain energy of motions of single dofs",
                            k + 1, (double)e.energy));
  else if (!m->zero[k] && !is_mode(&e, m->mu[k]))
    PetscCall(PetscSNPrintf(reason, size,
                            "mode %" PetscInt_FMT " at %.6g Hz does not solve K x = omega^2 M x: "
                            "the residual is %.2g of the forces, and x . K x / x . M x gives "
                            "%.6g Hz",
                            k + 1, (double)(PetscSqrtReal(PetscMax(m->mu[k], 0)) / (2 * PETSC_PI)),
                            (double)e.residual,
                            (double)(PetscSqrtReal(PetscMax(e.mu, 0)) / (2 * PETSC_PI))));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* If M is positive definite, the largest |mu| is at least that of any vector, and p->largest is one
   of a single node. With constraints such a vector may break them. If nodes have directions without
   mass, these may yield, so that such a vector does not move. */
static PetscErrorCode VerifyLargest(Pencil p, const Modes *m, char reason[], size_t size)
{
  /* of the largest mu of a node; the bound is exact, and only round-off makes modes smaller */
  const PetscReal share = 0.5;
  PetscReal       most  = 0;

  PetscFunctionBeginUser;
  if (p->rows || p->massless || p->loose) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 0; k < m->n; k++) most = PetscMax(most, PetscAbsReal(m->mu[k]));
  if (most >= share * p->largest) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(reason, size,
                          "the %" PetscInt_FMT " modes found, the highest at %.6g Hz, would be all "
                          "of the model, but the motion of one node alone has %.6g Hz",
                          m->n, (double)(PetscSqrtReal(most) / (2 * PETSC_PI)),
                          (double)(PetscSqrtReal(p->largest) / (2 * PETSC_PI))));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether a motion x satisfies the constraints, from c->Kx = K x. Overwrites c->Ax and c->ax. */
static PetscErrorCode IsAllowed(const Certificate *c, Vec x, PetscBool *allowed)
{
  /* of the sum of the sizes of the terms of the rows; a motion that breaks constraints does so by
     about 1 */
  const PetscReal round_off = 1e-9;
  const FsSystem  sys       = c->p->sys;
  PetscReal       violation = 0, size = 0;
  PetscErrorCode (*add)(FsSystem, PetscReal, Vec, Vec);

  PetscFunctionBeginUser;
  *allowed = PETSC_TRUE;
  if (!c->p->rows) PetscFunctionReturn(PETSC_SUCCESS);
  add = sys->constraints->add_multipliers;
  PetscCall(VecZeroEntries(c->ax));
  PetscCall(add(sys, 1, c->Kx, c->ax));
  PetscCall(VecNorm(c->ax, NORM_2, &violation));
  PetscCall(PencilAbsMult(c->p, x, c->Ax));
  PetscCall(VecZeroEntries(c->ax));
  PetscCall(add(sys, 1, c->Ax, c->ax));
  PetscCall(VecNorm(c->ax, NORM_2, &size));
  *allowed = (PetscBool)(violation <= round_off * size);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Tests all modes below m->to by a motion x that satisfies the constraints. With the modes x_k and
   c_k = x_k . M x, where x . M x = 1, the rest of x has at least the frequency of m->to. The
   Rayleigh quotient of x is therefore at least sum c_k^2 mu_k + (1 - sum c_k^2) m->to. */
static PetscErrorCode VerifyBelow(const Certificate *c, const Modes *m, Vec x, const char motion[],
                                  char reason[], size_t size)
{
  /* Relative to the terms of the sum, and to the mass of x. The modes are exact to about 1e-10, so
     that the bound of a correct list never fails by this; a missing mode lowers the Rayleigh
     quotient by its share in x. tests/eigen/certificate.c leaves out modes. */
  const PetscReal same = 1e-6;
  PetscReal       mu, round_off, stiffness, mass, contained = 0, least = 0, terms = 0;
  PetscBool       allowed;

  PetscFunctionBeginUser;
  PetscCall(MatMult(c->p->M, x, c->Mx));
  PetscCall(VecDot(c->Mx, x, &mass));
  if (!(mass > 0)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatMult(c->p->K, x, c->Kx));
  PetscCall(VecDot(c->Kx, x, &stiffness));
  mu = stiffness / mass;
  for (PetscInt k = 0; k < m->n; k++) {
    PetscReal part;

    PetscCall(VecDot(m->x[k], c->Mx, &part));
    part *= part / mass;
    contained += part;
    least += part * m->mu[k];
    terms += part * PetscAbsReal(m->mu[k]);
  }
  least += (1 - contained) * m->to - same * (terms + PetscAbsReal(mu));
  if (1 - contained <= same || least <= mu) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(IsAllowed(c, x, &allowed));
  PetscCall(PencilRayleigh(c->p, x, c->Kx, &mu, &round_off, &mass));
  if (!allowed || least <= mu + round_off) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(
    PetscSNPrintf(reason, size,
                  "modes below %.6g Hz are missing: a rigid %s of what can move has %.6g Hz "
                  "(x . K x / x . M x), but with the %" PetscInt_FMT " modes found it would "
                  "have at least %.6g Hz",
                  (double)(PetscSqrtReal(PetscMax(m->to, 0)) / (2 * PETSC_PI)), motion,
                  (double)(PetscSqrtReal(PetscMax(mu, 0)) / (2 * PETSC_PI)), m->n,
                  (double)(PetscSqrtReal(PetscMax(least, 0)) / (2 * PETSC_PI))));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* If all modes below m->to were found, tests them by the rigid motions of what supports leave free.
   If nothing resists such a motion, it must be among the modes with mu = 0. */
static PetscErrorCode VerifyRigid(const Certificate *c, const Modes *m, char reason[], size_t size)
{
  static const char *const motions[FS_RIGID_MOTIONS] = {
    "translation along x", "translation along y", "translation along z",
    "rotation about x",    "rotation about y",    "rotation about z"};

  PetscFunctionBeginUser;
  if (!c->p->rigid || m->from > -PETSC_MAX_REAL || m->to >= PETSC_MAX_REAL)
    PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < FS_RIGID_MOTIONS && !reason[0]; k++)
    PetscCall(VerifyBelow(c, m, c->p->rigid[k], motions[k], reason, size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModesVerify(Pencil p, Modes *m, PetscBool whole, char reason[], size_t size)
{
  Certificate c         = {.p = p};
  Vec *const  scratch[] = {&c.stiffness, &c.mass, &c.unit, &c.Kx, &c.Mx, &c.Ax, &c.ax};

  PetscFunctionBeginUser;
  reason[0] = '\0';
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(scratch); i++)
    PetscCall(VecDuplicate(p->sys->vec, scratch[i]));
  PetscCall(CreateStiffness(&c));
  for (PetscInt k = 0; k < m->n && !reason[0]; k++) PetscCall(VerifyMode(&c, m, k, reason, size));
  if (p->symmetric && whole && !reason[0]) PetscCall(VerifyLargest(p, m, reason, size));
  if (p->symmetric && !reason[0]) PetscCall(VerifyRigid(&c, m, reason, size));
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(scratch); i++) PetscCall(VecDestroy(scratch[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
