import CCurl
import Glibc

/// Ends the waiting of a thread, for good.
final class CurlAlarm: Sendable {
    /// An eventfd: readable once the alarm was raised.
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))

    deinit {
        Glibc.close(descriptor)
    }

    var isRaised: Bool {
        var descriptor = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&descriptor, 1, 0) == 1
    }

    func raise() {
        eventfd_write(descriptor, 1)
    }
}
