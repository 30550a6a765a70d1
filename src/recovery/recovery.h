/* recovery.h: computes energies, works, momenta, reactions and constraint violations of a state.

   Headers for other rooms:
     balance/force_balance.h  checks that external forces are the rates of linear and angular
                              momentum
     constraint_violations.h  records the largest constraint violation of each joint and coupling
     energy_meter.h           measures energies, work and momentum of a model along a run
     part_motion.h            computes the motion of the mass center of a part or of the whole
                              model
     reactions.h              computes the forces of supports on the nodes
     work_history.h           sums the work of each load, moved support, driver and motor */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_RECOVERY_H
#define FS_RECOVERY_RECOVERY_H

#include "balance/force_balance.h"
#include "constraint_violations.h"
#include "energy_meter.h"
#include "part_motion.h"
#include "reactions.h"
#include "work_history.h"

#endif
