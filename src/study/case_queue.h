/* case_queue.h: groups of ranks that take the next case from a queue. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STUDY_CASE_QUEUE_H
#define FS_STUDY_CASE_QUEUE_H

#include <fs/fs.h>

/* CaseQueue - A queue of cases with the numbers 0, 1, ..., and the groups of ranks that take them.
 */
typedef struct {
  MPI_Comm group;            /* communicator of the ranks of this group */
  MPI_Comm kept[2];          /* PETSc's inner communicators of the group and of this rank, kept so
                                that all cases share them */
  PetscInt    ngroups, mine; /* number of groups; number of this group, from 0 */
  PetscMPIInt rank;          /* number of this rank in the group */
  /* the following members are set by CaseQueueStart() */
  PetscInt n, taken; /* number of cases; number of cases that this group has taken */
  MPI_Win  window;   /* window of the counter; only if there are several groups */
  int     *counter;  /* on rank 0 of all ranks: number of the next case */
} CaseQueue;

/* CaseQueueCreate - Divides the ranks of comm into groups of k ranks.

   Output:
     q  the caller destroys it by CaseQueueDestroy()
   Collective on comm. Input error: the number of ranks is not a multiple of k. */
PetscErrorCode CaseQueueCreate(MPI_Comm comm, PetscInt k, CaseQueue *q);
PetscErrorCode CaseQueueDestroy(CaseQueue *q);

/* CaseQueueStart - Fills the queue with n cases.

   Input:
     comm  the communicator of CaseQueueCreate()
   Collective on comm. */
PetscErrorCode CaseQueueStart(CaseQueue *q, MPI_Comm comm, PetscInt n);

/* CaseQueueNext - Takes the next case from the queue, for all ranks of this group.

   Input:
     stop  whether no group shall take another case; only the value on rank 0 of the group is used
   Output:
     k  number of the case; at least n if no case is left
   Collective on the group. */
PetscErrorCode CaseQueueNext(CaseQueue *q, PetscBool stop, PetscInt *k);

#endif
