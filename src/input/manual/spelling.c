/* spelling.c: finds the known word with the nearest spelling to a wrong one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <string.h>
#include <strings.h>
#include "input/options_impl.h"

/* Returns the number of insertions, deletions, changes and swaps of neighbours from a to b (optimal
   string alignment). Upper and lower case are the same, except in swaps. */
static int spelling_distance(const char a[], const char b[])
{
  enum { MAX = 96 };
  const int n = (int)strlen(a), m = (int)strlen(b);
  int       d[3][MAX + 1];

  if (n > MAX || m > MAX) return MAX;
  for (int j = 0; j <= m; j++) d[0][j] = j;
  for (int i = 1; i <= n; i++) {
    int *row = d[i % 3], *up = d[(i + 2) % 3], *up2 = d[(i + 1) % 3];

    row[0] = i;
    for (int j = 1; j <= m; j++) {
      const int change =
        up[j - 1] + (tolower((unsigned char)a[i - 1]) != tolower((unsigned char)b[j - 1]));

      row[j] = PetscMin(change, 1 + PetscMin(up[j], row[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = PetscMin(row[j], up2[j - 2] + 1);
    }
  }
  return d[n % 3][m];
}

const char *word_with_same_start(const char text[], PetscInt n, const char *const words[])
{
  enum { START = 3 };
  const char *found = NULL;

  for (PetscInt k = 0; k < n; k++) {
    if (strlen(text) < START || strncasecmp(text, words[k], START)) continue;
    if (found) return NULL;
    found = words[k];
  }
  return found;
}

const char *FsNearestWord(const char text[], PetscInt n, const char *const words[])
{
  const int   length  = (int)strlen(text); /* 'f' is not near to 'a': all of its letters differ */
  const int   limit   = PetscMin(PetscMax(1, length / 3), length - 1);
  const char *nearest = NULL;
  int         least   = limit + 1;

  for (PetscInt i = 0; i < n; i++) {
    const int d = spelling_distance(text, words[i]);

    if (d < least) {
      least   = d;
      nearest = words[i];
    }
  }
  return nearest;
}
