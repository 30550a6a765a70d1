/* distribute.c: which rank gets which cells of a mesh that is dealt out. */
#include <fs/fs.h>
#include "input/error.h"
#include "partition.h"

static const char *const methods[] = {"curve", "ptscotch", "simple", NULL};
enum { CURVE, PTSCOTCH, SIMPLE };

/* Whether ptscotch is there and can count as PETSc does: Debian's 64-bit PETSc is linked with one of 32 bits, which crashes. */
static PetscBool has_ptscotch(void)
{
#if defined(PETSC_HAVE_PTSCOTCH) && !defined(PETSC_USE_64BIT_INDICES)
  return PETSC_TRUE;
#else
  return PETSC_FALSE;
#endif
}

/* *method = the one that was asked for. */
static PetscErrorCode ChooseMethod(FsOptions o, const Dealt *d, PetscInt *method)
{
  PetscBool set;

  PetscFunctionBeginUser;
  *method = CURVE;
  PetscCall(FsOptionsChoice(o, "-mesh_partition", methods, method, &set));
  PetscCheck(*method != PTSCOTCH || has_ptscotch(), d->ranks->comm, PETSC_ERR_USER_INPUT,
             "-mesh_partition ptscotch: this PETSc has none that counts as it does; leave it out, or take curve");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DistributeCells(FsOptions o, Dealt *d, const int weight[], Geometry *g, const char **method)
{
  int     *to = ranks_take(d->ranks, d->cells.ncells, sizeof *to);
  PetscInt chosen;

  PetscFunctionBeginUser;
  PetscCall(ChooseMethod(o, d, &chosen));
  *method = methods[chosen];
  if (d->ranks->size == 1 || chosen == SIMPLE)
    for (int c = 0; c < d->cells.ncells; c++) to[c] = (int)(d->cells.cell_number[c] * d->ranks->size / d->ncells);
  else if (chosen == CURVE) {
    dealt_fetch_places(d);
    dealt_follow_curve(d, weight, to);
  } else PetscCall(GraphPartition(d, weight, to));
  dealt_make_pieces(d, to, g);
  free(to);
  PetscFunctionReturn(PETSC_SUCCESS);
}
