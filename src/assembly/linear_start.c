/* linear_start.c: checks that a linearized model starts in equilibrium. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "assembly.h"
#include "math/vector.h"
#include "model/parts/block.h"
#include "element/element.h"

enum { MAX = ELEMENT_MAX_DOFS };

/* NOISE: strains up to this are round-off of coordinates, which is 1e-16 of the model size, or
   1e-10 of the length of an element that is a millionth of it. UNBALANCED: part of the largest
   initial force that may act on a dof; it changes the stiffness of the initial forces by as much.
   Both have no unit. tests/analysis/refused.py has initial strains of 2e-4 and 2e-7 that do not
   balance. The rows "initial strains of a linear model" and "initial strains that balance" of
   tests/relations/guards_parts.py are on both sides of them, in any units. */
static const PetscReal NOISE = 1e-10, UNBALANCED = 1e-6;

/* Computes the forces r[nd] of an element in the mesh; moments are divided by length. Returns the
   largest. */
static PetscReal mesh_forces(Model model, const Block *b, PetscInt e, PetscReal length, double r[])
{
  const double *data = b->data + (size_t)e * (size_t)b->kernel->ndata;
  PetscReal     most = 0;

  memset(r, 0, sizeof(double[MAX]));
  element_mesh_forces(model, b, e, data, 1, r);
  for (PetscInt i = 0; i < b->nd; i++) {
    if (BlockComponent(b, i) >= 3) r[i] /= length;
    most = PetscMax(most, PetscAbsReal(r[i]));
  }
  return most;
}

/* Returns whether a force in an element is more than round-off: the stiffness times a strain. */
static PetscErrorCode IsForce(Model model, const Block *b, PetscInt e, PetscReal force,
                              PetscBool *real)
{
  double    M[MAX * MAX], C[MAX * MAX], K[MAX * MAX], x[ELEMENT_MAX_NODES][3];
  PetscReal stiffness = 0, length = 0;

  PetscFunctionBeginUser;
  PetscCall(ElementMatrices(model, b, e, M, C, K));
  geometry_cell_coordinates(&model->mesh->g, (int)b->cells[e], x);
  for (int i = 1; i < shape_nodes(b->kernel->shape); i++) {
    const double d[3] = {x[i][0] - x[0][0], x[i][1] - x[0][1], x[i][2] - x[0][2]};

    length = PetscMax(length, norm(d));
  }
  for (PetscInt i = 0; i < b->nd; i++)
    if (BlockComponent(b, i) < 3) stiffness = PetscMax(stiffness, PetscAbsReal(K[i * b->nd + i]));
  *real = (PetscBool)(force > NOISE * stiffness * length);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the forces of a part to to[], unless they are round-off, and raises *largest to theirs. */
static PetscErrorCode AddPart(Model model, const Block *b, PetscReal length, PetscScalar to[],
                              PetscReal *largest)
{
  PetscReal most = 0;
  PetscInt  at   = -1;
  PetscBool real = PETSC_FALSE;
  double    r[MAX];

  PetscFunctionBeginUser;
  for (PetscInt e = 0; e < b->ncells; e++) {
    const PetscReal force = mesh_forces(model, b, e, length, r);

    if (force > most) at = e;
    most = PetscMax(most, force);
  }
  if (at >= 0) PetscCall(IsForce(model, b, at, most, &real));
  for (PetscInt e = 0; e < b->ncells && real; e++) {
    mesh_forces(model, b, e, length, r);
    for (PetscInt i = 0; i < b->nd; i++)
      if (BlockDofs(b, e)[i] >= 0) to[BlockDofs(b, e)[i]] += r[i];
  }
  if (real) *largest = PetscMax(*largest, most);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LinearStartCheck(FsSystem sys)
{
  const Model     model   = AssemblyModel(AssemblyOf(sys));
  const DM        dm      = model->mesh->dm;
  const PetscReal length  = FsSystemCharacteristicLength(sys);
  PetscReal       largest = 0, most;
  char            place[160];
  PetscScalar    *to;
  Vec             local, sum;

  PetscFunctionBeginUser;
  if (!model->linearize || model->balanced) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(sys->vec, &sum));
  PetscCall(VecZeroEntries(sum));
  PetscCall(DMGetLocalVector(dm, &local));
  PetscCall(VecZeroEntries(local));
  PetscCall(VecGetArray(local, &to));
  for (PetscInt k = 0; k < model->nparts; k++)
    if (model->block[k].kernel->type->forces)
      PetscCall(AddPart(model, &model->block[k], length, to, &largest));
  PetscCall(VecRestoreArray(local, &to));
  PetscCall(DMLocalToGlobal(dm, local, ADD_VALUES, sum));
  PetscCall(DMRestoreLocalVector(dm, &local));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &largest, 1, MPIU_REAL, MPIU_MAX, model->comm));
  PetscCall(VecNorm(sum, NORM_INFINITY, &most));
  if (most > UNBALANCED * largest) {
    PetscCall(FsSystemDescribeLargestDof(sys, sum, place, sizeof place));
    SETERRQ(model->comm, PETSC_ERR_USER_INPUT,
            "-linearize takes the mesh as an equilibrium, and the forces of prestress and initial "
            "strain do not balance there: %.3g N remain at %s, with %.3g N in an element. Remove "
            "-linearize (and give -initial_static for modes and motions), or give a _temperature "
            "with _expansion, whose forces are loads. If loads that the case leaves out balance "
            "these forces, such as the weight of a hanging chain, give -linearize_balanced",
            (double)most, place, (double)largest);
  }
  PetscCall(VecDestroy(&sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}
