/* mechanism_report.c: names what moves in a model that can move without resistance. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "mechanism_report.h"
#include "assembly/assembly.h"
#include "base/error.h"
#include "base/lapack.h"
#include "doubts/linear_buckling.h"
#include "eigen/pencil.h"
#include "math/vector.h"
#include "model/joints/joint_cell_iterator.h"
#include "model/parts/element_iterator.h"
#include "model/supports/support.h"
#include "system/force_units.h"

enum { N = FS_RIGID_MOTIONS };

/* SHIFT: stiffness that makes the matrix regular, and SOFT: largest stiffness of a motion that
   nothing resists, both relative to the norm of K in forces per length. Round-off of K is 1e-16 for
   each term; the softest frames have 1e-7 (guards.py). STILL: motion relative to the largest one
   that counts as none; inverse iteration leaves SHIFT/SOFT of other motions. */
static const PetscReal SHIFT = 1e-13, SOFT = 1e-11, STILL = 1e-3;

/* ---- the motion ------------------------------------------------------------------------------ */

/* Sets x to numbers between -1 and 1 that do not depend on the number of ranks. */
static PetscErrorCode FillByNumbers(FsSystem sys, Vec x)
{
  PetscScalar *entry;
  PetscInt     n;

  PetscFunctionBeginUser;
  PetscCall(sys->ops.geometry.numbers(sys, x));
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArray(x, &entry));
  for (PetscInt i = 0; i < n; i++)
    entry[i] = entry[i] < 0 ? 0 : PetscSinReal(1.7 * entry[i] + 0.6) + 0.1;
  PetscCall(VecRestoreArray(x, &entry));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds a unit vector x of almost no stiffness. Raises errors of factorizations. */
static PetscErrorCode FindSoftMotion(FsSystem sys, const FsState *s, const FsLoading *loading,
                                     Vec weights, Vec x, PetscBool *found)
{
  enum { ITERATIONS = 4 };
  Pencil    p;
  PetscReal size, norm = 0;
  PetscInt  below;
  Vec       y;

  PetscFunctionBeginUser;
  PetscCall(PencilCreateStiffness(sys, s, loading, &p));
  *found = p->symmetric;
  if (*found) {
    PetscCall(VecDuplicate(x, &y));
    PetscCall(FsSystemStiffnessNorm(sys, p->K, NORM_INFINITY, &size));
    PetscCall(PencilFactorWeighted(p, -SHIFT * size, weights, &below));
    for (int k = 0; k < ITERATIONS && below != PENCIL_SINGULAR; k++) {
      PetscCall(VecPointwiseMult(y, weights, x));
      PetscCall(MatSolve(p->factors, y, x));
      PetscCall(VecPointwiseMult(y, weights, x));
      PetscCall(VecDot(x, y, &norm));
      norm = PetscSqrtReal(norm);
      if (norm > 0) PetscCall(VecScale(x, 1 / norm));
    }
    /* the last solve has divided the motion by its stiffness and the shift; a motion that is not
       finite has no place */
    *found = (PetscBool)(below != PENCIL_SINGULAR && isfinite(norm) && norm > 1 / (SOFT * size));
    PetscCall(VecDestroy(&y));
  }
  PetscCall(PencilDestroy(&p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- what moves ------------------------------------------------------------------------------ */

/* Gets the six components of a node of this rank from a local vector. */
static void node_motion(const Layout *l, const PetscScalar local[], PetscInt node, double u[6])
{
  for (int c = 0; c < COMPONENTS; c++) {
    const PetscInt dof = l->dof[COMPONENTS * node + c];

    u[c] = dof < 0 || l->global[dof] < 0 ? 0 : local[dof];
  }
}

/* Determines whether the displacements of all nodes, also of supported ones, are those of a rigid
   body, by least squares. */
static PetscErrorCode IsRigid(Model model, const PetscScalar local[], PetscBool *rigid)
{
  const Mesh mesh = model->mesh;
  PetscReal  size, square[N], left;
  /* the normal matrix, then its right-hand side and the sum of squares */
  PetscScalar A[N * N + N + 1] = {0};

  PetscFunctionBeginUser;
  PetscCall(ModelSize(model, &size));
  if (size == 0) size = 1; /* a model of one node */
  for (int i = 0; i < mesh->g.nnodes; i++) {
    const double x[3] = {mesh->g.x[i][0] / size, mesh->g.x[i][1] / size, mesh->g.x[i][2] / size};
    double       u[6];

    if (!mesh->owned[i]) continue;
    node_motion(&model->layout, local, i, u);
    for (int c = 0; c < 3; c++) {
      double row[N] = {0};

      if (model->layout.dof[COMPONENTS * i + c] < 0) continue;
      row[c]               = 1;
      row[3 + (c + 1) % 3] = x[(c + 2) % 3];
      row[3 + (c + 2) % 3] = -x[(c + 1) % 3];
      for (int k = 0; k < N * N; k++) A[k] += row[k / N] * row[k % N];
      for (int k = 0; k < N; k++) A[N * N + k] += row[k] * u[c];
      A[N * N + N] += u[c] * u[c];
    }
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, A, N * N + N + 1, MPIU_SCALAR, MPIU_SUM, model->comm));
  PetscCall(LapackEigen(N, A, square));
  left = A[N * N + N];
  for (int k = 0; k < N; k++) {
    PetscReal part = 0;

    if (square[k] <= PETSC_SQRT_MACHINE_EPSILON * square[N - 1]) continue;
    for (int i = 0; i < N; i++) part += A[N * k + i] * A[N * N + i];
    left -= part * part / square[k];
  }
  *rigid = (PetscBool)(A[N * N + N] > 0 && left <= PetscSqr(STILL) * A[N * N + N]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A joint, and how much it moves. */
typedef struct {
  double value;
  int    rank;
} JointMotion;

/* Finds the joint whose nodes rotate most against each other. Sets *joint to NULL if none does
   compared with the largest rotation, or on ranks that do not have it. */
static PetscErrorCode FindTurningJoint(Model model, const PetscScalar local[], PetscBool *found,
                                       const Joint **joint, double x[3])
{
  PetscReal   largest = 0;
  JointMotion most    = {.value = 0}, all;

  PetscFunctionBeginUser;
  *joint = NULL;
  PetscCallMPI(MPI_Comm_rank(model->comm, &most.rank));
  for (JointCell c = FirstJointCell(model); c.joint; NextJointCell(&c)) {
    PetscInt node[2];
    double   u[2][6] = {{0}}, turn[3];

    JointCellNodes(&c, node);
    for (int k = 0; k < 2; k++)
      if (node[k] >= 0) node_motion(&model->layout, local, node[k], u[k]);
    for (int k = 0; k < 3; k++) turn[k] = u[1][3 + k] - u[0][3 + k];
    if (norm(turn) <= most.value || c.joint->of_tie) continue;
    most.value = norm(turn);
    *joint     = c.joint;
    PetscCall(PetscArraycpy(x, model->mesh->g.x[node[1]], 3));
  }
  for (int i = 0; i < model->mesh->g.nnodes; i++) {
    double u[6];

    node_motion(&model->layout, local, i, u);
    largest = PetscMax(largest, norm(u + 3));
  }
  PetscCallMPI(MPI_Allreduce(&most, &all, 1, MPI_DOUBLE_INT, MPI_MAXLOC, model->comm));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &largest, 1, MPIU_REAL, MPIU_MAX, model->comm));
  *found = (PetscBool)(all.value > STILL * largest);
  if (!*found || all.rank != most.rank) *joint = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Determines whether the node that moves most has cables alone. */
static PetscErrorCode MovesCable(Model model, const PetscScalar local[], PetscBool *cable)
{
  int         at = -1, found = 0;
  JointMotion most = {.value = 0}, all;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(model->comm, &most.rank));
  for (int i = 0; i < model->mesh->g.nnodes; i++) {
    double u[6];

    node_motion(&model->layout, local, i, u);
    if (!model->mesh->owned[i] || norm(u) <= most.value) continue;
    most.value = norm(u);
    at         = i;
  }
  PetscCallMPI(MPI_Allreduce(&most, &all, 1, MPI_DOUBLE_INT, MPI_MAXLOC, model->comm));
  for (ElementIterator it = PartElements(model); at >= 0 && NextElement(&it);)
    for (int k = 0; k < shape_nodes(it.block->kernel->shape); k++)
      if (it.node[k] == at && all.rank == most.rank)
        found |= strcmp(it.block->kernel->name, "cable") ? 2 : 1;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &found, 1, MPI_INT, MPI_BOR, model->comm));
  *cable = (PetscBool)(found == 1);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns how a model with a joint that turns is mended. name: the noun and the name of the joint.
   slack: cables without tension have no stiffness. */
static const char *turning_remedy(const char name[], PetscBool slack)
{
  if (slack)
    return "make the cables without tension trusses or give them a prestress, or remove its "
           "release";
  if (!strncmp(name, "support", strlen("support")))
    return "fix more of its rotations (-support_<name>_fix_rotation), or support or connect what "
           "moves most";
  return "remove its release, or add a support or a part beside it";
}

/* Names the joint that turns, or the dof that moves most. */
static PetscErrorCode NameMotion(FsSystem sys, Vec weights, Vec x, const PetscScalar local[],
                                 char text[], size_t size)
{
  const Model  model = AssemblyModel(AssemblyOf(sys));
  const Joint *joint;
  PetscBool    found = PETSC_FALSE, cable = PETSC_FALSE, slack;
  double       at[3] = {0, 0, 0};
  char         where[FS_PLACE_SIZE], name[192] = "";
  Vec          scaled;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(x, &scaled));
  PetscCall(VecCopy(weights, scaled));
  PetscCall(VecSqrtAbs(scaled));
  PetscCall(VecPointwiseMult(scaled, scaled, x));
  PetscCall(FsSystemDescribeLargestDof(sys, scaled, where, sizeof where));
  PetscCall(VecDestroy(&scaled));
  PetscCall(FindTurningJoint(model, local, &found, &joint, at));
  PetscCall(MovesCable(model, local, &cable));
  PetscCall(ModelHasSlackCables(model, &slack));
  if (joint)
    PetscCall(PetscSNPrintf(name, sizeof name, "%s '%s' at (%.6g, %.6g, %.6g)", JointNoun(joint),
                            joint->name, at[0], at[1], at[2]));
  PetscCallMPI(
    MPIU_Allreduce(MPI_IN_PLACE, name, sizeof name, MPI_UNSIGNED_CHAR, MPI_MAX, model->comm));
  if (found)
    PetscCall(PetscSNPrintf(text, size,
                            "the model is a mechanism: %s turns without resistance, and %s moves "
                            "most: %s",
                            name, where, turning_remedy(name, slack)));
  else
    PetscCall(PetscSNPrintf(text, size,
                            "the model is a mechanism: nothing resists a motion that is largest at "
                            "%s: %s",
                            where,
                            cable ? "a cable without tension has no shape of its own: give it a "
                                    "weight (density and -gravity), a larger prestress, or one "
                                    "cell (-member_<name>_n 1), and connect its end if that is free"
                                  : "support or connect it, give its parts bending stiffness or a "
                                    "prestress, or leave the component out (-directions)"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelDescribeLostFixes(Model model, char text[], size_t size)
{
  int has = 0;

  PetscFunctionBeginUser;
  text[0] = 0;
  for (int i = 0; i < model->mesh->g.nnodes; i++)
    has |= model->layout.components[i] & DISPLACEMENTS;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &has, 1, MPI_INT, MPI_BOR, model->comm));
  for (PetscInt k = 0; k < model->nsupports && !text[0]; k++) {
    const Support *s    = &model->support[k];
    const int      lost = s->fixed & DISPLACEMENTS & ~has, left = has & ~s->fixed;

    if (!lost || !left || s->has_axes) continue;
    PetscCall(PetscSNPrintf(text, size,
                            "; -support_%s_fix has %c, which the model lacks (-directions), and "
                            "leaves %c free",
                            s->name, 'x' + __builtin_ctz((unsigned)lost),
                            'x' + __builtin_ctz((unsigned)left)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MechanismFind(FsSystem sys, const FsState *s, const FsLoading *loading, Mechanism *m)
{
  const Model        model = AssemblyModel(AssemblyOf(sys));
  Vec                x, weights, local;
  const PetscScalar *u;
  CaughtError        caught;

  PetscFunctionBeginUser;
  *m = (Mechanism){.found = PETSC_FALSE};
  PetscCall(VecDuplicate(sys->vec, &x));
  PetscCall(VecDuplicate(sys->vec, &weights));
  PetscCall(FsSystemWeights(sys, weights));
  PetscCall(FillByNumbers(sys, x));
  PetscCall(CatchErrorsBegin(&caught));
  (void)FindSoftMotion(sys, s, loading, weights, x, &m->found);
  PetscCall(CatchErrorsEnd());
  if (caught.alone) PetscCall(RaiseCaughtError(sys->comm, &caught));
  if (caught.code) m->found = PETSC_FALSE;
  if (m->found) {
    PetscCall(DMGetLocalVector(model->mesh->dm, &local));
    PetscCall(DMGlobalToLocal(model->mesh->dm, x, INSERT_VALUES, local));
    PetscCall(VecGetArrayRead(local, &u));
    PetscCall(IsRigid(model, u, &m->rigid));
    PetscCall(NameMotion(sys, weights, x, u, m->text, sizeof m->text));
    PetscCall(VecRestoreArrayRead(local, &u));
    PetscCall(DMRestoreLocalVector(model->mesh->dm, &local));
  }
  PetscCall(VecDestroy(&weights));
  PetscCall(VecDestroy(&x));
  PetscFunctionReturn(PETSC_SUCCESS);
}
