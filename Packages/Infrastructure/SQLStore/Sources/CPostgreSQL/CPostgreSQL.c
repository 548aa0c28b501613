#define _GNU_SOURCE // environ

#include "CPostgreSQL.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

static struct cpostgresql functions;
static char reason_kept[256];
static bool is_loaded;

static const struct {
    const char *name;
    size_t place;
} names[] = {
#define FUNCTION(member, name) { name, offsetof(struct cpostgresql, member) }
    FUNCTION(connect, "PQconnectdbParams"),
    FUNCTION(finish, "PQfinish"),
    FUNCTION(status, "PQstatus"),
    FUNCTION(transactionStatus, "PQtransactionStatus"),
    FUNCTION(parameterStatus, "PQparameterStatus"),
    FUNCTION(serverVersion, "PQserverVersion"),
    FUNCTION(errorMessage, "PQerrorMessage"),
    FUNCTION(socket, "PQsocket"),
    FUNCTION(setNonblocking, "PQsetnonblocking"),
    FUNCTION(sendQuery, "PQsendQuery"),
    FUNCTION(sendPrepare, "PQsendPrepare"),
    FUNCTION(sendPrepared, "PQsendQueryPrepared"),
    FUNCTION(flush, "PQflush"),
    FUNCTION(consumeInput, "PQconsumeInput"),
    FUNCTION(isBusy, "PQisBusy"),
    FUNCTION(result, "PQgetResult"),
    FUNCTION(notification, "PQnotifies"),
    FUNCTION(freeMemory, "PQfreemem"),
    FUNCTION(makeCancel, "PQgetCancel"),
    FUNCTION(cancel, "PQcancel"),
    FUNCTION(freeCancel, "PQfreeCancel"),
    FUNCTION(resultStatus, "PQresultStatus"),
    FUNCTION(errorField, "PQresultErrorField"),
    FUNCTION(commandStatus, "PQcmdStatus"),
    FUNCTION(rowsChanged, "PQcmdTuples"),
    FUNCTION(rowCount, "PQntuples"),
    FUNCTION(columnCount, "PQnfields"),
    FUNCTION(columnName, "PQfname"),
    FUNCTION(columnType, "PQftype"),
    FUNCTION(isNull, "PQgetisnull"),
    FUNCTION(length, "PQgetlength"),
    FUNCTION(value, "PQgetvalue"),
    FUNCTION(clear, "PQclear"),
    FUNCTION(setNoticeReceiver, "PQsetNoticeReceiver"),
#undef FUNCTION
};

static void keep_reason(void) {
    const char *text = dlerror();
    strncpy(reason_kept, text ? text : "unknown", sizeof reason_kept - 1);
}

// Takes the library's variables away (postgresql.org/docs/15/libpq-envars.html): some can't be outdone by
// a parameter, and newer libraries know more of them. unsetenv(3) frees nothing, so that who reads the environment
// on another thread meanwhile reads whole entries.
static void forget_variables(void) {
    for (char **next = environ; next && *next;) {
        char *entry = *next, name[64];
        size_t length = strcspn(entry, "=");
        if (strncmp(entry, "PG", 2) == 0 && length < sizeof name) {
            memcpy(name, entry, length);
            name[length] = 0;
            unsetenv(name);
        }
        // The next one has come to its place.
        if (*next == entry) next++;
    }
}

static void load(void) {
    forget_variables();
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        keep_reason();
        return;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *function = dlsym(library, names[i].name);
        if (!function) {
            keep_reason();
            return;
        }
        memcpy((char *)&functions + names[i].place, &function, sizeof function);
    }
    is_loaded = true;
}

const struct cpostgresql *cpostgresql_load(const char **reason) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    *reason = reason_kept;
    return is_loaded ? &functions : NULL;
}

int cpostgresql_make_bell(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void cpostgresql_drop_notice(void *context, const struct pg_result *notice) {}
