#ifndef NEIGHBOUR_HTTP_CLIENT_H
#define NEIGHBOUR_HTTP_CLIENT_H

#include <stddef.h>

// What a C program needs to ask a server over libcurl's multi interface, on one
// thread, with the options that Essential sets. Handles, connections and
// buffers are kept from one call to the next. Each function returns 0, or
// another number if something failed.

// Sends `count` requests, `in_flight` at once, and takes head and body of each
// answer into kept buffers.
int neighbour_http_get(const char *url, size_t count, size_t in_flight);

// Loads `url` into `count` files of `folder`, `in_flight` at once; each is
// written beside its place and renamed, and synchronised with the disk if
// `durable` isn't 0.
int neighbour_http_download(const char *url, const char *folder, size_t count, size_t in_flight, int durable);

// Starts a process that answers on 127.0.0.1 as fast as it can, until this one
// has ended: 50 KB where the path starts with /picture, else 1 KB.
//
// Returns its port, or 0.
int neighbour_http_peer(void);

#endif
