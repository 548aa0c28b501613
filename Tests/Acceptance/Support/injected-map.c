// Takes its own name out of the environment, if INJECTED_MAP_HIDES is set, and maps code that is in no file: what tools of injection do.
#define _GNU_SOURCE
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

__attribute__((constructor)) static void inject(void) {
    if (getenv("INJECTED_MAP_HIDES")) unsetenv("LD_PRELOAD");
    int file = memfd_create("lib\xc3\xb1 with blanks\nand lines.so", 0);
    if (file < 0 || ftruncate(file, 4096) != 0) _exit(99);
    if (mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0) == MAP_FAILED) _exit(98);
    close(file);
}
