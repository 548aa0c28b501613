#include "CMachineClock.h"

#include <sys/timex.h>

int cmachineclock_is_synchronized(void) {
    // No mode: nothing is set.
    struct timex status = { 0 };
    if (adjtimex(&status) < 0) return -1;
    return status.status & STA_UNSYNC ? 0 : 1;
}
