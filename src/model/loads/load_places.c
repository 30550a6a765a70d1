/* load_places.c: chooses some places that stand for all places of a load. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "load.h"

/* A place, and the square of its distance from the point for which it stands. */
enum { DISTANCE = 3, CANDIDATE };

/* Returns the van der Corput sequence: number k of points that are spread over [0, 1]. */
static PetscReal spread(int k, int base)
{
  PetscReal sum = 0, digit = 1. / base;

  for (; k; k /= base, digit /= base) sum += digit * (k % base);
  return sum;
}

/* Computes the point number k of the box, for which a place may stand. */
static void box_point(const PetscReal box[2][3], int k, PetscReal point[3])
{
  static const int base[3] = {2, 3, 5};
  enum { CORNERS = 8 };

  for (int c = 0; c < 3; c++) {
    const PetscReal s = k < CORNERS    ? k >> c & 1
                        : k == CORNERS ? 0.5
                                       : spread(k - CORNERS, base[c]);

    point[c] = box[0][c] + s * (box[1][c] - box[0][c]);
  }
}

/* Returns whether a comes before b: it is nearer or, if distances are equal, has less x, y, z. */
static PetscBool comes_before(const PetscReal a[CANDIDATE], const PetscReal b[CANDIDATE])
{
  if (a[DISTANCE] != b[DISTANCE]) return (PetscBool)(a[DISTANCE] < b[DISTANCE]);
  for (int c = 0; c < 3; c++)
    if (a[c] != b[c]) return (PetscBool)(a[c] < b[c]);
  return PETSC_FALSE;
}

/* Replaces each candidate of mine by that of theirs if it comes before. MPI calls it. */
static void take_first(void *theirs, void *mine, int *n, MPI_Datatype *type)
{
  const PetscReal(*const a)[CANDIDATE] = theirs;
  PetscReal(*const b)[CANDIDATE]       = mine;

  (void)type;
  for (int k = 0; k < *n; k++)
    if (comes_before(a[k], b[k]))
      for (int c = 0; c < CANDIDATE; c++) b[k][c] = a[k][c];
}

/* Replaces the candidates by the first ones of all ranks. */
static PetscErrorCode ReduceCandidates(MPI_Comm comm, PetscReal candidate[LOAD_PLACES][CANDIDATE])
{
  MPI_Datatype type;
  MPI_Op       op;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_contiguous(CANDIDATE, MPIU_REAL, &type));
  PetscCallMPI(MPI_Type_commit(&type));
  PetscCallMPI(MPI_Op_create(take_first, 1, &op));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, candidate, LOAD_PLACES, type, op, comm));
  PetscCallMPI(MPI_Op_free(&op));
  PetscCallMPI(MPI_Type_free(&type));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the box around all places; box[0][c] is above box[1][c] if no rank has a place. */
static PetscErrorCode BoxAround(MPI_Comm comm, PetscInt n, const PetscReal (*x)[3],
                                PetscReal box[2][3])
{
  PetscReal most[6];

  PetscFunctionBeginUser;
  for (int c = 0; c < 6; c++) most[c] = -PETSC_MAX_REAL;
  for (PetscInt k = 0; k < n; k++)
    for (int c = 0; c < 3; c++) {
      most[c]     = PetscMax(most[c], -x[k][c]);
      most[3 + c] = PetscMax(most[3 + c], x[k][c]);
    }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, most, 6, MPIU_REAL, MPIU_MAX, comm));
  for (int c = 0; c < 3; c++) {
    box[0][c] = -most[c];
    box[1][c] = most[3 + c];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadPlaces(MPI_Comm comm, PetscInt n, const PetscReal (*x)[3], PetscInt *nplaces,
                          PetscReal places[LOAD_PLACES][3])
{
  PetscReal box[2][3], candidate[LOAD_PLACES][CANDIDATE];

  PetscFunctionBeginUser;
  *nplaces = 0;
  PetscCall(BoxAround(comm, n, x, box));
  if (box[0][0] > box[1][0]) PetscFunctionReturn(PETSC_SUCCESS);
  for (int p = 0; p < LOAD_PLACES; p++) {
    PetscReal point[3];

    box_point((const PetscReal(*)[3])box, p, point);
    candidate[p][DISTANCE] = PETSC_MAX_REAL;
    for (int c = 0; c < 3; c++) candidate[p][c] = PETSC_MAX_REAL;
    for (PetscInt k = 0; k < n; k++) {
      PetscReal place[CANDIDATE] = {x[k][0], x[k][1], x[k][2], 0};

      for (int c = 0; c < 3; c++) place[DISTANCE] += PetscSqr(x[k][c] - point[c]);
      if (comes_before(place, candidate[p]))
        PetscCall(PetscArraycpy(candidate[p], place, CANDIDATE));
    }
  }
  PetscCall(ReduceCandidates(comm, candidate));
  for (int p = 0; p < LOAD_PLACES; p++) {
    PetscBool is_new = PETSC_TRUE, same;

    for (PetscInt k = 0; k < *nplaces && is_new; k++) {
      PetscCall(PetscArraycmp(places[k], candidate[p], 3, &same));
      is_new = (PetscBool)!same;
    }
    if (is_new) PetscCall(PetscArraycpy(places[(*nplaces)++], candidate[p], 3));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
