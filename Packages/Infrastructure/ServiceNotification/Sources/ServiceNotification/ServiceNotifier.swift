import Glibc
public import TelemetryAPI

/// Tells the service manager that started this program how it is (sd_notify(3)).
///
/// Nothing is said where nobody waits for it. Any task may call it.
public struct ServiceNotifier: Sendable {
    private let address: NotificationAddress?
    private let watchdog: Duration?
    private let log: Logger
    private let clock: any Clock<Duration>
    private let microseconds: @Sendable () -> UInt64

    /// Creates a notifier.
    ///
    /// - Parameters:
    ///   - environment: The environment's variables: `NOTIFY_SOCKET` says whom to
    ///     tell, `WATCHDOG_USEC` and `WATCHDOG_PID` who waits for signs of life.
    ///   - log: Hears of what couldn't be said.
    ///   - clock: Measures the time between two signs of life.
    ///   - microseconds: The time since some moment of the machine's run, as
    ///     CLOCK_MONOTONIC has it.
    public init(
        environment: [String: String], log: Logger = .disabled, clock: any Clock<Duration> = SuspendingClock(),
        microseconds: @escaping @Sendable () -> UInt64 = { ServiceNotifier.monotonicMicroseconds }
    ) {
        self.log = log
        self.clock = clock
        self.microseconds = microseconds
        let name = environment["NOTIFY_SOCKET"] ?? ""
        address = NotificationAddress(name)
        if address == nil, !name.isEmpty {
            log.warning("NOTIFY_SOCKET names no socket; nobody is told how this program is", ["name": name])
        }
        watchdog = address == nil ? nil : Self.watchdog(in: environment)
    }

    /// CLOCK_MONOTONIC, in microseconds.
    public static var monotonicMicroseconds: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
    }

    /// Says how the program is.
    ///
    /// What can't be said is logged, and changes nothing else.
    public func tell(_ state: ServiceState) async {
        switch state {
        case .ready: await send("READY=1")
        // The time is for units of Type=notify-reload, others leave it out of account.
        case .reloading: await send("RELOADING=1\nMONOTONIC_USEC=\(microseconds())")
        case .stopping: await send("STOPPING=1")
        }
    }

    /// Gives signs of life, two in the time after which none would have the
    /// program ended, until the task is cancelled; returns at once where nobody
    /// waits for them.
    public func giveSignsOfLife() async {
        guard let watchdog else { return }
        while (try? await clock.sleep(for: watchdog / 2)) != nil { await send("WATCHDOG=1") }
    }

    /// After how long without a sign of life the program is ended; nil if that
    /// isn't for this process.
    private static func watchdog(in environment: [String: String]) -> Duration? {
        if let process = environment["WATCHDOG_PID"], process != "\(getpid())" { return nil }
        guard let limit = environment["WATCHDOG_USEC"].flatMap({ Int64($0) }), limit > 0 else { return nil }
        return .microseconds(limit)
    }

    private func send(_ message: String) async {
        guard let address else { return }
        var code = address.send(message)
        // Nobody may wait for the manager on a thread of the pool.
        for _ in 0..<20 where code == EAGAIN {
            guard (try? await clock.sleep(for: .milliseconds(50))) != nil else { break }
            code = address.send(message)
        }
        if code != 0 {
            log.warning("the service manager can't be told how this program is", ["errno": Int(code)])
        }
    }
}
