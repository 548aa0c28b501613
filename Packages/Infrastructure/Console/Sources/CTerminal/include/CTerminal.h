// What Swift can't say about terminals: variadic and Linux calls, per-thread
// signal masks around a write, and signal handlers, which may only call functions
// that are safe in them (signal-safety(7)).
#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stddef.h>
#include <sys/types.h>

/// Writes once, without ever raising SIGPIPE. Returns the count, or -errno.
ssize_t cterminal_write(int descriptor, const void *bytes, size_t count);

/// Makes a pipe that children don't inherit. Returns 0, or an errno.
int cterminal_pipe(int *reading, int *writing);

/// The size of a terminal in characters and in pixels; 0 for what it doesn't
/// know, and for everything if the descriptor isn't one.
struct cterminal_size {
    int columns, rows, width, height;
};
struct cterminal_size cterminal_size(int descriptor);

/// Stops a terminal from showing what is typed, which comes by the line, or
/// character by character. Until cterminal_show_input is
/// called, a signal that stops or ends the process shows it again first. Only
/// one terminal at a time. Returns 0, or an errno.
int cterminal_hide_input(int descriptor, int by_line);

/// Shows again what is typed, and puts the signals back as they were.
void cterminal_show_input(void);

#endif
