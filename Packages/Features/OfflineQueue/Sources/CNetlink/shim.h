// What Glibc's module leaves out: netlink(7) and rtnetlink(7).
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

/// Opens a socket that hears of links, addresses and routes; -1 if it can't.
static inline int cnetlink_open(void) {
    int socket_ = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
    if (socket_ < 0) return -1;
    struct sockaddr_nl address;
    memset(&address, 0, sizeof address);
    address.nl_family = AF_NETLINK;
    address.nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE;
    if (bind(socket_, (struct sockaddr *)&address, sizeof address) < 0) {
        close(socket_);
        return -1;
    }
    return socket_;
}

static inline int cnetlink_wakeup(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

/// Ends the wait, now and from now on.
static inline void cnetlink_wake(int wakeup) {
    unsigned long long one = 1;
    ssize_t ignored = write(wakeup, &one, sizeof one);
    (void)ignored;
}

/// Waits for a message and takes all that came. Returns 1 for a message, 0 when
/// it was woken or can't wait.
static inline int cnetlink_wait(int socket_, int wakeup) {
    struct pollfd both[2] = {{.fd = socket_, .events = POLLIN}, {.fd = wakeup, .events = POLLIN}};
    for (;;) {
        if (poll(both, 2, -1) < 0) {
            if (errno == EINTR) continue;
            return 0;
        }
        if (both[1].revents) return 0;
        char buffer[8192];
        ssize_t size;
        int heard = 0;
        // ENOBUFS says that messages were lost: something changed all the same.
        while ((size = recv(socket_, buffer, sizeof buffer, 0)) > 0 || (size < 0 && errno == ENOBUFS)) heard = 1;
        if (heard) return 1;
        if (size == 0 || (errno != EAGAIN && errno != EINTR)) return 0;
    }
}
