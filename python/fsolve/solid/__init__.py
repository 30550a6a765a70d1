# SPDX-License-Identifier: BSD-2-Clause
"""Bodies of a model in three dimensions: what is drawn, and how VTK or matplotlib paints it."""
