# SPDX-License-Identifier: BSD-2-Clause
"""The earlier name of fsolve.beams, kept for one release."""
import sys

import fsolve.beams

sys.modules[__name__] = fsolve.beams
