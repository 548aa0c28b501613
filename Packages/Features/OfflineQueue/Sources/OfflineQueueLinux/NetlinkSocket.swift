import CNetlink
import Glibc

/// Hears when links, addresses or routes change (rtnetlink(7)).
package final class NetlinkSocket: Sendable {
    private let socket: Int32
    private let wakeup: Int32

    /// Answers nil where the system allows none, as in some containers.
    package init?() {
        let socket = cnetlink_open()
        guard socket >= 0 else { return nil }
        let wakeup = cnetlink_wakeup()
        guard wakeup >= 0 else {
            close(socket)
            return nil
        }
        self.socket = socket
        self.wakeup = wakeup
    }

    deinit {
        close(socket)
        close(wakeup)
    }

    /// Blocks until something changes.
    ///
    /// - Returns: Whether it did; else the wait is over for good.
    package func waitForChange() -> Bool { cnetlink_wait(socket, wakeup) == 1 }

    /// Ends the wait, now and from now on.
    package func finish() { cnetlink_wake(wakeup) }
}
