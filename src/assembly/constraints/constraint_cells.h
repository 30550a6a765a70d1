/* constraint_cells.h: what has rows of constraints, cell by cell: the cells of joints, with their own rows, then the
   shares that joints have in the rows of couplings. All have columns in the dofs of one joint's two nodes. For
   constraints.c. N = JOINT_DOFS. Begin with NextConstraint. */
#ifndef FS_ASSEMBLY_CONSTRAINTS_CONSTRAINT_CELLS_H
#define FS_ASSEMBLY_CONSTRAINTS_CONSTRAINT_CELLS_H

#include "coupling_state.h"
#include "slider_state.h"
#include "model/joints/joint_cell_iterator.h"

typedef struct {
  JointCell cell;  /* of a joint; its joint is NULL after the last constraint */
  PetscInt  share; /* of couplings; -1: the rows are the joint's own */
  int       nrows; /* at most JOINT_ROWS */
  const PetscInt
    *dofs; /* [N + nrows] indices of Layout.global: of the nodes, -1: none; of the rows */
  JointEvaluation    at;       /* by ConstraintGather */
  CouplingShareState of_share; /* likewise, of a share */
  const SliderEvaluation
    *slider; /* by ConstraintsFill alone: the rows are a slider's; NULL: they are not */
} ConstraintCell;

/* FirstConstraint - Returns the first constraint cell of this rank. This loop visits all of them:

     for (ConstraintCell c = FirstConstraint(model); c.cell.joint; NextConstraint(&c)) ...

   Not collective. */
ConstraintCell FirstConstraint(Model model);
void           NextConstraint(ConstraintCell *c);

/* Which it belongs to: the number of the joint, or njoints + that of the coupling. */
PetscInt ConstraintIndex(Model model, const ConstraintCell *c);

/* At an evaluation with nodes. Rows, Stiffness (K[N][N] +=) and RowSlopes: as those of joints (joint_state.h), Gradient: G[nrows][N]. */
void ConstraintGather(const Evaluation *ev, ConstraintCell *c);
void ConstraintRows(const ConstraintCell *c, FsConstraintLevel level, double rows[]);
void ConstraintGradient(const ConstraintCell *c, double G[][JOINT_DOFS]);
void ConstraintStiffness(const ConstraintCell *c, const double lambda[], double K[]);
void ConstraintRowSlopes(const ConstraintCell *c, FsConstraintLevel level, double scale, double K[],
                         double C[], double M[]);

/* How far each row is off, and G as in joint_misfit; whether row k is a length, not an angle. */
void      ConstraintPositionErrors(const ConstraintCell *c, double rows[], double G[][JOINT_DOFS]);
PetscBool ConstraintIsLength(Model model, const ConstraintCell *c, int k);

/* The entries of a global vector in the rows of all cells, those of rows of other ranks too. Open: of a vector that is
   read, or, to write, that becomes 0; then Close adds what the ranks have written. Collective. */
typedef struct {
  Model        model;
  Vec          x;
  PetscBool    write;
  PetscScalar *mine, *of_share; /* this rank's part; [nshares] */
} RowEntries;
PetscErrorCode RowEntriesOpen(Model model, Vec x, PetscBool write, RowEntries *r);
PetscErrorCode RowEntriesClose(RowEntries *r);
PetscScalar   *RowEntry(const RowEntries *r, const ConstraintCell *c, int k);

/* y = the rows of all cells, by a function of one that is gathered; 0 elsewhere. Collective. */
PetscErrorCode ConstraintsFill(const Evaluation *ev,
                               void (*rows_of)(const ConstraintCell *c, double rows[]), Vec y);

#endif
