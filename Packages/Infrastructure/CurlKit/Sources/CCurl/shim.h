#pragma once
#include <curl/curl.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>

// The setopt and getinfo functions of libcurl are variadic, which Swift can't
// call: each wrapper below fixes the type of the last argument.

static inline CURLcode ccurl_set_long(CURL *_Nonnull easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_offset(CURL *_Nonnull easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_text(CURL *_Nonnull easy, CURLoption option, const char *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_pointer(CURL *_Nonnull easy, CURLoption option, void *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_list(CURL *_Nonnull easy, CURLoption option, struct curl_slist *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_address(CURL *_Nonnull easy, CURLU *_Nullable address) {
    return curl_easy_setopt(easy, CURLOPT_CURLU, address);
}

// Names the calling thread, for debuggers and top; prctl is variadic as well.
static inline void ccurl_name_thread(const char *_Nonnull name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

// Write, header and read callbacks share this type.
typedef size_t (*ccurl_bytes_callback)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable user);
static inline CURLcode ccurl_set_bytes_callback(
    CURL *_Nonnull easy, CURLoption option, ccurl_bytes_callback _Nonnull callback) {
    return curl_easy_setopt(easy, option, callback);
}
typedef int (*ccurl_seek_callback)(void *_Nullable user, curl_off_t offset, int origin);
static inline CURLcode ccurl_set_seek_callback(CURL *_Nonnull easy, ccurl_seek_callback _Nonnull callback) {
    return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, callback);
}
typedef int (*ccurl_prerequest_callback)(
    void *_Nullable user, char *_Nullable peer, char *_Nullable own, int peer_port, int own_port);
static inline CURLcode ccurl_set_prerequest_callback(
    CURL *_Nonnull easy, ccurl_prerequest_callback _Nonnull callback) {
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
}
typedef curl_socket_t (*ccurl_open_socket_callback)(
    void *_Nullable user, curlsocktype purpose, struct curl_sockaddr *_Nullable address);
static inline CURLcode ccurl_set_open_socket_callback(
    CURL *_Nonnull easy, ccurl_open_socket_callback _Nonnull callback) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
}

static inline CURLcode ccurl_get_long(CURL *_Nonnull easy, CURLINFO information, long *_Nonnull value) {
    return curl_easy_getinfo(easy, information, value);
}
static inline CURLcode ccurl_get_pointer(
    CURL *_Nonnull easy, CURLINFO information, void *_Nullable *_Nonnull value) {
    return curl_easy_getinfo(easy, information, value);
}

static inline CURLcode ccurl_get_socket(CURL *_Nonnull easy, curl_socket_t *_Nonnull socket) {
    return curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, socket);
}

static inline CURLMcode ccurl_multi_set_long(CURLM *_Nonnull multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

// The next transfer that has ended; CURLMsg holds a union, which Swift reads
// only by reinterpreting memory.
static inline CURL *_Nullable ccurl_multi_next_done(CURLM *_Nonnull multi, CURLcode *_Nonnull code) {
    int left;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg == CURLMSG_DONE) {
            *code = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}

// A connection of libcurl's OpenSSL, which has to be closed as TLS has it: the
// library says good-bye without listening for the answer. The headers belong
// to the module of another target.
struct ssl_st;
int SSL_shutdown(struct ssl_st *_Nonnull connection);
int SSL_get_shutdown(const struct ssl_st *_Nonnull connection);
int SSL_want(const struct ssl_st *_Nonnull connection);

static inline struct ssl_st *_Nullable ccurl_tls(CURL *_Nonnull easy) {
    struct curl_tlssessioninfo *session = NULL;
    if (curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || !session) return NULL;
    return session->backend == CURLSSLBACKEND_OPENSSL ? (struct ssl_st *)session->internals : NULL;
}

enum ccurl_farewell { ccurl_farewell_sent, ccurl_farewell_unsent, ccurl_farewell_failed };

// Sends close_notify; unsent while the socket takes nothing.
static inline enum ccurl_farewell ccurl_send_farewell(CURL *_Nonnull easy) {
    struct ssl_st *connection = ccurl_tls(easy);
    if (!connection) return ccurl_farewell_failed;
    if (SSL_shutdown(connection) >= 0) return ccurl_farewell_sent;
    return SSL_want(connection) == 2 /* SSL_WRITING */ ? ccurl_farewell_unsent : ccurl_farewell_failed;
}

// Whether the peer's close_notify has come; after an error that says nothing.
static inline int ccurl_has_farewell(CURL *_Nonnull easy) {
    struct ssl_st *connection = ccurl_tls(easy);
    return connection && (SSL_get_shutdown(connection) & 2 /* SSL_RECEIVED_SHUTDOWN */);
}
