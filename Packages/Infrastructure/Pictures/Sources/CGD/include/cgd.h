#pragma once

#include <errno.h>
#include <gd.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <zlib.h>

// Reading a pixel is a macro. 127 is transparent, 0 opaque.
static inline int cgd_has_transparency(gdImagePtr _Nonnull image) {
    for (int y = 0; y < gdImageSY(image); y++) {
        for (int x = 0; x < gdImageSX(image); x++) {
            if (gdTrueColorGetAlpha(gdImageTrueColorPixel(image, x, y)) != 0) { return 1; }
        }
    }
    return 0;
}

// Changes each pixel: to light, by a table of 256 for each channel; to other
// primaries, by a matrix of three rows; and back, by a table of `count` values.
static inline void cgd_convert(
    gdImagePtr _Nonnull image, const float *_Nonnull light, const float *_Nonnull matrix,
    const unsigned char *_Nonnull values, int count) {
    for (int y = 0; y < gdImageSY(image); y++) {
        for (int x = 0; x < gdImageSX(image); x++) {
            int pixel = gdImageTrueColorPixel(image, x, y), result[3];
            float red = light[gdTrueColorGetRed(pixel)];
            float green = light[256 + gdTrueColorGetGreen(pixel)];
            float blue = light[512 + gdTrueColorGetBlue(pixel)];
            for (int row = 0; row < 3; row++) {
                const float *factors = matrix + 3 * row;
                float sum = factors[0] * red + factors[1] * green + factors[2] * blue;
                float bounded = sum > 0 ? (sum < 1 ? sum : 1) : 0;
                result[row] = values[(int)(bounded * (float)(count - 1) + 0.5f)];
            }
            gdImageTrueColorPixel(image, x, y) =
                gdTrueColorAlpha(result[0], result[1], result[2], gdTrueColorGetAlpha(pixel));
        }
    }
}

static inline int cgd_width(gdImagePtr _Nonnull image) { return gdImageSX(image); }
static inline int cgd_height(gdImagePtr _Nonnull image) { return gdImageSY(image); }

// The library writes what it finds wrong to standard error, unless told.
extern void cgd_silence(void);

// Decodes a JPEG; null also for one whose data end before its picture.
extern gdImagePtr _Nullable cgd_image_from_whole_jpeg(FILE *_Nonnull file);

// Decodes a HEIC, upright.
extern gdImagePtr _Nullable cgd_image_from_heic(FILE *_Nonnull file);

// Whether HEIC can be decoded here; ends the process without the library.
extern int cgd_reads_heic(void);

#if defined(__x86_64__)
#define CGD_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define CGD_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "The system calls of this processor have to be listed."
#endif

#define CGD_ALLOW(name) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

// Of glibc, and declared by it for _GNU_SOURCE only.
extern int pipe2(int ends[_Nonnull 2], int flags);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *_Nonnull actions, int first);

// From now on the process may compute, use memory and threads, and read and
// write what is open. Everything else fails with EPERM: opening files, sockets,
// programs, signals to others (seccomp(2)). Returns 0, or errno.
static inline int cgd_confine(void) {
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CGD_ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        CGD_ALLOW(read), CGD_ALLOW(write), CGD_ALLOW(readv), CGD_ALLOW(writev), CGD_ALLOW(pread64),
        CGD_ALLOW(lseek), CGD_ALLOW(close), CGD_ALLOW(fstat), CGD_ALLOW(newfstatat), CGD_ALLOW(fcntl),
        CGD_ALLOW(brk), CGD_ALLOW(mmap), CGD_ALLOW(munmap), CGD_ALLOW(mremap), CGD_ALLOW(mprotect),
        CGD_ALLOW(madvise), CGD_ALLOW(futex), CGD_ALLOW(clone), CGD_ALLOW(clone3), CGD_ALLOW(set_robust_list),
        CGD_ALLOW(rseq), CGD_ALLOW(sched_yield), CGD_ALLOW(sched_getaffinity), CGD_ALLOW(getrandom),
        CGD_ALLOW(clock_gettime), CGD_ALLOW(clock_nanosleep), CGD_ALLOW(nanosleep), CGD_ALLOW(gettid),
        CGD_ALLOW(getpid), CGD_ALLOW(rt_sigaction), CGD_ALLOW(rt_sigprocmask), CGD_ALLOW(rt_sigreturn),
        CGD_ALLOW(sigaltstack), CGD_ALLOW(restart_syscall), CGD_ALLOW(exit), CGD_ALLOW(exit_group),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (EPERM & SECCOMP_RET_DATA)),
    };
    struct sock_fprog program = {.len = sizeof(filter) / sizeof(filter[0]), .filter = filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) { return errno; }
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) != 0) { return errno; }
    return 0;
}

// The process ends when the thread that started it does.
static inline void cgd_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, 9 /* SIGKILL */, 0, 0, 0); }
