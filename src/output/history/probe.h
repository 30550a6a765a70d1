/* probe.h: finds the nodes and elements of probes and records their histories. Probes of parts are
   created here, too; extreme_probe.h and mass_center_probe.h record them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_PROBE_H
#define FS_OUTPUT_HISTORY_PROBE_H

#include "assembly/assembly.h"
#include "history.h"
#include "output/output_options.h"
#include "assembly/evaluation.h"

/* Largest number of fields of a node, or of results of an element. */
enum { PROBE_SERIES = ELEMENT_MAX_RESULTS };

/* Probe - Data of one probe. Members of other kinds of probes are not set. */
typedef struct {
  char        *name; /* name of the probe, also of its group in /history; owned */
  ProbeKind    kind;
  char        *part;    /* for PROBE_EXTREME, PROBE_MASS_CENTER; NULL: the whole model; owned */
  char        *result;  /* for PROBE_EXTREME; owned */
  PetscInt     columns; /* number of values of the result */
  PetscMPIInt  owner;   /* rank that owns the node or element; -1 for probes of parts */
  PetscInt     node;    /* local number of the node on the owner */
  PetscBool    rotates; /* the node has rotations */
  const Block *block;   /* block of the element, borrowed */
  PetscInt     element; /* number of the element in the owner's block */
  PetscInt     series[PROBE_SERIES]; /* series numbers of each NodalField or of each result */
} Probe;

/* ProbesCreate - Creates n probes.

   The choice of nodes and elements does not depend on the number of ranks.
   Output:
     probes  probes[n]; the caller frees the array with ProbesDestroy()
   Collective. Input errors: the point is not on the mesh; the set does not have exactly one node;
   the part does not exist, or its elements do not have the result. */
PetscErrorCode ProbesCreate(PetscInt n, const ProbeOptions options[], Model model, Probe **probes);
PetscErrorCode ProbesDestroy(PetscInt *n, Probe **probes);

/* ProbeAddSeries - Adds the series of a probe of a node or an element, and sets probe->series.

   Paths start with <name of the probe><suffix>.
   Input:
     suffix  "", "/real" or "/imaginary"
   Collective. */
PetscErrorCode ProbeAddSeries(Probe *probe, const char suffix[], History h);

/* ProbesRecord - Writes the values at the state of ev into the series of probes in h.

   It skips probes of parts. Collective. */
PetscErrorCode ProbesRecord(PetscInt n, const Probe probes[], Evaluation *ev, History h);

/* probes_need_nodes - Returns whether any of these probes needs ev->nodes. Not collective. */
PetscBool probes_need_nodes(PetscInt n, const Probe probes[]);

#endif
