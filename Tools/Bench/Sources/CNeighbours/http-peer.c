#include "http-client.h"

#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { small = 1024, large = 50000, most_descriptors = 1024 };

static char small_answer[small + 512], large_answer[large + 512];
static size_t small_length, large_length;

// As nginx answers.
static size_t write_answer(char *answer, size_t capacity, size_t length) {
    int head = snprintf(answer, capacity,
        "HTTP/1.1 200 OK\r\nServer: peer/1.0\r\nDate: Sat, 22 Nov 2025 12:00:00 GMT\r\nContent-Type: image/png\r\n"
        "Content-Length: %zu\r\nLast-Modified: Sat, 22 Nov 2025 11:00:00 GMT\r\nConnection: keep-alive\r\n"
        "ETag: \"6921a3c0-3cf\"\r\nAccept-Ranges: bytes\r\n\r\n", length);
    memset(answer + head, 'a', length);
    memcpy(answer + head, "\x89PNG\r\n\x1a\n", 8);
    return (size_t)head + length;
}

static void send_all(int connection, const char *bytes, size_t length) {
    while (length) {
        ssize_t sent = send(connection, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0) return;
        bytes += sent;
        length -= (size_t)sent;
    }
}

// A request comes whole here: one that is as small goes out in one segment.
static int answer(int connection) {
    char request[8192];
    ssize_t received = recv(connection, request, sizeof request, 0);
    if (received <= 0) return 0;
    int is_large = received > 12 && memcmp(request + 4, "/picture", 8) == 0;
    send_all(connection, is_large ? large_answer : small_answer, is_large ? large_length : small_length);
    return 1;
}

static void serve(int listener, int parent) {
    struct epoll_event events[most_descriptors], event = {.events = EPOLLIN};
    int poller = epoll_create1(0);
    event.data.fd = listener;
    epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event);
    event.data.fd = parent;
    epoll_ctl(poller, EPOLL_CTL_ADD, parent, &event);
    for (;;) {
        int count = epoll_wait(poller, events, most_descriptors, -1);
        for (int i = 0; i < count; i++) {
            int descriptor = events[i].data.fd;
            // Its end is closed when it has ended.
            if (descriptor == parent) _exit(0);
            if (descriptor == listener) {
                event.data.fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
                if (event.data.fd >= 0) epoll_ctl(poller, EPOLL_CTL_ADD, event.data.fd, &event);
            } else if (!answer(descriptor)) {
                close(descriptor);
            }
        }
    }
}

int neighbour_http_peer(void) {
    int ends[2], listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, length) != 0 || listen(listener, 512) != 0
        || getsockname(listener, (struct sockaddr *)&address, &length) != 0 || pipe2(ends, 0) != 0) return 0;
    small_length = write_answer(small_answer, sizeof small_answer, small);
    large_length = write_answer(large_answer, sizeof large_answer, large);
    pid_t child = fork();
    if (child < 0) return 0;
    if (child == 0) {
        close(ends[1]);
        serve(listener, ends[0]);
    }
    close(listener);
    close(ends[0]);
    return ntohs(address.sin_port);
}
