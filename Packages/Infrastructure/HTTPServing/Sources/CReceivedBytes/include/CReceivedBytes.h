#pragma once

#include <stddef.h>
#include <sys/types.h>

/// Is shown what GNU libmicrohttpd has received on a socket, in the clear,
/// before the library reads it.
///
/// It returns how many of the bytes, from the first on, the library is to get; a
/// negative number breaks the connection off.
typedef ssize_t (*_Nonnull creceived_reader)(
    void *_Nullable context, int descriptor, void *_Nonnull bytes, ssize_t count);

/// From now on shows the calling thread's reader what arrives on this thread.
void creceived_watch(void *_Nullable context, int is_secure, creceived_reader reader);

/// Shows it nothing any more.
void creceived_unwatch(void);

/// Sends bytes on a connection whose bytes the reader is looking at, as far as
/// its socket takes them at once.
void creceived_send(int descriptor, const void *_Nonnull bytes, size_t count);
