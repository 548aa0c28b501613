// Runs a program under its control, as debuggers do, and ends as it ends.
#include <signal.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **arguments) {
    if (count < 2) return 97;
    pid_t child = fork();
    if (child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) _exit(96);
        execv(arguments[1], arguments + 1);
        _exit(95);
    }
    for (;;) {
        int status;
        if (waitpid(child, &status, 0) < 0) return 94;
        if (WIFEXITED(status)) return WEXITSTATUS(status);
        if (WIFSIGNALED(status)) return 128 + WTERMSIG(status);
        int signal = WSTOPSIG(status);
        ptrace(PTRACE_CONT, child, NULL, (void *)(long)(signal == SIGTRAP ? 0 : signal));
    }
}
