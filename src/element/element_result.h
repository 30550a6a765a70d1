/* element_result.h: the results of an element for output, such as a stress. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_ELEMENT_RESULT_H
#define FS_ELEMENT_ELEMENT_RESULT_H

typedef enum {
  RESULT_SCALAR, /* one number */
  RESULT_LOCAL,  /* components of a vector or tensor in axes of the element or of its section */
  RESULT_GLOBAL  /* a vector in global axes */
} ResultKind;

/* A result of an element for output. The table of a type ends with a NULL name. */
typedef struct {
  const char *name;
  int         count; /* number of components */
  const char *help;  /* meaning and [unit] */
  ResultKind  kind;
} ElementResult;

#endif
