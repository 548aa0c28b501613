#ifndef NEIGHBOUR_HTTP_SERVER_H
#define NEIGHBOUR_HTTP_SERVER_H

#include <stddef.h>

// What a C program over libmicrohttpd answers to every request.
enum neighbour_answer {
    // The bytes that it was given.
    neighbour_ready,
    // A page of twenty items, made of their texts each time.
    neighbour_encoded,
};

// Serves on a port of its choice, which it writes to standard output, one
// thread a processor, until the process is ended.
//
// Returns a number other than 0 if it can't.
int neighbour_serve(enum neighbour_answer answer, const char *body, size_t length);

#endif
