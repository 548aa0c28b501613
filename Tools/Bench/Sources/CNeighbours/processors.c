#include "processors.h"

#include <dirent.h>
#include <sched.h>
#include <stdlib.h>

void keep_on_processors(enum processors kept) {
    static cpu_set_t all;
    if (CPU_COUNT(&all) == 0 && sched_getaffinity(0, sizeof all, &all) != 0) return;
    if (CPU_COUNT(&all) < 2) return;
    int first = 0;
    while (!CPU_ISSET(first, &all)) first++;
    cpu_set_t processors = all;
    if (kept == PROCESSORS_OTHERS) CPU_CLR(first, &processors);
    if (kept == PROCESSORS_FIRST) {
        CPU_ZERO(&processors);
        CPU_SET(first, &processors);
    }
    DIR *threads = opendir("/proc/self/task");
    if (!threads) return;
    for (struct dirent *thread; (thread = readdir(threads));) {
        int id = atoi(thread->d_name);
        if (id > 0) sched_setaffinity(id, sizeof processors, &processors);
    }
    closedir(threads);
}
