/* case_queue.h: groups of ranks that take the next case from a queue. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STUDY_CASE_QUEUE_H
#define FS_STUDY_CASE_QUEUE_H

#include <fs/fs.h>

/* CaseQueue - Cases 0, 1, ..., and the groups that take them. */
typedef struct {
  MPI_Comm    group;         /* the ranks of this group */
  MPI_Comm    kept[2];       /* PETSc's own of the group and of a rank, which cases share */
  PetscInt    ngroups, mine; /* number of groups, and of this one */
  PetscMPIInt rank;          /* in the group */
  /* set by CaseQueueStart */
  PetscInt n, taken; /* number of cases, and how many this group has taken */
  MPI_Win  window;   /* of the counter, if there are several groups */
  int     *counter;  /* on rank 0 of all: the next case */
} CaseQueue;

/* CaseQueueCreate - Divides the ranks of comm into groups of k, which must divide their number. */
PetscErrorCode CaseQueueCreate(MPI_Comm comm, PetscInt k, CaseQueue *q);
PetscErrorCode CaseQueueDestroy(CaseQueue *q);

/* CaseQueueStart - Fills the queue with n cases. Collective on all ranks. */
PetscErrorCode CaseQueueStart(CaseQueue *q, MPI_Comm comm, PetscInt n);

/* CaseQueueNext - Takes the next case. *k >= n means that no case is left. Collective on the group.

   Input:
     stop  on rank 0 of the group: no group shall take another case */
PetscErrorCode CaseQueueNext(CaseQueue *q, PetscBool stop, PetscInt *k);

#endif
