/* member_report.h: reports members of beams that have too few cells for what they do.

   A 2-node cell is exact for forces at its nodes, but it does not know its own bending between
   them. A member of one or two cells therefore lacks its own bending modes, and a cell under high
   compression buckles too late. docs/studies.md has the measured errors, from which the limits are
   chosen. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_MEMBER_REPORT_H
#define FS_DIAGNOSIS_MEMBER_REPORT_H

#include "assembly/assembly.h"
#include "members.h"

/* MemberWorst - The worst member of a part.

   excess is the number of cells that it needs over those that it has; up to 1 it has enough. */
typedef struct {
  PetscReal  excess;
  PetscReal  cells;  /* number of cells of the member; 1 if they are more than two */
  PetscReal  value;  /* its own frequency [Hz], or the force that compresses it [N] */
  PetscReal  x[3];   /* a place on it [m] */
  PetscInt64 number; /* of its cell in the whole mesh */
} MemberWorst;

/* MemberCompression - The worst cells of all states that were read.

   worst is NULL before the first state, and in models without beams that can buckle. */
typedef struct {
  Members      members;
  MemberWorst *worst; /* [nparts] of this rank */
  PetscInt     next;  /* number of the next step that is read */
} MemberCompression;

/* MembersReportBending - Warns of members of one or two cells whose own bending is missing below a
   frequency [Hz].

   Input:
     s     state about which the model moves; its axial forces change the frequencies
     what  of the frequency, such as "the highest mode"
   Prints a line for each part. Collective. */
PetscErrorCode MembersReportBending(FsSystem sys, const FsState *s, const FsLoading *loading,
                                    PetscReal frequency, const char what[]);

/* MembersReadStep - Reads the axial forces of some steps, so few that they take no time.

   Collective. */
PetscErrorCode MembersReadStep(MemberCompression *c, FsSystem sys, PetscInt step, const FsState *s,
                               const FsLoading *loading);

/* MembersReadCompression - Reads the axial forces of a state, or if near is not NULL, the forces

     N(s) + factor (N(near[1]) - N(near[0])).

   Output:
     excess  largest one of all members at these forces; it may be NULL, and then the function needs
             no reduction
   Collective. */
PetscErrorCode MembersReadCompression(MemberCompression *c, FsSystem sys, const FsState *s,
                                      const FsState near[2], PetscReal factor,
                                      const FsLoading *loading, PetscReal *excess);

/* MembersReportCompression - Warns of the worst cells of all states that were read, with a line for
   each part. Collective. */
PetscErrorCode MembersReportCompression(const MemberCompression *c);
PetscErrorCode MemberCompressionDestroy(MemberCompression *c);

/* MembersExplainFailure - Appends to text that a cell is compressed too much at a state, from which
   no step succeeds.

   A cell beyond pi^2 EI/L^2 of itself buckles between its nodes, and Newton's method may fail.
   Output:
     found  whether there is such a cell; if not, text does not change
   Collective. */
PetscErrorCode MembersExplainFailure(FsSystem sys, const FsState *s, const FsLoading *loading,
                                     char text[], size_t size, PetscBool *found);

#endif
