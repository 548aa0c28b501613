#include "processors.h"

#include <dirent.h>
#include <sched.h>
#include <stdlib.h>

void keep_on_one_processor(int kept) {
    static cpu_set_t all;
    cpu_set_t processors;
    if (kept) {
        if (sched_getaffinity(0, sizeof all, &all) != 0) return;
        int first = 0;
        while (!CPU_ISSET(first, &all)) first++;
        CPU_ZERO(&processors);
        CPU_SET(first, &processors);
    } else {
        processors = all;
    }
    DIR *threads = opendir("/proc/self/task");
    if (!threads) return;
    for (struct dirent *thread; (thread = readdir(threads));) {
        int id = atoi(thread->d_name);
        if (id > 0) sched_setaffinity(id, sizeof processors, &processors);
    }
    closedir(threads);
}
