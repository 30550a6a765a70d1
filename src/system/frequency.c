/* frequency.c: an upper bound of a model's frequencies from its elements: no frequency of an assembly is above the largest
   of its parts (Irons & Treharne 1971). Elements without mass of their own (springs, dampers) are measured against the mass
   that the others give their nodes, shared in proportion to their stiffness. Laws add the largest row sums of their slopes at
   the state, over the mass. Springs and dampers of joints are
   measured at the state as well; constraints lower frequencies only. The bounds of the groups add up. */
#include "fe.h"
#include <petscblaslapack.h> /* after PETSc itself */

enum { MAX = ELEMENT_MAX_DOFS, SQUARE = MAX * MAX };

/* One element on its free dofs. */
typedef struct {
  PetscInt n, dof[MAX]; /* indices in local vectors */
  double   M[SQUARE], C[SQUARE], K[SQUARE];
} Free;

static PetscErrorCode FreePart(Model model, const Block *b, PetscInt e, Free *f)
{
  double   M[SQUARE], C[SQUARE], K[SQUARE];
  PetscInt at[MAX];

  PetscFunctionBeginUser;
  PetscCall(BlockMatrices(model, b, e, M, C, K));
  f->n = 0;
  for (PetscInt i = 0; i < b->nd; i++) {
    const PetscInt dof = b->dofs[e * b->nd + i];

    if (dof < 0 || model->layout.global[dof] < 0) continue;
    at[f->n]       = i;
    f->dof[f->n++] = dof;
  }
  for (PetscInt i = 0; i < f->n; i++)
    for (PetscInt j = 0; j < f->n; j++) {
      f->M[i * f->n + j] = M[at[i] * b->nd + at[j]];
      f->C[i * f->n + j] = C[at[i] * b->nd + at[j]];
      f->K[i * f->n + j] = K[at[i] * b->nd + at[j]];
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Smallest and largest eigenvalue of A x = lambda B x; false where B is not positive definite. */
static PetscErrorCode Eigenvalues(PetscInt n, const double A[], const double B[], PetscReal *least, PetscReal *most,
                                  PetscBool *definite)
{
  double       a[SQUARE], b[SQUARE], w[MAX], work[8 * MAX];
  PetscBLASInt type = 1, size = (PetscBLASInt)n, lwork = 8 * MAX, info = 0;

  PetscFunctionBeginUser;
  *least = *most = 0;
  *definite      = PETSC_TRUE;
  if (!n) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < n * n; i++) {
    a[i] = A[i];
    b[i] = B[i];
  }
  LAPACKsygv_(&type, "N", "U", &size, a, &size, b, &size, w, work, &lwork, &info);
  *definite = (PetscBool)(info <= size);
  PetscCheck(info <= 0 || info > size, PETSC_COMM_SELF, PETSC_ERR_LIB, "LAPACK's sygv: error %d", (int)info);
  if (*definite) {
    *least = w[0];
    *most  = w[n - 1];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static double largest(PetscInt n, const double A[])
{
  double most = 0;

  for (PetscInt i = 0; i < n * n; i++) most = fmax(most, fabs(A[i]));
  return most;
}

/* The same element up to round-off: most of a regular mesh. */
static PetscBool congruent(const Free *a, const Free *b)
{
  const double small = 1e-12;

  if (a->n != b->n) return PETSC_FALSE;
  for (PetscInt i = 0; i < a->n * a->n; i++)
    if (fabs(a->M[i] - b->M[i]) > small * a->M[0] || fabs(a->K[i] - b->K[i]) > small * fabs(a->K[0]) ||
        fabs(a->C[i] - b->C[i]) > small * fabs(a->C[0]))
      return PETSC_FALSE;
  return PETSC_TRUE;
}

enum { OMEGA2, DAMPING, NBOUNDS }; /* of M^-1 K and M^-1 C */

/* What an element with mass says about itself: the bounds, and the share of its diagonal that is below its mass matrix. */
typedef struct {
  PetscBool massive;
  PetscReal bound[NBOUNDS], share;
} Measure;

static PetscErrorCode MeasureElement(const Free *f, Measure *m)
{
  double    diagonal[SQUARE] = {0};
  PetscReal least, most;
  PetscBool definite;

  PetscFunctionBeginUser;
  *m = (Measure){.massive = PETSC_FALSE};
  if (!f->n || largest(f->n, f->M) == 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < f->n; i++) diagonal[i * f->n + i] = f->M[i * f->n + i];
  PetscCall(Eigenvalues(f->n, f->M, diagonal, &m->share, &most, &definite));
  if (!definite || m->share <= 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Eigenvalues(f->n, f->K, f->M, &least, &m->bound[OMEGA2], &definite));
  PetscCall(Eigenvalues(f->n, f->C, f->M, &least, &m->bound[DAMPING], &m->massive));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The shapes seen last: most elements of a regular mesh are one of a few. */
enum { KEPT = 4 };
typedef struct {
  Free     element[KEPT];
  Measure  measure[KEPT];
  PetscInt next;
} Shapes;

static PetscErrorCode MeasureOnce(Shapes *shapes, const Free *f, Measure *m)
{
  PetscInt at = 0;

  PetscFunctionBeginUser;
  while (at < KEPT && !congruent(f, &shapes->element[at])) at++;
  if (at == KEPT) {
    at           = shapes->next;
    shapes->next = (at + 1) % KEPT;
    PetscCall(MeasureElement(f, &shapes->measure[at]));
    shapes->element[at] = *f;
  }
  *m = shapes->measure[at];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Elements with mass; the mass that they give each dof, and the diagonals of K and C of those without. */
static PetscErrorCode MassiveElements(Model model, PetscReal bound[NBOUNDS], PetscScalar mass[],
                                      PetscScalar *massless[NBOUNDS])
{
  Shapes  shapes = {.next = 0};
  Free    f;
  Measure m = {.massive = PETSC_FALSE};

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < KEPT; i++) shapes.element[i].n = -1;
  for (PetscInt k = 0; k < model->nblocks; k++)
    for (PetscInt e = 0; e < model->block[k].ncells; e++) {
      PetscCall(FreePart(model, &model->block[k], e, &f));
      PetscCall(MeasureOnce(&shapes, &f, &m));
      for (PetscInt i = 0; i < f.n; i++) {
        const PetscInt at = i * f.n + i;

        if (m.massive) mass[f.dof[i]] += m.share * f.M[at];
        else massless[OMEGA2][f.dof[i]] += f.K[at];
        if (!m.massive) massless[DAMPING][f.dof[i]] += f.C[at];
      }
      for (int b = 0; b < NBOUNDS && m.massive; b++) bound[b] = PetscMax(bound[b], m.bound[b]);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Bound of an element's A against its share of the nodes' mass. */
static PetscErrorCode MasslessBound(const Free *f, const double A[], const PetscScalar mass[], const PetscScalar sum[],
                                    PetscReal *bound)
{
  double    a[SQUARE], b[SQUARE] = {0};
  PetscInt  at[MAX], n           = 0;
  PetscReal least, most;
  PetscBool definite;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < f->n; i++)
    if (A[i * f->n + i] > 0) at[n++] = i;
  for (PetscInt i = 0; i < n; i++) {
    const PetscInt dof = f->dof[at[i]];

    for (PetscInt j = 0; j < n; j++) a[i * n + j] = A[at[i] * f->n + at[j]];
    b[i * n + i] = mass[dof] * a[i * n + i] / sum[dof];
  }
  PetscCall(Eigenvalues(n, a, b, &least, &most, &definite));
  *bound = PetscMax(*bound, definite ? most : PETSC_INFINITY);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MasslessElements(Model model, PetscReal bound[NBOUNDS], const PetscScalar mass[],
                                       const PetscScalar *const massless[NBOUNDS])
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nblocks; k++) {
    PetscBool measured = PETSC_FALSE;
    Measure   m        = {.massive = PETSC_FALSE};
    Free      f;

    for (PetscInt e = 0; e < model->block[k].ncells && !m.massive; e++) {
      PetscCall(FreePart(model, &model->block[k], e, &f));
      if (!f.n) continue;
      if (!measured) PetscCall(MeasureElement(&f, &m)); /* the elements of a block are of one kind */
      measured = PETSC_TRUE;
      if (m.massive) continue;
      PetscCall(MasslessBound(&f, f.K, mass, massless[OMEGA2], &bound[OMEGA2]));
      PetscCall(MasslessBound(&f, f.C, mass, massless[DAMPING], &bound[DAMPING]));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* mass: of this rank's part of global vectors. */
static PetscErrorCode LawBounds(Model model, const State *s, Vec mass, PetscReal bound[NBOUNDS])
{
  const PetscScalar *q, *v, *m;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(s->q, &q));
  PetscCall(VecGetArrayRead(s->v, &v));
  PetscCall(VecGetArrayRead(mass, &m));
  for (PetscInt k = 0; k < model->nlaws; k++)
    for (PetscInt node = 0; node < model->law[k].n; node++) {
      PetscReal slope[NBOUNDS][9];

      PetscCall(LawSlopes(&model->law[k], node, s->t, q, v, slope[OMEGA2], slope[DAMPING]));
      for (int b = 0; b < NBOUNDS; b++)
        for (int i = 0; i < 3; i++) {
          const PetscInt  at  = model->law[k].at[3 * node + i];
          const PetscReal sum = fabs(slope[b][3 * i]) + fabs(slope[b][3 * i + 1]) + fabs(slope[b][3 * i + 2]);

          if (at >= 0 && sum > 0) bound[b] = PetscMax(bound[b], sum / m[at]);
        }
    }
  PetscCall(VecRestoreArrayRead(mass, &m));
  PetscCall(VecRestoreArrayRead(s->v, &v));
  PetscCall(VecRestoreArrayRead(s->q, &q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Springs and dampers of joints: one coordinate each, k g . M^-1 g. mass: local. */
static PetscErrorCode JointBounds(Model model, const State *s, const PetscScalar mass[], PetscReal bound[NBOUNDS])
{
  NodeState *nodes;

  PetscFunctionBeginUser;
  if (!model->njoints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(NodesUpdate(model->nodes, s->t, s->q, s->v, NULL, &nodes));
  for (PetscInt i = 0; i < model->njoints; i++) {
    const Joint *j = &model->joint[i];

    for (PetscInt e = 0; e < j->ncells; e++)
      for (int k = 0; k < JOINT_FREE; k++) {
        const PetscInt *dofs    = j->dofs + e * (JOINT_DOFS + j->nrows);
        PetscReal       inverse = 0;
        double          g[JOINT_DOFS];
        JointState      state;

        if (j->stiffness[k] == 0 && j->damping[k] == 0) continue;
        JointGather(model, j, e, nodes, &state);
        JointCoordinate(j, e, (JointCoordinateKind)k, &state, g, NULL);
        for (int d = 0; d < JOINT_DOFS; d++)
          if (dofs[d] >= 0 && model->layout.global[dofs[d]] >= 0 && g[d] != 0) inverse += g[d] * g[d] / mass[dofs[d]];
        bound[OMEGA2]  = PetscMax(bound[OMEGA2], j->stiffness[k] * inverse);
        bound[DAMPING] = PetscMax(bound[DAMPING], j->damping[k] * inverse);
      }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode Frequency_FE(System sys, const State *s, PetscReal *omega, PetscReal *damping)
{
  enum { MASS = NBOUNDS, NVECS, ELEMENTS = 0, SPRINGS, JOINTS, LAWS, NGROUPS };
  Model           model                   = ((FE *)sys->data)->model;
  DM              dm                      = model->mesh->dm;
  const PetscReal heaviest                = 10;
  PetscReal       bound[NGROUPS][NBOUNDS] = {{0}}, sum[NBOUNDS] = {0};
  Vec             local[NVECS], global; /* diagonals of K and C of massless elements, mass */
  PetscScalar    *x[NVECS];

  PetscFunctionBeginUser;
  for (int i = 0; i < NVECS; i++) {
    PetscCall(DMGetLocalVector(dm, &local[i]));
    PetscCall(VecZeroEntries(local[i]));
    PetscCall(VecGetArray(local[i], &x[i]));
  }
  PetscCall(MassiveElements(model, bound[ELEMENTS], x[MASS], x));
  PetscCall(DMGetGlobalVector(dm, &global));
  for (int i = 0; i < NVECS; i++) {
    PetscCall(VecRestoreArray(local[i], &x[i]));
    PetscCall(VecZeroEntries(global));
    PetscCall(DMLocalToGlobal(dm, local[i], ADD_VALUES, global));
    PetscCall(DMGlobalToLocal(dm, global, INSERT_VALUES, local[i]));
    PetscCall(VecGetArray(local[i], &x[i]));
  }
  PetscCall(MasslessElements(model, bound[SPRINGS], x[MASS], (const PetscScalar *const *)x));
  PetscCall(JointBounds(model, s, x[MASS], bound[JOINTS]));
  for (int i = 0; i < NVECS; i++) {
    PetscCall(VecRestoreArray(local[i], &x[i]));
    PetscCall(DMRestoreLocalVector(dm, &local[i]));
  }
  PetscCall(LawBounds(model, s, global, bound[LAWS])); /* global: mass, the last of the sums */
  PetscCall(DMRestoreGlobalVector(dm, &global));
  PetscCall(MPIU_Allreduce(MPI_IN_PLACE, bound, NGROUPS * NBOUNDS, MPIU_REAL, MPI_MAX, sys->comm));
  for (int g = 0; g < NGROUPS; g++)
    for (int b = 0; b < NBOUNDS; b++) sum[b] += bound[g][b];
  /* Heavy dampers without springs have a time scale, too: ratios end at 10. */
  *omega   = PetscMax(PetscSqrtReal(sum[OMEGA2]), sum[DAMPING] / (2 * heaviest));
  *damping = *omega > 0 ? sum[DAMPING] / (2 * *omega) : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
