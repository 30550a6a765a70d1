# SPDX-License-Identifier: BSD-2-Clause
"""The earlier name of fsolve.runs, kept for one release."""
import sys

import fsolve.runs

sys.modules[__name__] = fsolve.runs
