# SPDX-License-Identifier: BSD-2-Clause
"""The earlier name of fsolve.draw, kept for one release."""
import sys

import fsolve.draw

sys.modules[__name__] = fsolve.draw
