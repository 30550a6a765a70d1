/* member_report.h: warns of members of beams that have too few cells for their modes or their
   compression.

   A member is a straight chain of 2-node beam cells. Such a cell is exact for forces at
   its nodes, but it has no bending of its own between the nodes. A member of one or two cells
   therefore lacks its own bending modes, and a cell under high compression buckles at too large a
   force. docs/studies.md has the measured errors, from which the limits are chosen. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_MEMBERS_MEMBER_REPORT_H
#define FS_DIAGNOSIS_MEMBERS_MEMBER_REPORT_H

#include "assembly/assembly.h"
#include "model/model.h"
#include "bow_doubt.h"
#include "worst_cell.h"

/* ---- members --------------------------------------------------------------------------------- */

/* Finds members of beams, which are chains of 2-node cells along one line.
   A member ends at supports, joints, corners, and at nodes that have one cell or more than two
   cells. */

enum { MEMBER_LONG = 3 }; /* MemberCell.cells of a member with more than two cells */

/* MemberCell - A 2-node beam cell of this rank, in the reference configuration. */
typedef struct {
  PetscReal length; /* length of the cell [m] */
  /* smallest bending stiffness EI of the section [N m2]; in a plane model the stiffness of bending
     in the plane */
  PetscReal bending;
  PetscReal mass; /* mass per length [kg/m] */
  /* number of cells of the member to which this cell belongs: 1, 2, or MEMBER_LONG for more */
  int       cells;
  PetscReal member;  /* length of this member [m]; not set for MEMBER_LONG */
  int       clamped; /* number of ends whose rotations supports fix */
} MemberCell;

/* Members - The 2-node beam cells of this rank. */
typedef struct {
  Model       model; /* borrowed */
  PetscInt   *first; /* [nparts + 1] index in cell of the first cell of each part */
  MemberCell *cell;  /* in the order of the parts and of their elements */
} Members;

/* MembersExist - Returns whether any part of the model has 2-node beams. The result is the same on
   all ranks. Not collective. */
PetscBool MembersExist(Model model);

/* MembersCreate - Finds the members of a model, and computes the bending stiffness and the mass of
   each cell from its element matrices.

   Output:
     m  the caller destroys it by MembersDestroy()
   Collective. */
PetscErrorCode MembersCreate(Model model, Members *m);
PetscErrorCode MembersDestroy(Members *m);

/* MemberCompression - The cells of beams that their axial forces bend or compress most in all
   states so far. worst and bows are NULL before the first state, and in models without beams that
   can buckle. */
typedef struct {
  Members    members; /* the cells of beams */
  WorstCell *worst;   /* [nparts] the worst cell of each part among the cells of this rank */
  WorstCell *bows;    /* [nparts] the same for the error of bending between the nodes */
  PetscInt   next;    /* number of the next step that MembersReadStep() reads */
} MemberCompression;

/* MembersReportBending - Warns of members of one or two cells whose own bending modes are wrong or
   missing below a frequency. It prints one line for each part with such members.

   Input:
     s          state about which the model vibrates; its axial forces change the frequencies
     loading    how much of the loads acts, and whether supports move
     frequency  up to which the modes matter [Hz]
     what       what the frequency is, such as "the highest mode", for the line
   Collective. */
PetscErrorCode MembersReportBending(FsSystem sys, const FsState *s, const FsLoading *loading,
                                    PetscReal frequency, const char what[]);

/* MembersReadStep - Updates the record of compressions with the axial forces at the end of a step.

   Only steps from 16 on are read, at intervals that grow by a quarter, so that the cost is
   negligible; the function does nothing at the other steps.
   Input:
     step     number of the step
     s        state at the end of the step
     loading  how much of the loads acts, and whether supports move
   Changed:
     c  all members are 0 before the first call; the caller destroys it by
        MemberCompressionDestroy()
   Collective. */
PetscErrorCode MembersReadStep(MemberCompression *c, FsSystem sys, PetscInt step, const FsState *s,
                               const FsLoading *loading);

/* MembersReadCompression - Updates the record of compressions with the axial forces N at a state,
   which also bend cells between their nodes, or with the extrapolated forces N(s) + factor
   (N(near[1]) - N(near[0])), for instance those at a buckling load.

   Input:
     s        the state
     near     two states from which the forces are extrapolated, or NULL
     factor   factor of the extrapolation; not used if near is NULL
     loading  how much of the loads acts, and whether supports move
   Changed:
     c  all members are 0 before the first call
   Output:
     excess  largest WorstCell.excess of all cells at these forces, the same on all ranks; if the
             pointer is NULL, the function needs no reduction
   Collective. */
PetscErrorCode MembersReadCompression(MemberCompression *c, FsSystem sys, const FsState *s,
                                      const FsState near[2], PetscReal factor,
                                      const FsLoading *loading, PetscReal *excess);

/* MembersReportCompression - Warns of parts with a cell that was compressed too much in any state
   that was read, with a line for each such part.

   Input:
     d  the change of displacements, which the line of a part that contributes to it names; the part
        then needs at least these cells
   Collective. */
PetscErrorCode MembersReportCompression(const MemberCompression *c, const BowDoubt *d);
PetscErrorCode MemberCompressionDestroy(MemberCompression *c);

/* MembersReportBows - Warns of parts with a cell that an axial force bent between its nodes by more
   than the element can follow in any state that was read, with a line for each such part. The
   estimated error is that of the rotations of the cell. Linear models have none. Tension has a line
   in motions, above 1 %. A part without
   such a cell, and without one of MembersReportCompression(), has a line if its bending changes
   displacements of the model by more than 1 %.

   Input:
     d  the change of displacements
   Collective. */
PetscErrorCode MembersReportBows(const MemberCompression *c, const BowDoubt *d);

/* MembersExplainFailure - Finds out whether a step fails because a cell of a beam is compressed too
   much, and appends this explanation to a message.

   A cell that is compressed by more than its own Euler load pi^2 EI/L^2 buckles between its nodes,
   and Newton's method may then fail.
   Input:
     s        state from which no step succeeds
     loading  how much of the loads acts, and whether supports move
     size     number of bytes of text
   Changed:
     text  [size] the message; unchanged if no cell is compressed too much
   Output:
     found  whether a cell is compressed too much
   Collective. */
PetscErrorCode MembersExplainFailure(FsSystem sys, const FsState *s, const FsLoading *loading,
                                     char text[], size_t size, PetscBool *found);

#endif
