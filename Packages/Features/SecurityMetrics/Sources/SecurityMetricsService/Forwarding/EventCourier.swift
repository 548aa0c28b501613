import FoundationEssentials
import SecurityMetricsContract
import SecurityMetricsServiceAPI
import TelemetryAPI

/// Hands the events of the trail to one forwarder, in their order, for as long as the server runs.
struct EventCourier: Sendable {
    /// How often it looks for events; they get their places every ten seconds.
    private static let interval = Duration.seconds(5)

    let forwarder: any EventForwarding
    let queue: ForwardingQueue
    let display: HeadDisplay
    let log: Logger
    let clock: any Clock<Duration>
    /// A random number from 0 to 1.
    let spread: @Sendable () -> Double

    /// Works until the task is cancelled.
    func run() async {
        var pace = ForwardingPace(largest: forwarder.largestBatch)
        var failure: String?
        while !Task.isCancelled {
            let pause = await step(&pace, &failure)
            if pause > .zero { try? await clock.sleep(for: pause) }
        }
    }

    /// - Returns: How long to wait before the next step.
    private func step(_ pace: inout ForwardingPace, _ failure: inout String?) async -> Duration {
        // What a power cut may take back is told nobody.
        guard let size = display.shown?.head.size else { return Self.interval }
        do {
            guard let next = try await queue.next(pace.limit, personal: forwarder.takesPersonalData, of: size) else {
                return Self.interval
            }
            guard case .batch(let batch) = next else { return .zero }
            try await forwarder.forward(
                pace.isWithoutStrangersWords ? batch.events.map(\.withoutStrangersWords) : batch.events)
            try await queue.settle(batch)
            pace.succeed()
            if failure != nil { log.notice("security events are forwarded again", ["forwarder": forwarder.name]) }
            failure = nil
            return .zero
        } catch {
            guard !Task.isCancelled else { return .zero }
            return await fail(error, &pace, &failure)
        }
    }

    private func fail(_ error: any Error, _ pace: inout ForwardingPace, _ failure: inout String?) async -> Duration {
        let cause = error as? ForwardingError
        let reason = cause?.reason ?? "\(error)"
        // What fails for long is told once for each reason.
        if reason != failure {
            log.warning("security events can't be forwarded", ["forwarder": forwarder.name, "reason": reason])
        }
        failure = reason
        if cause != nil { try? await queue.fail(because: reason) }
        return pace.fail(cause, spread: spread())
    }
}
