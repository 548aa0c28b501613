#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

ssize_t cterminal_write(int descriptor, const void *bytes, size_t count) {
    // write(2) sends SIGPIPE to the calling thread. It is blocked here and, if
    // this write raised it, taken away, so that the disposition of the whole
    // process stays what others made it. It is raised, too, where the reader
    // leaves after a part was written.
    sigset_t broken, before, pending;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    sigpending(&pending);
    int was_pending = sigismember(&pending, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    ssize_t written = write(descriptor, bytes, count);
    int code = errno;
    if (written != (ssize_t)count && !was_pending) {
        struct timespec none = {0, 0};
        while (sigtimedwait(&broken, NULL, &none) == -1 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return written < 0 ? -code : written;
}

int cterminal_pipe(int *reading, int *writing) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
    *reading = ends[0];
    *writing = ends[1];
    return 0;
}

struct cterminal_size cterminal_size(int descriptor) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return (struct cterminal_size){0};
    return (struct cterminal_size){size.ws_col, size.ws_row, size.ws_xpixel, size.ws_ypixel};
}

static const int watched[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
enum { watched_count = sizeof watched / sizeof watched[0] };

// Written while no handler is installed, read by the handlers.
static struct termios shown, hidden;
static struct sigaction previous[watched_count];
static atomic_int terminal = -1;

static void handle(int number);

static void install(int index) {
    struct sigaction ours = {.sa_handler = handle, .sa_flags = 0};
    sigemptyset(&ours.sa_mask);
    sigaction(watched[index], &ours, NULL);
}

// Shows the input, lets the signal do what it would have done without us, and
// if the process is still there (or there again, after SIGTSTP) hides it again.
static void handle(int number) {
    int saved = errno;
    int descriptor = atomic_load(&terminal);
    for (int index = 0; index < watched_count; index++) {
        if (watched[index] != number) continue;
        if (descriptor >= 0) {
            tcsetattr(descriptor, TCSANOW, &shown);
            // The question stands on this line; what comes next shouldn't.
            if (write(descriptor, "\n", 1) < 0) errno = saved;
        }
        sigaction(number, &previous[index], NULL);
        sigset_t only, before;
        sigemptyset(&only);
        sigaddset(&only, number);
        raise(number);
        pthread_sigmask(SIG_UNBLOCK, &only, &before);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        descriptor = atomic_load(&terminal);
        if (descriptor >= 0) {
            install(index);
            tcsetattr(descriptor, TCSANOW, &hidden);
        }
    }
    errno = saved;
}

int cterminal_hide_input(int descriptor, int by_line) {
    if (atomic_load(&terminal) >= 0) return EBUSY;
    if (tcgetattr(descriptor, &shown) != 0) return errno;
    hidden = shown;
    hidden.c_lflag &= ~(tcflag_t)(ECHO | ECHOE | ECHOK);
    if (!by_line) {
        hidden.c_lflag &= ~(tcflag_t)ICANON;
        hidden.c_cc[VMIN] = 1;
        hidden.c_cc[VTIME] = 0;
    }
    for (int index = 0; index < watched_count; index++) sigaction(watched[index], NULL, &previous[index]);
    atomic_store(&terminal, descriptor);
    for (int index = 0; index < watched_count; index++) {
        // A signal that is ignored stays so: nohup, or somebody who watches it
        // by other means and will end the question.
        if (previous[index].sa_handler != SIG_IGN) install(index);
    }
    // TCSADRAIN keeps what was typed ahead, as after a paste of two answers.
    if (tcsetattr(descriptor, TCSADRAIN, &hidden) != 0) {
        int code = errno;
        cterminal_show_input();
        return code;
    }
    return 0;
}

void cterminal_show_input(void) {
    int descriptor = atomic_load(&terminal);
    if (descriptor < 0) return;
    tcsetattr(descriptor, TCSADRAIN, &shown);
    atomic_store(&terminal, -1);
    for (int index = 0; index < watched_count; index++) {
        struct sigaction current;
        sigaction(watched[index], NULL, &current);
        // Somebody may have installed a handler of their own meanwhile.
        if (current.sa_handler == handle) sigaction(watched[index], &previous[index], NULL);
    }
}
