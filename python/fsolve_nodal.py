# SPDX-License-Identifier: BSD-2-Clause
"""The earlier name of fsolve.nodal, kept for one release."""
import sys

import fsolve.nodal

sys.modules[__name__] = fsolve.nodal
