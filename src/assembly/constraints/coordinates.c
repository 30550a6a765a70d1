/* coordinates.c: reads free coordinates of joints, their gradients and their initial values.

   The solve for the initial state uses them (FsSystemConstraints in fs/system.h). They are numbered
   joint by joint, then by coordinate, then by cell in the order of the ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "assembly/constraints/forces/joint_term.h"
#include "assembly/term.h"
#include "assembly/terms/terms.h"

enum { N = JOINT_DOFS };

/* Returns whether coordinate kind of a joint belongs to the set.

   A joint without constraint rows, such as a bushing, has no coordinates that could be driven. */
static PetscBool is_selected(const Joint *j, int kind, FsCoordinateSet set)
{
  const JointStart *start = &j->start[kind];

  if (set == FS_COORDINATES_INITIAL_VALUE) return (PetscBool)(start->is_kept || start->has_value);
  if (set == FS_COORDINATES_INITIAL_RATE) return start->has_rate;
  return (PetscBool)(j->type->free[kind] && !j->driver[kind] && j->type->nrows);
}

/* One coordinate of one cell. */
typedef struct {
  PetscInt joint; /* index in the model */
  PetscInt e;     /* cell of the joint; negative if another rank has it */
  int      kind;
} CoordinateCell;

/* Lists the *n coordinates of a set on all ranks; the caller frees the array. Collective. */
static PetscErrorCode ListCoordinates(Model model, FsCoordinateSet set, PetscInt *n,
                                      CoordinateCell **coordinate)
{
  PetscInt most = 0;

  PetscFunctionBeginUser;
  *n = 0;
  for (PetscInt i = 0; i < model->njoints; i++)
    for (int k = 0; k < JOINT_COORDINATES; k++)
      if (is_selected(&model->joint[i], k, set)) most += model->joint[i].ncells_all;
  PetscCall(PetscMalloc1(most, coordinate));
  for (PetscInt i = 0; i < model->njoints && most; i++) {
    const PetscInt mine   = model->joint[i].ncells;
    PetscInt       before = 0;

    PetscCallMPI(MPI_Scan(&mine, &before, 1, MPIU_INT, MPI_SUM, model->comm));
    before -= mine;
    for (int k = 0; k < JOINT_COORDINATES; k++) {
      if (!is_selected(&model->joint[i], k, set)) continue;
      for (PetscInt e = 0; e < model->joint[i].ncells_all; e++)
        (*coordinate)[(*n)++] = (CoordinateCell){
          .joint = i, .kind = k, .e = e >= before && e < before + mine ? e - before : -1};
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads a coordinate on the rank that has it: value[2] = current and target; gradient[N]. */
static void read_coordinate(const Evaluation *ev, const CoordinateCell *coordinate,
                            FsCoordinateSet set, PetscReal value[2], double gradient[],
                            double slope[], JointEvaluation *at)
{
  const JointStart *start = &ev->assembly->model->joint[coordinate->joint].start[coordinate->kind];

  JointGatherWithHistory(ev, coordinate->joint, coordinate->e, at);
  value[0] = JointCoordinate(at, (JointCoordinateKind)coordinate->kind, gradient, slope);
  if (set == FS_COORDINATES_INITIAL_RATE) value[0] = JointRate(at, gradient);
  value[1] = value[0];
  if (set == FS_COORDINATES_INITIAL_VALUE && start->has_value) value[1] = start->value;
  if (set == FS_COORDINATES_INITIAL_RATE) value[1] = start->rate;
}

/* Scatters the gradient g[N] of one coordinate; at is NULL on ranks that do not have it. */
static PetscErrorCode FillGradient(Assembly a, const JointEvaluation *at, const double g[],
                                   Vec gradient)
{
  const DM     dm = a->model->mesh->dm;
  PetscScalar *sum;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(a->local));
  PetscCall(VecGetArray(a->local, &sum));
  if (at) scatter(N, JointDofs(at), 1, g, sum);
  PetscCall(VecRestoreArray(a->local, &sum));
  PetscCall(VecZeroEntries(gradient));
  PetscCall(DMLocalToGlobalBegin(dm, a->local, ADD_VALUES, gradient));
  PetscCall(DMLocalToGlobalEnd(dm, a->local, ADD_VALUES, gradient));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointCoordinates(FsSystem sys, FsCoordinateSet set, const FsState *s, PetscInt *n,
                                FsJointCoordinate c[], Vec gradient[])
{
  const FsLoading loading = FsLoadingOfMotion();
  Assembly        a       = sys->data;
  Evaluation      ev;
  CoordinateCell *coordinate;
  PetscReal(*value)[2];

  PetscFunctionBeginUser;
  PetscCall(ListCoordinates(a->model, set, n, &coordinate));
  if (!s || !*n) {
    PetscCall(PetscFree(coordinate));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscCalloc1(*n, &value));
  PetscCall(AssemblyEvaluate(a, s, &loading, PETSC_TRUE, &ev));
  for (PetscInt k = 0; k < *n; k++) {
    double          g[N];
    JointEvaluation at;

    if (coordinate[k].e >= 0) read_coordinate(&ev, &coordinate[k], set, value[k], g, NULL, &at);
    PetscCall(FillGradient(a, coordinate[k].e >= 0 ? &at : NULL, g, gradient[k]));
    c[k].length = (PetscBool)!joint_is_angle((JointCoordinateKind)coordinate[k].kind);
  }
  PetscCallMPI(
    MPIU_Allreduce(MPI_IN_PLACE, value, (PetscMPIInt)(2 * *n), MPIU_REAL, MPI_SUM, a->model->comm));
  for (PetscInt k = 0; k < *n; k++) {
    c[k].current = value[k][0];
    c[k].target  = value[k][1];
  }
  PetscCall(PetscFree(value));
  PetscCall(PetscFree(coordinate));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointCoordinateCurvature(FsSystem sys, FsCoordinateSet set, const FsState *s,
                                        const PetscReal factor[], Mat A)
{
  const FsLoading loading = FsLoadingOfMotion();
  Assembly        a       = sys->data;
  const PetscInt *global  = a->model->layout.global;
  PetscInt        n;
  Evaluation      ev;
  CoordinateCell *coordinate;

  PetscFunctionBeginUser;
  PetscCall(ListCoordinates(a->model, set, &n, &coordinate));
  PetscCall(AssemblyEvaluate(a, s, &loading, PETSC_TRUE, &ev));
  for (PetscInt k = 0; k < n; k++) {
    double          g[N], slope[N * N];
    PetscInt        dofs[N];
    PetscReal       value[2];
    JointEvaluation at;

    if (coordinate[k].e < 0) continue;
    read_coordinate(&ev, &coordinate[k], set, value, g, slope, &at);
    for (int i = 0; i < N * N; i++) slope[i] *= factor[k];
    for (int i = 0; i < N; i++) dofs[i] = JointDofs(&at)[i] < 0 ? -1 : global[JointDofs(&at)[i]];
    PetscCall(MatSetValues(A, N, dofs, N, dofs, slope, ADD_VALUES));
  }
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscCall(PetscFree(coordinate));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void JointCoordinateName(FsSystem sys, FsCoordinateSet set, PetscInt k, char text[], size_t size)
{
  const Model model = ((Assembly)sys->data)->model;

  for (PetscInt i = 0; i < model->njoints; i++)
    for (int kind = 0; kind < JOINT_COORDINATES; kind++) {
      const Joint *j    = &model->joint[i];
      const char  *what = joint_coordinate_names[kind];

      if (!is_selected(j, kind, set)) continue;
      k -= j->ncells_all;
      if (k >= 0) continue;
      if (set == FS_COORDINATES_FREE) snprintf(text, size, "%s.%s", j->name, what);
      else if (j->start[kind].is_kept && set == FS_COORDINATES_INITIAL_VALUE)
        snprintf(text, size, "-assemble_keep %s.%s", j->name, what);
      else
        snprintf(text, size, "-initial_%s_%s", j->name,
                 set == FS_COORDINATES_INITIAL_RATE ? joint_rate_names[kind] : what);
      return;
    }
}
