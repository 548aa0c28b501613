#include "http-client.h"

#include <curl/curl.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { most_in_flight = 64 };

// A transfer that is used again and again.
typedef struct {
    CURL *easy;
    char *bytes;
    size_t length, capacity;
    // The file that the body goes to, or -1.
    int file;
    char partial[256], path[256];
} transfer;

static CURLM *multi;
static struct curl_slist *fields;
static transfer transfers[most_in_flight];

static size_t keep(char *bytes, size_t size, size_t count, void *user) {
    transfer *self = user;
    size_t length = size * count;
    if (self->length + length > self->capacity) {
        size_t capacity = (self->length + length) * 2;
        char *larger = realloc(self->bytes, capacity);
        if (!larger) return 0;
        self->bytes = larger;
        self->capacity = capacity;
    }
    memcpy(self->bytes + self->length, bytes, length);
    self->length += length;
    return length;
}

static size_t save(char *bytes, size_t size, size_t count, void *user) {
    transfer *self = user;
    return self->file < 0 ? keep(bytes, size, count, user) : (size_t)write(self->file, bytes, size * count);
}

// The options that all requests share are set once.
static int prepare(void) {
    if (multi) return 0;
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return 1;
    multi = curl_multi_init();
    fields = curl_slist_append(fields, "Accept: application/json");
    if (!multi || !fields) return 2;
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)most_in_flight);
    curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, 32L);
    for (size_t i = 0; i < most_in_flight; i++) {
        CURL *easy = transfers[i].easy = curl_easy_init();
        if (!easy) return 3;
        curl_easy_setopt(easy, CURLOPT_PRIVATE, &transfers[i]);
        curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http");
        curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
        curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
        curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
        curl_easy_setopt(easy, CURLOPT_USERAGENT, "neighbour/1.0");
        curl_easy_setopt(easy, CURLOPT_HTTPHEADER, fields);
        curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, 10000L);
        curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, 60000L);
        curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
        curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, 30L);
        curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, keep);
        curl_easy_setopt(easy, CURLOPT_HEADERDATA, &transfers[i]);
        curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, save);
        curl_easy_setopt(easy, CURLOPT_WRITEDATA, &transfers[i]);
    }
    return 0;
}

static int start(transfer *self, const char *url, const char *folder, size_t number) {
    self->length = 0;
    self->file = -1;
    if (folder) {
        snprintf(self->path, sizeof self->path, "%s/%zu", folder, number);
        snprintf(self->partial, sizeof self->partial, "%s/.%zu.partial", folder, number);
        self->file = open(self->partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        if (self->file < 0) return 10;
    }
    if (curl_easy_setopt(self->easy, CURLOPT_URL, url) != CURLE_OK) return 11;
    return curl_multi_add_handle(multi, self->easy) == CURLM_OK ? 0 : 12;
}

static int finish(transfer *self, CURLcode code, int folder, int durable) {
    long status = 0;
    curl_easy_getinfo(self->easy, CURLINFO_RESPONSE_CODE, &status);
    curl_multi_remove_handle(multi, self->easy);
    if (code != CURLE_OK || status != 200) return 20;
    if (self->file < 0) return 0;
    if (durable && fsync(self->file) != 0) return 21;
    close(self->file);
    if (rename(self->partial, self->path) != 0) return 22;
    return durable && fsync(folder) != 0 ? 23 : 0;
}

static int run(const char *url, const char *folder, size_t count, size_t in_flight, int durable) {
    int result = prepare(), running, left, descriptor = -1;
    size_t started = 0, finished = 0;
    if (!result && folder && (descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0) result = 4;
    while (!result && started < count && started < in_flight) {
        result = start(&transfers[started], url, folder, started);
        started++;
    }
    while (!result && finished < count) {
        if (curl_multi_perform(multi, &running) != CURLM_OK) result = 5;
        CURLMsg *message;
        while (!result && (message = curl_multi_info_read(multi, &left))) {
            if (message->msg != CURLMSG_DONE) continue;
            transfer *self;
            CURLcode code = message->data.result;
            curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &self);
            result = finish(self, code, descriptor, durable);
            finished++;
            if (!result && started < count) result = start(self, url, folder, started++);
        }
        if (!result && finished < count && curl_multi_poll(multi, NULL, 0, 1000, NULL) != CURLM_OK) result = 6;
    }
    if (descriptor >= 0) close(descriptor);
    return result;
}

int neighbour_http_get(const char *url, size_t count, size_t in_flight) { return run(url, NULL, count, in_flight, 0); }

int neighbour_http_download(const char *url, const char *folder, size_t count, size_t in_flight, int durable) {
    return run(url, folder, count, in_flight, durable);
}
