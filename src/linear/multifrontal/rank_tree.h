/* rank_tree.h: elimination along a binary tree of ranks, of a small matrix to which each rank adds what it has. Ranks join in pairs, pairs in
   fours and so on; an unknown is eliminated in a dense front as soon as no rank outside has anything of it. A chain that ranks share in order
   has fronts of two cuts, whatever the number of ranks; messages are as many as the ranks have doubled. Used by interface_schur.c. Collective but for
   RankTreeAdd. */
#ifndef FS_LINEAR_MULTIFRONTAL_RANK_TREE_H
#define FS_LINEAR_MULTIFRONTAL_RANK_TREE_H

#include <fs/fs.h>

typedef struct _n_RankTree *RankTree;

/* number[n], ascending: the unknowns that this rank has anything of; local: how many of all are its own, following those of the ranks before. They are copied. */
PetscErrorCode RankTreeCreate(MPI_Comm comm, PetscInt local, PetscInt n, const PetscInt number[],
                              RankTree *tree);
PetscErrorCode RankTreeDestroy(RankTree *tree);

/* The largest front of all ranks, if all pivots are where they should be. */
PetscInt RankTreeMaxFront(RankTree tree);

/* To 0; then add A[rows][columns] in rows and columns that are places in number[]. */
PetscErrorCode RankTreeClear(RankTree tree);
void           RankTreeAdd(RankTree tree, PetscInt rows, const PetscInt row[], PetscInt columns,
                           const PetscInt column[], const PetscScalar A[]);
/* Factor the sum over the ranks; *singular: it has no factors. */
PetscErrorCode RankTreeFactor(RankTree tree, PetscBool *singular);
/* x[n]: the rank's part of the right-hand side, of which the sum over the ranks counts; on return the solution. */
PetscErrorCode RankTreeSolve(RankTree tree, PetscScalar x[]);

#endif
