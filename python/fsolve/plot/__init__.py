# SPDX-License-Identifier: BSD-2-Clause
"""Pictures of output files: python -m fsolve.plot <kind> file.h5, or scripts/plot_<kind>."""
