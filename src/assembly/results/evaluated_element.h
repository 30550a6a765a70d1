/* evaluated_element.h: an element at a state of the model, with what its results are made of. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_RESULTS_EVALUATED_ELEMENT_H
#define FS_ASSEMBLY_RESULTS_EVALUATED_ELEMENT_H

#include "assembly/term.h"
#include "element/beam/inside/beam_line.h"

/* EvaluatedElement - An element, with the states of its nodes in the frame of the model. The caller
   of the functions below sets ev, b, element and bare. */
typedef struct {
  const Evaluation *ev;
  const Block      *b;
  PetscInt          element;
  const NodeState  *node[ELEMENT_MAX_NODES];
  BeamSpan         *span; /* the inside of a beam, to which loads are added; or NULL */
  PetscBool         bare; /* whether loads, weight and rotating frames are left out */
} EvaluatedElement;

/* evaluated_results - Computes the results of an element without those of its inside, at the states
   of the nodes of x->ev.

   Input:
     span    NULL, or memory for the inside of a beam: x->span is set to it, with the loads on the
             element
   Output:
     own     [ELEMENT_MAX_NODES] memory for the states of the nodes, to which x->node refers
     values  the results of its kernel, as ElementResults() has them */
void evaluated_results(EvaluatedElement *x, NodeState own[], BeamSpan *span, double values[]);

/* evaluated_at_nodes - Computes the same at the states x->node of the nodes. */
void evaluated_at_nodes(EvaluatedElement *x, BeamSpan *span, double values[]);

/* evaluated_state - Returns the state of an element (displacements, rotations and velocities of its
   nodes), as the kernel of its type takes it. The state points to memory of x. */
ElementState evaluated_state(const EvaluatedElement *x);

/* ---- beam_inside.c --------------------------------------------------------------------------- */

/* beam_inside_add_results - Appends the chosen results of a beam that need its inside to values,
   the results of evaluated_results() with a span. */
void beam_inside_add_results(const EvaluatedElement *x, ResultChoice choice, double values[]);

/* beam_inside_displacement - Computes the displacement d[3] of a beam of two nodes at the fraction
   s of its length [m].

   Input:
     x     with the states x->node of the nodes
     mesh  [2] positions of the nodes in the mesh [m] */
void beam_inside_displacement(EvaluatedElement *x, const double mesh[][3], double s, double d[3]);

#endif
