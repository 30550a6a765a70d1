/* element_bounds.c: computes bounds of the frequencies of single elements.

   They follow from the matrices of the element on the free dofs, with the stiffness of a law where
   it is stiffest. Elements without mass of their own
   (springs, dampers) use the mass that other elements give their nodes. Such elements share this
   mass in proportion to the diagonals of their matrices. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "assembly/terms/terms.h"
#include "math/mass_axes.h"
#include "model/parts/element_iterator.h"
#include <petscblaslapack.h> /* it must follow PETSc's headers */

enum { MAX = ELEMENT_MAX_DOFS, SQUARE = MAX * MAX };

/* The matrices [n][n] of an element on its free dofs. */
typedef struct {
  PetscInt n, dof[MAX]; /* indices in local vectors */
  PetscInt node[MAX];   /* of the element, ascending */
  int      component[MAX];
  double   M[SQUARE], C[SQUARE], K[SQUARE];
} FreeMatrices;

static PetscErrorCode ComputeFreeMatrices(Model model, const Block *b, PetscInt e, FreeMatrices *f)
{
  const PetscInt per_node = b->nd / shape_nodes(b->kernel->shape);
  double         M[SQUARE], C[SQUARE], K[SQUARE];
  PetscInt       at[MAX];

  PetscFunctionBeginUser;
  PetscCall(BlockMatrices(model, b, e, M, C, K));
  if (!model->linearize) block_element_stiffen(model, b, e, K);
  f->n = 0;
  for (PetscInt i = 0; i < b->nd; i++) {
    const PetscInt dof = BlockDofs(b, e)[i];

    if (dof < 0 || model->layout.global[dof] < 0) continue;
    at[f->n]           = i;
    f->node[f->n]      = i / per_node;
    f->component[f->n] = (int)(i % per_node);
    f->dof[f->n++]     = dof;
  }
  for (PetscInt i = 0; i < f->n; i++)
    for (PetscInt j = 0; j < f->n; j++) {
      f->M[i * f->n + j] = M[at[i] * b->nd + at[j]];
      f->C[i * f->n + j] = C[at[i] * b->nd + at[j]];
      f->K[i * f->n + j] = K[at[i] * b->nd + at[j]];
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the smallest and the largest eigenvalue of A x = lambda B x; returns *definite =
   PETSC_FALSE if B is not positive definite. */
static PetscErrorCode Eigenvalues(PetscInt n, const double A[], const double B[], PetscReal *least,
                                  PetscReal *most, PetscBool *definite)
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
  PetscCheck(info <= 0 || info > size, PETSC_COMM_SELF, PETSC_ERR_LIB, "LAPACK's sygv: error %d",
             (int)info);
  if (*definite) {
    *least = w[0];
    *most  = w[n - 1];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static double largest_entry(PetscInt n, const double A[])
{
  double most = 0;

  for (PetscInt i = 0; i < n * n; i++) most = fmax(most, fabs(A[i]));
  return most;
}

/* Determines whether entry i, j of two matrices [n][n] is the same up to round-off: relative to the
   mean of its two diagonals, so that forces are not compared with moments. */
static PetscBool has_same_entry(PetscInt n, const double A[], const double B[], PetscInt i,
                                PetscInt j)
{
  /* Elements of a regular mesh differ by the round-off of coordinates over their size, about 1e-14.
     The bound of one element then serves another, with a relative error of this size. */
  const double small = 1e-12;

  return (PetscBool)(fabs(A[i * n + j] - B[i * n + j]) <=
                     small * sqrt(fabs(A[i * n + i] * A[j * n + j])));
}

/* Determines whether two elements have the same matrices up to round-off, as in regular meshes. */
static PetscBool has_same_matrices(const FreeMatrices *a, const FreeMatrices *b)
{
  const PetscInt n = a->n;

  if (n != b->n) return PETSC_FALSE;
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt j = 0; j < n; j++)
      if (!has_same_entry(n, a->M, b->M, i, j) || !has_same_entry(n, a->K, b->K, i, j) ||
          !has_same_entry(n, a->C, b->C, i, j))
        return PETSC_FALSE;
  return PETSC_TRUE;
}

/* The bounds of an element with mass (massive): the largest eigenvalues of K x = omega^2 M x and of
   C x = d M x. share is the smallest eigenvalue of M x = s diag(M) x, so share * diag(M) <= M. */
typedef struct {
  PetscBool massive;
  PetscReal bound[BOUNDS], share;
} FrequencyBound;

/* Whether a node of the element has a direction without mass; in M there may be round-off. */
static PetscBool has_massless_node(const FreeMatrices *f)
{
  for (PetscInt first = 0, n; first < f->n; first += n) {
    double   M[MASS_AXES * MASS_AXES];
    MassAxes axes;

    for (n = 1; first + n < f->n && f->node[first + n] == f->node[first];) n++;
    for (PetscInt i = 0; i < n; i++)
      for (PetscInt j = 0; j < n; j++) M[i * n + j] = f->M[(first + i) * f->n + first + j];
    mass_axes((int)n, f->component + first, M, &axes);
    if (axes.massless) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

static PetscErrorCode BoundElement(const FreeMatrices *f, FrequencyBound *m)
{
  double    diagonal[SQUARE] = {0};
  PetscReal least, most;
  PetscBool definite;

  PetscFunctionBeginUser;
  *m = (FrequencyBound){.massive = PETSC_FALSE};
  if (!f->n || largest_entry(f->n, f->M) == 0 || has_massless_node(f))
    PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < f->n; i++) diagonal[i * f->n + i] = f->M[i * f->n + i];
  PetscCall(Eigenvalues(f->n, f->M, diagonal, &m->share, &most, &definite));
  if (!definite || m->share <= 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Eigenvalues(f->n, f->K, f->M, &least, &m->bound[BOUND_OMEGA2], &definite));
  PetscCall(Eigenvalues(f->n, f->C, f->M, &least, &m->bound[BOUND_DAMPING], &m->massive));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The last elements that were computed: in a regular mesh most elements are like one of them. */
enum { CACHED = 4 };
typedef struct {
  FreeMatrices   element[CACHED];
  FrequencyBound bound_of_element[CACHED];
  PetscInt       next;
} BoundCache;

static PetscErrorCode BoundElementCached(BoundCache *cache, const FreeMatrices *f,
                                         FrequencyBound *m)
{
  PetscInt at = 0;

  PetscFunctionBeginUser;
  while (at < CACHED && !has_same_matrices(f, &cache->element[at])) at++;
  if (at == CACHED) {
    at          = cache->next;
    cache->next = (at + 1) % CACHED;
    PetscCall(BoundElement(f, &cache->bound_of_element[at]));
    cache->element[at] = *f;
  }
  *m = cache->bound_of_element[at];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Raises bound[] to those of the elements with mass. Adds share * diag(M) of these to mass[], and
   the diagonals of K and C of the others to massless[]. Both are arrays of local vectors. */
static PetscErrorCode BoundMassiveElements(Model model, PetscReal bound[BOUNDS], PetscScalar mass[],
                                           PetscScalar *massless[BOUNDS])
{
  BoundCache     cache = {.next = 0};
  FreeMatrices   f;
  FrequencyBound m = {.massive = PETSC_FALSE};

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < CACHED; i++) cache.element[i].n = -1;
  for (ElementIterator it = ModelElements(model); NextElement(&it);) {
    PetscCall(ComputeFreeMatrices(model, it.block, it.element, &f));
    PetscCall(BoundElementCached(&cache, &f, &m));
    for (PetscInt i = 0; i < f.n; i++) {
      const PetscInt at = i * f.n + i;

      if (m.massive) mass[f.dof[i]] += m.share * f.M[at];
      else massless[BOUND_OMEGA2][f.dof[i]] += f.K[at];
      if (!m.massive) massless[BOUND_DAMPING][f.dof[i]] += f.C[at];
    }
    for (int b = 0; b < BOUNDS && m.massive; b++) bound[b] = PetscMax(bound[b], m.bound[b]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Raises *bound to the largest eigenvalue of A over the share of the element in mass[]; infinite if
   there is no mass. sum[] contains the diagonals of A of all elements without mass. */
static PetscErrorCode BoundMasslessElement(const FreeMatrices *f, const double A[],
                                           const PetscScalar mass[], const PetscScalar sum[],
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

static PetscErrorCode BoundMasslessElements(Model model, PetscReal bound[BOUNDS],
                                            const PetscScalar        mass[],
                                            const PetscScalar *const massless[BOUNDS])
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nblocks; k++) {
    PetscBool      bounded = PETSC_FALSE;
    FrequencyBound m       = {.massive = PETSC_FALSE};
    FreeMatrices   f;

    for (PetscInt e = 0; e < model->block[k].ncells && !m.massive; e++) {
      PetscCall(ComputeFreeMatrices(model, &model->block[k], e, &f));
      if (!f.n) continue;
      /* a block has one kind of element and one set of properties, so one element shows if it has
         mass */
      if (!bounded) PetscCall(BoundElement(&f, &m));
      bounded = PETSC_TRUE;
      if (m.massive) continue;
      PetscCall(BoundMasslessElement(&f, f.K, mass, massless[BOUND_OMEGA2], &bound[BOUND_OMEGA2]));
      PetscCall(
        BoundMasslessElement(&f, f.C, mass, massless[BOUND_DAMPING], &bound[BOUND_DAMPING]));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sums local over the ranks that share each dof. global is a work vector that also gets the sum. */
static PetscErrorCode SumOverRanks(DM dm, Vec global, Vec local)
{
  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(global));
  PetscCall(DMLocalToGlobal(dm, local, ADD_VALUES, global));
  PetscCall(DMGlobalToLocal(dm, global, INSERT_VALUES, local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ElementFrequencyBounds(Assembly a, PetscReal bound[][BOUNDS], Vec local_mass,
                                      Vec mass)
{
  enum { MASS = BOUNDS, NVECS };
  const DM     dm = a->model->mesh->dm;
  Vec          local[NVECS];
  PetscScalar *x[NVECS];

  PetscFunctionBeginUser;
  local[MASS] = local_mass;
  for (int i = 0; i < BOUNDS; i++) PetscCall(DMGetLocalVector(dm, &local[i]));
  for (int i = 0; i < NVECS; i++) {
    PetscCall(VecZeroEntries(local[i]));
    PetscCall(VecGetArray(local[i], &x[i]));
  }
  PetscCall(BoundMassiveElements(a->model, bound[0], x[MASS], x));
  for (int i = 0; i < NVECS; i++) {
    PetscCall(VecRestoreArray(local[i], &x[i]));
    /* the mass is the last one, so that it remains in the global vector */
    PetscCall(SumOverRanks(dm, mass, local[i]));
    PetscCall(VecGetArray(local[i], &x[i]));
  }
  PetscCall(BoundMasslessElements(a->model, bound[1], x[MASS], (const PetscScalar *const *)x));
  for (int i = 0; i < NVECS; i++) PetscCall(VecRestoreArray(local[i], &x[i]));
  for (int i = 0; i < BOUNDS; i++) PetscCall(DMRestoreLocalVector(dm, &local[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
