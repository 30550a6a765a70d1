# SPDX-License-Identifier: BSD-2-Clause
"""The verification manual: cases with references, their runs, and the sheets that are made from both."""
