/* envelope_report.c: prints the extremes of envelopes over combinations of load cases. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "envelope.h"

/* An extreme over all rows, and the number of the combination in which it occurs, in the layout of
   MPI_DOUBLE_INT. */
typedef struct {
  double value;
  int    combination;
} Extreme;

/* Finds the largest value (sign 1) or the smallest one (sign -1) of column c over all ranks. */
static PetscErrorCode FindExtreme(MPI_Comm comm, const Envelope *e, PetscInt c, int sign,
                                  Extreme *x)
{
  const int which = sign > 0 ? ENVELOPE_LARGEST : ENVELOPE_LEAST;
  const int time  = sign > 0 ? ENVELOPE_LARGEST_TIME : ENVELOPE_LEAST_TIME;

  PetscFunctionBeginUser;
  *x = (Extreme){-PETSC_MAX_REAL, 0};
  for (PetscInt k = c; k < e->rows * e->columns; k += e->columns) {
    const Extreme here = {sign * e->data[which][k], (int)rint(e->data[time][k])};

    if (isnan(here.value) || here.value < x->value) continue;
    if (here.value > x->value || here.combination < x->combination) *x = here;
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, x, 1, MPI_DOUBLE_INT, MPI_MAXLOC, comm));
  x->value *= sign;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EnvelopesReport(const Envelopes *v, PetscInt n, const char *const names[])
{
  static const char *const axes[] = {"", " x", " y", " z"};

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < v->n; i++)
    for (PetscInt c = 0; c < v->envelope[i].columns; c++) {
      const Envelope *e    = &v->envelope[i];
      const MPI_Comm  comm = v->model->comm;
      const PetscBool axis = (PetscBool)(e->part < 0 && e->columns == 3);
      char            number[16];
      Extreme         x[2];

      for (int k = 0; k < 2; k++) PetscCall(FindExtreme(comm, e, c, k ? 1 : -1, &x[k]));
      if (x[0].combination < 1 || x[0].combination > n || x[1].combination > n) continue;
      if (x[0].value == 0 && x[1].value == 0) continue;
      PetscCall(PetscSNPrintf(number, sizeof number, " %" PetscInt_FMT, c + 1));
      PetscCall(PetscPrintf(
        comm, "%s%s: from %.6g (%s) to %.6g (%s)\n", e->path + sizeof "/envelopes/" - 1,
        axis             ? axes[c + 1]
        : e->columns > 1 ? number
                         : "",
        x[0].value, names[x[0].combination - 1], x[1].value, names[x[1].combination - 1]));
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}
