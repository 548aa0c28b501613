#pragma once

#include <stdbool.h>
#include <stddef.h>

// What is called of libpq, the client library of PostgreSQL. Its names, types and
// numbers are those of its documentation (postgresql.org/docs/15/libpq.html) and
// never change within libpq.so.5; nothing of its headers is needed to build.

struct pg_conn;
struct pg_result;
struct pg_cancel;

/// A notification (PGnotify); the rest of the structure is the library's own.
struct cpostgresql_notification {
    char *_Nonnull channel;
    int process;
    char *_Nonnull payload;
};

/// Statuses of connections, results, and of what waits in a socket.
enum {
    CPOSTGRESQL_CONNECTED = 0, // CONNECTION_OK
    CPOSTGRESQL_EMPTY = 0,     // PGRES_EMPTY_QUERY
    CPOSTGRESQL_DONE = 1,      // PGRES_COMMAND_OK
    CPOSTGRESQL_ROWS = 2,      // PGRES_TUPLES_OK
    CPOSTGRESQL_IDLE = 0,      // PQTRANS_IDLE
};

/// The functions of the library.
struct cpostgresql {
    struct pg_conn *_Nullable (*_Nonnull connect)(
        const char *_Nullable const *_Nonnull keywords, const char *_Nullable const *_Nonnull values, int expandsName);
    void (*_Nonnull finish)(struct pg_conn *_Nullable);
    int (*_Nonnull status)(const struct pg_conn *_Nonnull);
    int (*_Nonnull transactionStatus)(const struct pg_conn *_Nonnull);
    const char *_Nullable (*_Nonnull parameterStatus)(const struct pg_conn *_Nonnull, const char *_Nonnull name);
    int (*_Nonnull serverVersion)(const struct pg_conn *_Nonnull);
    char *_Nonnull (*_Nonnull errorMessage)(const struct pg_conn *_Nullable);
    int (*_Nonnull socket)(const struct pg_conn *_Nonnull);
    int (*_Nonnull setNonblocking)(struct pg_conn *_Nonnull, int);
    int (*_Nonnull sendQuery)(struct pg_conn *_Nonnull, const char *_Nonnull);
    int (*_Nonnull sendPrepare)(
        struct pg_conn *_Nonnull, const char *_Nonnull name, const char *_Nonnull query, int count,
        const unsigned int *_Nullable types);
    int (*_Nonnull sendPrepared)(
        struct pg_conn *_Nonnull, const char *_Nonnull name, int count, const char *_Nullable const *_Nullable values,
        const int *_Nullable lengths, const int *_Nullable formats, int resultFormat);
    int (*_Nonnull flush)(struct pg_conn *_Nonnull);
    int (*_Nonnull consumeInput)(struct pg_conn *_Nonnull);
    int (*_Nonnull isBusy)(struct pg_conn *_Nonnull);
    struct pg_result *_Nullable (*_Nonnull result)(struct pg_conn *_Nonnull);
    struct cpostgresql_notification *_Nullable (*_Nonnull notification)(struct pg_conn *_Nonnull);
    void (*_Nonnull freeMemory)(void *_Nullable);
    struct pg_cancel *_Nullable (*_Nonnull makeCancel)(struct pg_conn *_Nonnull);
    int (*_Nonnull cancel)(struct pg_cancel *_Nonnull, char *_Nonnull error, int size);
    void (*_Nonnull freeCancel)(struct pg_cancel *_Nullable);
    int (*_Nonnull resultStatus)(const struct pg_result *_Nullable);
    char *_Nullable (*_Nonnull errorField)(const struct pg_result *_Nonnull, int field);
    char *_Nonnull (*_Nonnull commandStatus)(struct pg_result *_Nonnull);
    char *_Nonnull (*_Nonnull rowsChanged)(struct pg_result *_Nonnull);
    int (*_Nonnull rowCount)(const struct pg_result *_Nonnull);
    int (*_Nonnull columnCount)(const struct pg_result *_Nonnull);
    char *_Nullable (*_Nonnull columnName)(const struct pg_result *_Nonnull, int column);
    unsigned int (*_Nonnull columnType)(const struct pg_result *_Nonnull, int column);
    int (*_Nonnull isNull)(const struct pg_result *_Nonnull, int row, int column);
    int (*_Nonnull length)(const struct pg_result *_Nonnull, int row, int column);
    char *_Nonnull (*_Nonnull value)(const struct pg_result *_Nonnull, int row, int column);
    void (*_Nonnull clear)(struct pg_result *_Nullable);
    void *_Nullable (*_Nonnull setNoticeReceiver)(
        struct pg_conn *_Nonnull, void (*_Nullable)(void *_Nullable, const struct pg_result *_Nullable),
        void *_Nullable);
};

/// Loads the library, once; from any thread.
///
/// What the environment says to it is gone then, from this process too: only
/// parameters count.
///
/// Returns NULL when it isn't there or lacks a function; then `reason` says why.
const struct cpostgresql *_Nullable cpostgresql_load(const char *_Nullable *_Nonnull reason);

/// Makes a counter that threads can wait for (eventfd(2), which Swift doesn't see);
/// -1 and errno when there can't be one.
int cpostgresql_make_bell(void);

/// Takes a notice of the server, and drops it: else it would be written to the
/// standard error.
void cpostgresql_drop_notice(void *_Nullable context, const struct pg_result *_Nullable notice);
