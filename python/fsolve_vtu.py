# SPDX-License-Identifier: BSD-2-Clause
"""The earlier name of fsolve.vtu, kept for one release."""
import sys

import fsolve.vtu

sys.modules[__name__] = fsolve.vtu
