#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
"""Headers that too many files include, directly or through other headers. usage: tools/headers.py [root]

If somebody edits a header, every source file that includes it is compiled again. A header that
includes a large contract for the sake of one type therefore costs everybody's time; it declares the
type instead ("typedef struct _n_Block Block;"), and the .c files that use its members include the
contract. Prints which header has more users than LIMITS allows, and which headers bring most of
them, and exits 1 then."""
import collections

import arrows

# {header: (largest number of .c files of src/ that include it, who needs it)}. A limit is about a
# tenth above the number at the time of writing, so that a new kernel or analysis fits in. Do not
# raise a limit because a header brings the contract to files that do not use it.
LIMITS = {
    "src/element/element.h": (150, "kernels, and files that call a function of ElementType"),
    "src/element/joint/joint.h": (101, "rows of joints, and files that compute with joints"),
    "src/model/parts/block.h": (115, "files that visit the elements of a model"),
    "include/fs/fs.h": (0, "programs that use the library; a file of src/ includes the single headers of fs/"),
}


def users(tree):
    """{header: {source: header or source by which it comes}} of all headers that .c files of src/ include."""
    included = {file: [header for header, _ in tree.includes(file)] for file in tree.text}
    found = collections.defaultdict(dict)
    for source in tree.sources():
        stack, seen = [(header, source) for header in included[source]], set()
        while stack:
            header, by = stack.pop()
            if header in seen:
                continue
            seen.add(header)
            found[header][source] = by
            stack += [(other, header) for other in included[header]]
    return found


def problems(root, limits=None):
    """Messages about headers with more users than their limits."""
    found, messages = users(arrows.Tree(root)), []
    for header, (limit, who) in (LIMITS if limits is None else limits).items():
        n = len(found[header])
        if n <= limit:
            continue
        by = collections.Counter(b for b in found[header].values() if b.endswith(".h"))
        most = ", ".join(f"{b} ({k})" for b, k in by.most_common(4)) or "no other header"
        messages.append(f"{header}: {n} sources include it, at most {limit} may: it is for {who}; it comes by {most}")
    return messages


if __name__ == "__main__":
    arrows.main(problems)
