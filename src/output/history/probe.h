/* probe.h: finds the nodes and elements of -probes and records their histories. Probes of a whole
   part are read here, too; extreme_probe.h and mass_center_probe.h record them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_PROBE_H
#define FS_OUTPUT_HISTORY_PROBE_H

#include "assembly/assembly.h"
#include "history.h"
#include "assembly/evaluation.h"

/* Largest number of fields of a node, or of results of an element. */
enum { PROBE_SERIES = ELEMENT_MAX_RESULTS };

typedef enum { PROBE_NODE, PROBE_ELEMENT, PROBE_EXTREME, PROBE_MASS_CENTER } ProbeKind;
typedef struct {
  char        *name; /* group in /history; owned */
  ProbeKind    kind;
  char        *part;    /* of PROBE_EXTREME and PROBE_MASS_CENTER, owned; NULL is the whole model */
  char        *result;  /* of PROBE_EXTREME, owned */
  PetscInt     columns; /* of the result */
  PetscMPIInt  owner;   /* rank that owns the node or element; -1 for probes of parts */
  PetscInt     node;    /* local number of the node on the owner */
  PetscBool    rotates; /* the node has rotations */
  const Block *block;   /* block of the element, borrowed */
  PetscInt     element; /* number of the element in the owner's block */
  PetscInt     series[PROBE_SERIES]; /* numbers of HistoryAdd(), by NodalField or by result */
} Probe;

/* ProbesCreate - Reads -probes and the options of each probe.

   The choice of nodes and elements does not depend on the number of ranks.
   Output:
     n, probes  probes[n]; the caller frees the array with ProbesDestroy()
   Collective. Input errors: the point is not on the mesh; the set does not have exactly one node;
   the part does not exist, or its elements do not have the result. */
PetscErrorCode ProbesCreate(FsOptions o, Model model, PetscInt *n, Probe **probes);
PetscErrorCode ProbesDestroy(PetscInt *n, Probe **probes);

/* Adds the series of a probe of a node or an element and sets probe->series. The names start with
   the name of the probe and suffix, which is "" or, as an example, "/real". Collective. */
PetscErrorCode ProbeAddSeries(Probe *probe, const char suffix[], History h);

/* Sets the values of all probes of nodes and elements at a state. Collective. */
PetscErrorCode ProbesRecord(PetscInt n, const Probe probes[], Evaluation *ev, History h);

/* Returns whether a probe of any kind needs an evaluation with node states. Not collective. */
PetscBool probes_need_nodes(PetscInt n, const Probe probes[]);

#endif
