# SPDX-License-Identifier: BSD-2-Clause
"""Shows a result that turns under the mouse: in a window of VTK, in a page for browsers, in a notebook."""
