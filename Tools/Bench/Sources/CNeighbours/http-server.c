#include "http-server.h"

#include <microhttpd.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct item {
    const char *id, *description, *location, *image;
};

enum { items_on_a_page = 20 };

static struct item items[items_on_a_page];
static const char *ready_body;
static size_t ready_length;

static char *text(const char *format, int number) {
    char *result = 0;
    return asprintf(&result, format, number, number) < 0 ? 0 : result;
}

static int make_items(void) {
    for (int i = 0; i < items_on_a_page; i++) {
        items[i].id = text("%08x-0000-4000-8000-%012x", 5000 - i);
        items[i].description = text("A lake in the mountains at sunrise, number %d", 5000 - i);
        items[i].location = "Bled, Slovenia";
        items[i].image = text("http://127.0.0.1:8080/image/%08x-0000-4000-8000-%012x", 5000 - i);
        if (!items[i].id || !items[i].description || !items[i].image) return 1;
    }
    return 0;
}

static char *append(char *end, const char *bytes, size_t length) {
    memcpy(end, bytes, length);
    return end + length;
}

// What needs no escape is copied at once.
static char *append_text(char *end, const char *text) {
    *end++ = '"';
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\') *end++ = '\\';
        if (*c >= 0x20) *end++ = (char)*c;
        else end += sprintf(end, "\\u%04x", *c);
    }
    *end++ = '"';
    return end;
}

#define APPEND(end, literal) append(end, literal, sizeof literal - 1)

static size_t encode(char *page) {
    char *end = APPEND(page, "{\"items\":[");
    for (int i = 0; i < items_on_a_page; i++) {
        if (i) *end++ = ',';
        end = APPEND(end, "{\"description\":");
        end = append_text(end, items[i].description);
        end = APPEND(end, ",\"id\":");
        end = append_text(end, items[i].id);
        end = APPEND(end, ",\"image\":");
        end = append_text(end, items[i].image);
        end = APPEND(end, ",\"location\":");
        end = append_text(end, items[i].location);
        *end++ = '}';
    }
    return (size_t)(APPEND(end, "]}") - page);
}

static enum MHD_Result answer(
    void *context, struct MHD_Connection *connection, const char *url, const char *method, const char *version,
    const char *data, size_t *size, void **request) {
    (void)url, (void)method, (void)version, (void)data, (void)size;
    static int begun;
    if (!*request) {
        *request = &begun;
        return MHD_YES;
    }
    char page[16 * 1024];
    size_t length = ready_length;
    const char *body = ready_body;
    if (*(enum neighbour_answer *)context == neighbour_encoded) {
        length = encode(page);
        body = page;
    }
    struct MHD_Response *response =
        MHD_create_response_from_buffer(length, (void *)(unsigned long)body, MHD_RESPMEM_MUST_COPY);
    if (!response) return MHD_NO;
    MHD_add_response_header(response, "Content-Type", "application/json");
    enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return result;
}

int neighbour_serve(enum neighbour_answer kind, const char *body, size_t length) {
    ready_body = body;
    ready_length = length;
    if (kind == neighbour_encoded && make_items()) return 1;
    // Whoever started us may have done so with signals held back.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, 0);
    cpu_set_t processors;
    unsigned threads = sched_getaffinity(0, sizeof processors, &processors) == 0 ? (unsigned)CPU_COUNT(&processors) : 1;
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD;
    struct MHD_Daemon *daemon = MHD_start_daemon(
        flags, 0, 0, 0, answer, &kind, MHD_OPTION_THREAD_POOL_SIZE, threads, MHD_OPTION_CONNECTION_LIMIT, 4096u,
        MHD_OPTION_END);
    if (!daemon) return 2;
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    if (!info) return 3;
    printf("%d\n", info->port);
    fflush(stdout);
    for (;;) pause();
}
