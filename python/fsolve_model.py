# SPDX-License-Identifier: BSD-2-Clause
"""The earlier name of fsolve.model, kept for one release."""
import sys

import fsolve.model

sys.modules[__name__] = fsolve.model
