/* term_table.c: all kinds of terms. A new kind of force is a file in this folder, a symbol in terms.h and a row here. */
#include "terms.h"

const TermKind *const term_kinds[] = {
  &linear_term,     &spin_term,      &gravity_term,    &load_term,          &moving_term,
  &prescribed_term, &force_law_term, &element_term,    &follower_load_term, &joint_term,
  &coupling_term,   &slider_term,    &moment_law_term, &stop_term,          NULL};
