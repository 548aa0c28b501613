#pragma once

#include <microhttpd.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

// accept4(2); <sys/socket.h> declares it for C programs that ask for GNU names.
extern int accept4(int, struct sockaddr *_Nullable, socklen_t *_Nullable, int);

// GNU libmicrohttpd takes options and connection details by variadic
// functions, which Swift can't call; these are the ones in use.

struct cmhd_callbacks {
    void *_Nonnull context;
    MHD_AccessHandlerCallback _Nonnull access;
    MHD_RequestCompletedCallback _Nonnull completed;
    MHD_NotifyConnectionCallback _Nonnull connection;
    void *_Nullable (*_Nonnull target)(void *_Nullable, const char *_Nullable, struct MHD_Connection *_Nullable);
    size_t (*_Nonnull unescape)(void *_Nullable, struct MHD_Connection *_Nullable, char *_Nullable);
    MHD_LogCallback _Nonnull log;
};

struct cmhd_options {
    unsigned connections;
    unsigned idle_seconds;
    size_t memory;
    /// Gives handshakes their certificate; null for plain HTTP.
    void *_Nullable certificate;
    const char *_Nullable priorities;
};

/// Starts a daemon that has no thread and no listening socket: the caller polls
/// its epoll descriptor and hands it connections. TLS is on when something
/// gives certificates.
static inline struct MHD_Daemon *_Nullable cmhd_start(
    const struct cmhd_callbacks *_Nonnull c, const struct cmhd_options *_Nonnull o)
{
    unsigned flags = MHD_USE_EPOLL | MHD_USE_ITC | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET
        | MHD_USE_ERROR_LOG | (o->certificate ? MHD_USE_TLS : 0);
    struct MHD_OptionItem tls[] = {
        { MHD_OPTION_HTTPS_CERT_CALLBACK, 0, o->certificate },
        { MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)o->priorities },
        { MHD_OPTION_END, 0, 0 },
    };
    struct MHD_OptionItem none[] = { { MHD_OPTION_END, 0, 0 } };
    return MHD_start_daemon(flags, 0, 0, 0, c->access, c->context,
        MHD_OPTION_EXTERNAL_LOGGER, c->log, c->context,
        MHD_OPTION_NOTIFY_COMPLETED, c->completed, c->context,
        MHD_OPTION_NOTIFY_CONNECTION, c->connection, c->context,
        MHD_OPTION_URI_LOG_CALLBACK, c->target, c->context,
        MHD_OPTION_UNESCAPE_CALLBACK, c->unescape, c->context,
        MHD_OPTION_CONNECTION_LIMIT, o->connections,
        MHD_OPTION_CONNECTION_TIMEOUT, o->idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, o->memory,
        // The loop's thread blocks SIGPIPE, so sendfile(2) is safe to use.
        MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
        MHD_OPTION_ARRAY, o->certificate ? tls : none,
        MHD_OPTION_END);
}

static inline int cmhd_epoll_descriptor(struct MHD_Daemon *_Nonnull daemon)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

/// Milliseconds until the daemon has to run again; -1 for no limit.
static inline int cmhd_timeout(struct MHD_Daemon *_Nonnull daemon)
{
    MHD_UNSIGNED_LONG_LONG milliseconds = 0;
    if (MHD_get_timeout(daemon, &milliseconds) != MHD_YES) return -1;
    return milliseconds > 60000 ? 60000 : (int)milliseconds;
}

static inline void *_Nullable cmhd_socket_context(struct MHD_Connection *_Nonnull connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : 0;
}

static inline int cmhd_descriptor(struct MHD_Connection *_Nonnull connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

static inline size_t cmhd_header_size(struct MHD_Connection *_Nonnull connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}
