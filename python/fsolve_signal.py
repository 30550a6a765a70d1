# SPDX-License-Identifier: BSD-2-Clause
"""The earlier name of fsolve.signal, kept for one release."""
import sys

import fsolve.signal

sys.modules[__name__] = fsolve.signal
