import CCurl
import Glibc

/// Sends bytes over TLS to who answers nothing, as a collector of syslog.
///
/// Only the end of such a connection tells that the peer has read what was sent: once our `close_notify` has
/// followed the bytes, the peer's comes back when it has read up to there (RFC 5425, section 4.4). So a
/// connection carries one message, and what the peer's end is missing from may not have arrived.
public enum CurlOneWay {
    /// Sends bytes, and returns once the peer has ended the connection in its turn.
    ///
    /// It has a thread of its own for as long as it takes. When the task is cancelled, it ends at once.
    ///
    /// - Parameters:
    ///   - bytes: What is sent.
    ///   - limit: How long all of it may take.
    ///   - configure: Sets an address that begins with `https://`, and how the peer's certificate is checked.
    /// - Throws: What failed; whether the peer has any of the bytes isn't known then.
    public static func send(
        _ bytes: [UInt8], within limit: Duration,
        _ configure: @escaping @Sendable (CurlEasyHandle) throws(CurlError) -> Void
    ) async throws(CurlError) {
        let alarm = CurlAlarm()
        let result: Result<Void, CurlError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let thread = CurlThread {
                    do throws(CurlError) {
                        try CurlOneWayExchange.run(bytes, configure, alarm, until: .now + limit)
                        continuation.resume(returning: .success(()))
                    } catch {
                        continuation.resume(returning: .failure(error))
                    }
                }
                guard let thread else {
                    let error = CurlError(code: .failedInitialization, reason: "No thread could be started")
                    return continuation.resume(returning: .failure(error))
                }
                thread.detach()
            }
        } onCancel: {
            alarm.raise()
        }
        try result.get()
    }
}

/// One connection, on its thread.
@safe
private struct CurlOneWayExchange {
    /// How much a peer may say, which nobody reads.
    private static let mostReceived = 65_536

    let handle: CurlEasyHandle
    let alarm: CurlAlarm
    let deadline: ContinuousClock.Instant

    static func run(
        _ bytes: [UInt8], _ configure: @escaping (CurlEasyHandle) throws(CurlError) -> Void, _ alarm: CurlAlarm,
        until deadline: ContinuousClock.Instant
    ) throws(CurlError) {
        try CurlLibrary.initialize()
        let multi = try CurlMultiHandle(CurlLoop.Settings(), mailbox: alarm.descriptor)
        let handle = try CurlEasyHandle()
        try handle.attach(Connecting(), CurlTicket(), nil)
        try configure(handle)
        try handle.set(.connectOnly, true)
        guard multi.add(handle) else { throw CurlError(code: .failedInitialization) }
        defer { multi.remove(handle) }
        let exchange = CurlOneWayExchange(handle: handle, alarm: alarm, deadline: deadline)
        try exchange.connect(multi)
        try exchange.write(bytes)
        try exchange.end()
    }

    private func connect(_ multi: CurlMultiHandle) throws(CurlError) {
        while true {
            guard multi.perform() else { throw CurlError(code: .outOfMemory) }
            if let (_, code) = multi.nextFinished() {
                let outcome = handle.outcome(code)
                guard code == .ok else { throw CurlError(code: code, reason: outcome.reason) }
                return
            }
            multi.wait(milliseconds: try timeLeft())
            guard !alarm.isRaised else { throw CurlError(code: .aborted) }
        }
    }

    private func write(_ bytes: [UInt8]) throws(CurlError) {
        var sent = 0
        while sent < bytes.count {
            let result: Result<Int, CurlError> = unsafe bytes.withUnsafeBytes { buffer in
                do throws(CurlError) {
                    return .success(try unsafe handle.send(UnsafeRawBufferPointer(rebasing: buffer[sent...])))
                } catch {
                    return .failure(error)
                }
            }
            let count = try result.get()
            if count == 0 { try wait(for: POLLOUT) }
            sent += count
        }
    }

    private func end() throws(CurlError) {
        // What the peer said before nothing more came is no answer to that: it may have read nothing.
        while let count = try handle.receive() {
            guard count > 0 else {
                throw CurlError(code: .receiveError, reason: "The peer ended the connection before all was sent")
            }
        }
        while try !handle.sendFarewell() { try wait(for: POLLOUT) }
        var received = 0
        while let count = try awaitEnd() {
            received += count
            guard received <= Self.mostReceived else {
                throw CurlError(code: .weirdServerReply, reason: "The peer doesn't stop talking")
            }
        }
        guard handle.hasFarewell else {
            throw CurlError(code: .receiveError, reason: "The peer cut the connection without the end of TLS")
        }
        try waitForReset()
    }

    /// How long a peer has that keeps the connection of TCP, in milliseconds: most close it at once.
    private static let patience: Int32 = 2_000

    /// Waits until the connection of TCP is over, too: one that is reset had bytes that nobody read (RFC 9293,
    /// section 3.6.1; tcp(7)), whatever the peer had said before.
    private func waitForReset() throws(CurlError) {
        guard let socket = handle.connection else { return }
        var descriptors = [
            pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
            pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        unsafe poll(&descriptors, nfds_t(descriptors.count), min(Self.patience, try timeLeft()))
        guard descriptors[1].revents == 0 else { throw CurlError(code: .aborted) }
        var byte: UInt8 = 0
        guard unsafe recv(socket, &byte, 1, Int32(MSG_DONTWAIT)) >= 0 || errno != ECONNRESET else {
            throw CurlError(code: .receiveError, reason: "The peer closed the connection with bytes unread")
        }
    }

    /// - Returns: How many bytes came; nil at the end.
    private func awaitEnd() throws(CurlError) -> Int? {
        while true {
            if let count = try handle.receive() { return count == 0 ? nil : count }
            try wait(for: POLLIN)
        }
    }

    private func timeLeft() throws(CurlError) -> Int32 {
        let left = (deadline - .now) / .milliseconds(1)
        guard left > 0 else { throw CurlError(code: .timedOut) }
        return Int32(min(left.rounded(.up), 3_600_000))
    }

    /// Waits until the socket is ready.
    ///
    /// - Throws: ``CurlCode/timedOut``, or ``CurlCode/aborted`` after the alarm.
    private func wait(for events: Int32) throws(CurlError) {
        guard let socket = handle.connection else { throw CurlError(code: .receiveError) }
        var descriptors = [
            pollfd(fd: socket, events: Int16(events), revents: 0),
            pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        unsafe poll(&descriptors, nfds_t(descriptors.count), try timeLeft())
        guard descriptors[1].revents == 0 else { throw CurlError(code: .aborted) }
    }

    /// What the loop wants of a transfer that only connects.
    private final class Connecting: CurlTransfer {
        func configure(_ handle: CurlEasyHandle) {}
        func receive(_ bytes: RawSpan) -> CurlReception { .refused }
        func finished(_ outcome: CurlOutcome) {}
    }
}
