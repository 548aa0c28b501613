#pragma once

/// Whether the kernel was told that the time of day is kept right: 1, 0, or -1 if it doesn't tell (adjtimex(2)).
int cmachineclock_is_synchronized(void);
