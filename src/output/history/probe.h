/* probe.h: finds the nodes and elements of probes and records their histories.

   A probe records values at every step: the motion of a node or of a place inside of an element,
   the results of an element, the
   extreme values of a result in a part, or the center of mass of a part. This file creates all
   probes, and records those of nodes and elements; extreme_probe.c and
   mass_center_probe.c record the probes of parts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_PROBE_H
#define FS_OUTPUT_HISTORY_PROBE_H

#include "assembly/assembly.h"
#include "history.h"
#include "output/output_options.h"
#include "assembly/term.h"
#include "element/element_sizes.h"

/* largest number of fields of a node, or of results of an element, that a probe records */
enum { PROBE_SERIES = ELEMENT_MAX_RESULTS };

/* Probe - Data of one probe. Members for other kinds of probes are not set. */
typedef struct {
  char     *name; /* name of the probe, also of its group in /history; owned */
  ProbeKind kind;
  /* name of the part for PROBE_EXTREME and PROBE_MASS_CENTER, owned; NULL for the whole model */
  char       *part;
  char       *result;  /* PROBE_EXTREME: name of the result, owned */
  PetscInt    columns; /* PROBE_EXTREME: number of values of the result */
  PetscMPIInt owner; /* rank that has the node or element and records it; -1 for probes of parts */
  PetscInt    node;  /* PROBE_NODE: index of the node on the owner */
  PetscBool   rotates; /* PROBE_NODE: whether the node has rotations */
  PetscBool   inside;  /* PROBE_NODE: whether the probe is inside of an element instead */
  /* inside, or PROBE_ELEMENT: coordinates of the place in the cell, as shape_cell_point() takes
     them, on the owner */
  double       square[2];
  const Block *block;   /* PROBE_ELEMENT, or inside: block of the element, borrowed */
  PetscInt     element; /* the same: index of the element in the block on the owner */
  /* numbers, from HistoryAdd(), of the series of each field of the node, or of each result of the
     element and, behind them, of each result at the place of a beam */
  PetscInt series[PROBE_SERIES];
} Probe;

/* ProbesCreate - Creates n probes, and finds their nodes and elements.

   The choice of nodes and elements does not depend on the number of ranks.
   Input:
     options  [n] what the options say about each probe
   Output:
     probes  [n] the caller frees the array by ProbesDestroy()
   Collective. Input errors: the point of a probe is not on the mesh; the set of a probe does not
   have exactly one node; the part does not exist, or its elements do not have the result. */
PetscErrorCode ProbesCreate(PetscInt n, const ProbeOptions options[], Model model, Probe **probes);
PetscErrorCode ProbesDestroy(PetscInt *n, Probe **probes);

/* ProbeAtPoint - Finds the node at a point, or else the place inside of an element there, as for a
   probe of kind PROBE_NODE.

   Input:
     option  the option or the function that gives the point, for messages
     point   [3] the point [m]
   Changed:
     probe   its place; the name and the kind stay
   Collective. Input error: nothing is near the point. */
PetscErrorCode ProbeAtPoint(Model model, const char option[], const PetscReal point[3],
                            Probe *probe);

/* ProbeAddSeries - Adds the series of a probe of a node or an element to h, and stores their
   numbers in probe->series.

   Input:
     suffix  text that follows the name of the probe in the paths of the series: "", "/real" or
             "/imaginary"
   Collective. */
PetscErrorCode ProbeAddSeries(Probe *probe, const char suffix[], History h);

/* ProbesRecord - Writes the values at the state that ev evaluates into the current row of the
   series of n probes in h. Probes of parts are skipped. Collective. */
PetscErrorCode ProbesRecord(PetscInt n, const Probe probes[], Evaluation *ev, History h);

/* probes_need_nodes - Returns whether any of n probes needs the states of nodes, ev->nodes. Not
   collective. */
PetscBool probes_need_nodes(PetscInt n, const Probe probes[]);

/* ---- mass center probe ----------------------------------------------------------------------- */

/* Records the center of mass, the linear and angular momentum and the kinetic
   energy of a part or of the whole model. */

typedef struct _n_MassCenterProbes *MassCenterProbes;

/* MassCenterProbesCreate - Creates the data of all probes of kind PROBE_MASS_CENTER, and adds their
   series to h.

   Input:
     probes  [nprobes] probes of all kinds, borrowed
   Output:
     x  the caller destroys it by MassCenterProbesDestroy()
   Collective. Input error: the part of a probe, or the model, has no mass. */
PetscErrorCode MassCenterProbesCreate(Assembly assembly, PetscInt nprobes, const Probe probes[],
                                      History h, MassCenterProbes *x);
PetscErrorCode MassCenterProbesDestroy(MassCenterProbes *x);

/* MassCenterProbesRecord - Writes centers of mass, momenta and energies of the probed parts, at the
   state of ev, into the current row of their series in h.

   Each rank writes the sums over its own elements, and the history adds the sums of all ranks. Does
   nothing if x is NULL.
   Input:
     ev  evaluation of a state; ev->nodes must not be NULL
   Not collective. */
PetscErrorCode MassCenterProbesRecord(MassCenterProbes x, const Evaluation *ev, History h);

/* ---- extreme probe --------------------------------------------------------------------------- */

/* Records the largest and the smallest value of a result among the elements of a
   part, and the centers of the elements that have these values. */

typedef struct _n_ExtremeProbes *ExtremeProbes;

/* ExtremeProbeFindResult - Finds the result probe->result of the elements of probe->part, and sets
   probe->columns to its number of values.

   Input:
     option  name of the option that gives the result, for the message
   Collective. Input error: no element of the part has the result. */
PetscErrorCode ExtremeProbeFindResult(Model model, const char option[], Probe *probe);

/* ExtremeProbesCreate - Creates the data of all probes of kind PROBE_EXTREME, and adds their series
   to h.

   Input:
     probes  [nprobes] probes of all kinds, borrowed
   Output:
     x  the caller destroys it by ExtremeProbesDestroy()
   Collective. */
PetscErrorCode ExtremeProbesCreate(Model model, PetscInt nprobes, const Probe probes[], History h,
                                   ExtremeProbes *x);
PetscErrorCode ExtremeProbesDestroy(ExtremeProbes *x);

/* extreme_probes_have_surfaces - Returns whether a probe has a result that surfaces raise at their
   nodes (surface_raises). Not collective. */
PetscBool extreme_probes_have_surfaces(ExtremeProbes x);

/* ExtremeProbesRecord - Writes the extreme values of results in the probed parts, at the state of
   ev, into the current row of their series in h. Does nothing if x is NULL. Collective. */
PetscErrorCode ExtremeProbesRecord(ExtremeProbes x, Evaluation *ev, History h);

#endif
