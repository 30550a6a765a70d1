/* growing_list_add.h: appends entries to lists; if memory runs out, the job ends with a message. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_GROWING_LIST_ADD_H
#define FS_MESH_DISTRIBUTED_GROWING_LIST_ADD_H

#include "base/growing_list.h"
#include "exchange.h"

/* GROWING_LIST_ADD - Appends a value, the last argument, to a GROWING_LIST. If memory runs out, the
   job of the communicator in ranks, a const Ranks *, ends with a message. */
#define GROWING_LIST_ADD(ranks, list, ...)                                                         \
  ((void)(GROWING_LIST_RESERVE(list) ? 0 : (ranks_out_of_memory(ranks), 0)),                       \
   (void)((list).at[(list).n++] = __VA_ARGS__))

#endif
