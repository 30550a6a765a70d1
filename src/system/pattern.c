/* pattern.c: where a model's matrices have entries. */
#include "fe.h"

static PetscInt square(const Joint *j) { return (JOINT_DOFS + j->nrows) * (JOINT_DOFS + j->nrows); }

/* All pairs of an element's dofs, from entry n on; returns where they end. */
static PetscCount list_pairs(PetscInt nd, const PetscInt dofs[], const PetscInt global[], PetscCount n, PetscInt rows[],
                             PetscInt columns[])
{
  for (PetscInt i = 0; i < nd; i++)
    for (PetscInt j = 0; j < nd; j++) {
      const PetscBool none = (PetscBool)(dofs[i] < 0 || dofs[j] < 0);

      rows[n]      = none ? -1 : global[dofs[i]];
      columns[n++] = none ? -1 : global[dofs[j]];
    }
  return n;
}

/* Rows and columns of the nonzeros that cells, joints and laws ask for, one by one. */
static PetscErrorCode ListEntries(Model model, PetscInt first, PetscCount *count, PetscInt **rows, PetscInt **columns)
{
  const PetscInt *global = model->layout.global;
  PetscCount      n      = 0;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nblocks; k++)
    n += (PetscCount)model->block[k].ncells * model->block[k].nd * model->block[k].nd;
  for (PetscInt k = 0; k < model->njoints; k++) n += (PetscCount)model->joint[k].ncells * square(&model->joint[k]);
  for (PetscInt k = 0; k < model->nlaws; k++) n += 9 * (PetscCount)model->law[k].n;
  PetscCall(PetscMalloc2(n, rows, n, columns));
  n = 0;
  for (PetscInt k = 0; k < model->nblocks; k++)
    for (PetscInt e = 0; e < model->block[k].ncells; e++)
      n = list_pairs(model->block[k].nd, model->block[k].dofs + e * model->block[k].nd, global, n, *rows, *columns);
  for (PetscInt k = 0; k < model->njoints; k++) {
    const PetscInt nd = JOINT_DOFS + model->joint[k].nrows;

    for (PetscInt e = 0; e < model->joint[k].ncells; e++)
      n = list_pairs(nd, model->joint[k].dofs + e * nd, global, n, *rows, *columns);
  }
  for (PetscInt k = 0; k < model->nlaws; k++)
    for (PetscInt i = 0; i < 3 * model->law[k].n; i++)
      for (int j = 0; j < 3; j++) {
        const PetscInt row = model->law[k].at[i], column = model->law[k].at[i - i % 3 + j];

        (*rows)[n]      = row < 0 || column < 0 ? -1 : first + row;
        (*columns)[n++] = row < 0 || column < 0 ? -1 : first + column;
      }
  *count = n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The pattern of all matrices: COO preallocation finds it ten times faster than DMCreateMatrix, and is then thrown
   away. */
PetscErrorCode PatternCreate(Model model, PetscBool linear, Mat *pattern)
{
  PetscCount n = 0;
  PetscInt  *rows, *columns, first, last;
  Mat        A;
  Vec        v;

  PetscFunctionBeginUser;
  PetscCall(DMGetGlobalVector(model->mesh->dm, &v));
  PetscCall(VecGetOwnershipRange(v, &first, &last));
  PetscCall(DMRestoreGlobalVector(model->mesh->dm, &v));
  PetscCall(ListEntries(model, first, &n, &rows, &columns));
  PetscCall(MatCreate(model->comm, &A));
  PetscCall(MatSetSizes(A, last - first, last - first, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetType(A, MATAIJ));
  PetscCall(MatSetPreallocationCOO(A, n, rows, columns));
  PetscCall(PetscFree2(rows, columns));
  PetscCall(MatDuplicate(A, MAT_DO_NOT_COPY_VALUES, pattern)); /* the pattern without the index tables of COO */
  PetscCall(MatAssemblyBegin(*pattern, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(*pattern, MAT_FINAL_ASSEMBLY));
  PetscCall(MatSetOption(*pattern, MAT_SPD, linear));
  PetscCall(MatDestroy(&A));
  PetscFunctionReturn(PETSC_SUCCESS);
}
