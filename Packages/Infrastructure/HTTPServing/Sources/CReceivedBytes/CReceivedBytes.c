#define _GNU_SOURCE
#include "CReceivedBytes.h"

#include <dlfcn.h>
#include <errno.h>
#include <sys/socket.h>

static _Thread_local ssize_t (*reader)(void *, int, void *, ssize_t);
static _Thread_local void *reader_context;
static _Thread_local int reads_records;
static _Thread_local void *session; // That whose bytes the reader looks at.

void creceived_watch(void *context, int is_secure, creceived_reader read) {
    reader = read;
    reader_context = context;
    reads_records = is_secure;
}

void creceived_unwatch(void) { reader = NULL; }

// A program may define a function that its libraries call; they call the
// program's then. This is the C library's recv(2), and the one below GnuTLS's.
// libmicrohttpd passes no flags; who does isn't the library.
ssize_t recv(int descriptor, void *bytes, size_t size, int flags) {
    ssize_t count = recvfrom(descriptor, bytes, size, flags, NULL, NULL);
    if (count <= 0 || flags != 0 || !reader || reads_records) return count;
    count = reader(reader_context, descriptor, bytes, count);
    if (count < 0) errno = ECONNRESET;
    return count;
}

// GnuTLS comes with libmicrohttpd, and is looked for only where it is called.
static void *gnutls(const char *name) { return dlsym(RTLD_NEXT, name); }

enum { PREMATURE_TERMINATION = -110 }; // GNUTLS_E_PREMATURE_TERMINATION

ssize_t gnutls_record_recv(void *connection, void *bytes, size_t size) {
    static ssize_t (*_Atomic receive)(void *, void *, size_t);
    static int (*_Atomic descriptor)(void *);
    if (!descriptor) {
        // Threads that come at once find the same.
        receive = (ssize_t (*)(void *, void *, size_t))gnutls("gnutls_record_recv");
        descriptor = (int (*)(void *))gnutls("gnutls_transport_get_int");
        if (!receive || !descriptor) return PREMATURE_TERMINATION;
    }
    ssize_t count = receive(connection, bytes, size);
    if (count <= 0 || !reader || !reads_records) return count;
    session = connection;
    count = reader(reader_context, descriptor(connection), bytes, count);
    session = NULL;
    return count < 0 ? PREMATURE_TERMINATION : count;
}

void creceived_send(int descriptor, const void *bytes, size_t count) {
    if (!session) {
        (void)!send(descriptor, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
        return;
    }
    ssize_t (*deliver)(void *, const void *, size_t) =
        (ssize_t (*)(void *, const void *, size_t))gnutls("gnutls_record_send");
    if (deliver) (void)deliver(session, bytes, count);
}
