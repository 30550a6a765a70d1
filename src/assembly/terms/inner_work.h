/* inner_work.h: the work of loads on what bends beams between their nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_TERMS_INNER_WORK_H
#define FS_ASSEMBLY_TERMS_INNER_WORK_H

#include "assembly/term.h"

/* HasInnerPath - Returns whether loads between the nodes of a block's elements also bend these
   elements between their nodes. */
PetscBool HasInnerPath(const Block *block);

/* AddInnerWork - Adds to *work the work [J] that a load does on what bends elements between their
   nodes, from a state to the next one: the mean of its forces times the change of their paths.

   Input:
     at  [2] evaluations of both states, with nodes. When the function is called, and when it
         returns, the model has the unstrained state and the loads between nodes of the second
   Input error if a formula has no finite value. */
PetscErrorCode AddInnerWork(const LineLoad *load, const Evaluation at[2], PetscReal *work);

/* EvaluationBefore - Returns the evaluation at an earlier time t [s] with these nodes, for
   AddInnerWork(). s is work space that it uses. */
PetscErrorCode EvaluationBefore(const Evaluation *ev, PetscReal t, const NodeState nodes[],
                                FsState *s, Evaluation *before);

#endif
