import FoundationEssentials

/// A moment by the clock that counts since this machine was started, asleep or
/// awake, and that nobody can set (`CLOCK_BOOTTIME`).
///
/// What is reckoned by it doesn't depend on the time of day. Moments can be
/// stored and compared by other processes, until the machine starts anew.
public struct BootTime: Hashable, Sendable {
    /// Which start of the machine: a random name that Linux gives to each.
    public let boot: String
    /// The time since that start.
    public let uptime: Duration

    /// Creates a moment.
    public init(boot: String, uptime: Duration) {
        self.boot = boot
        self.uptime = uptime
    }

    /// The present moment.
    public static var now: BootTime {
        // On Linux, the continuous clock is CLOCK_BOOTTIME.
        BootTime(boot: currentBoot, uptime: ContinuousClock().systemEpoch.duration(to: .now))
    }

    /// The moment that lies `duration` later.
    public func advanced(by duration: Duration) -> BootTime {
        BootTime(boot: boot, uptime: uptime + duration)
    }

    /// The time to a later moment; nil when the machine was started anew in
    /// between, or the moment isn't later: nothing is known then.
    public func duration(to later: BootTime) -> Duration? {
        guard boot == later.boot, later.uptime >= uptime else { return nil }
        return later.uptime - uptime
    }

    /// Where it can't be read, each process takes itself for a start, so that
    /// nothing is reckoned from moments of others.
    private static let currentBoot: String = {
        let contents = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        let name = contents?.prefix { !$0.isNewline } ?? ""
        return name.isEmpty ? UUID().uuidString : String(name)
    }()
}
