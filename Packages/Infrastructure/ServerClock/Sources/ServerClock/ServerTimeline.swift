package import CoreModels
package import FoundationEssentials

/// Decides what the server takes for the time; a value without input or output.
///
/// The server's time goes by the clock that counts since the machine was
/// started, which nobody can set. What the time of day says is believed at the
/// start, and later as far as it differs by ``tolerance`` at most: a step of
/// more would end, or extend, all that lasts until some time. So while the
/// server runs its time never goes back, and never jumps.
package struct ServerTimeline: Hashable, Sendable {
    /// What the machine's clocks say at one moment.
    package struct Reading: Hashable, Sendable {
        /// The time of day, which can be set.
        package let wall: Date
        /// The time since the start of the machine, asleep or awake.
        package let uptime: Duration

        package init(wall: Date, uptime: Duration) {
            self.wall = wall
            self.uptime = uptime
        }
    }

    /// What an earlier run left in the database.
    package struct Record: Hashable, Sendable {
        /// The server's time, and when it was that by the other clock.
        package let time: Date
        package let boot: BootTime
        /// Whether that time was only the best that was known.
        package let isProvisional: Bool
        /// Whether the operator said since that the machine's time of day is
        /// right, whatever it was before.
        package let isAccepted: Bool

        package init(time: Date, boot: BootTime, isProvisional: Bool = false, isAccepted: Bool = false) {
            self.time = time
            self.boot = boot
            self.isProvisional = isProvisional
            self.isAccepted = isAccepted
        }
    }

    /// By how many seconds the time of day may differ.
    ///
    /// It is what programs that keep clocks right may step by in good order, and
    /// half of what proofs of clients are allowed.
    package static let tolerance: TimeInterval = 30

    /// No clock is right that says less: the program is from later, 2025-01-01.
    package static let earliest = Date(timeIntervalSince1970: 1_735_689_600)

    /// The server's time was `origin` when the machine was up for so long.
    private var origin: Date
    private var uptime: Duration
    /// Whether the machine said nothing believable yet: then the first time that
    /// isn't earlier than the server's is believed.
    package private(set) var isProvisional: Bool
    /// By how many seconds the time of day is ahead of the server's, when it is
    /// not believed; 0 when it is.
    package private(set) var deviation: TimeInterval = 0

    /// Begins where an earlier run ended.
    ///
    /// While the machine runs on, the time that passed in between is known. After
    /// the machine was started anew, a later time of day is a pause, as far as
    /// anybody can tell, and an earlier one is wrong.
    package init(_ reading: Reading, boot: String, after record: Record?) {
        origin = reading.wall
        uptime = reading.uptime
        isProvisional = false
        if let record, !record.isAccepted {
            let now = BootTime(boot: boot, uptime: reading.uptime)
            if let pause = record.boot.duration(to: now) {
                origin = record.time.addingTimeInterval(pause / .seconds(1))
                isProvisional = record.isProvisional
            } else if reading.wall < record.time.addingTimeInterval(-Self.tolerance) {
                origin = record.time
                isProvisional = true
            }
        }
        if origin < Self.earliest {
            origin = Self.earliest
            isProvisional = true
        }
        if abs(reading.wall.timeIntervalSince(origin)) <= Self.tolerance {
            origin = reading.wall
            isProvisional = false
        }
        _ = time(at: reading)
    }

    /// The server's time.
    package mutating func time(at reading: Reading) -> Date {
        let own = origin.addingTimeInterval((reading.uptime - uptime) / .seconds(1))
        let difference = reading.wall.timeIntervalSince(own)
        let isBelieved = isProvisional ? difference >= 0 : (0...Self.tolerance).contains(difference)
        guard isBelieved else {
            // A little behind is no reason to go back.
            deviation = difference < -Self.tolerance || difference > Self.tolerance ? difference : 0
            return own
        }
        origin = reading.wall
        uptime = reading.uptime
        isProvisional = false
        deviation = 0
        return origin
    }

    /// What the next run has to know.
    package func record(at reading: Reading, boot: String) -> Record {
        Record(
            time: origin.addingTimeInterval((reading.uptime - uptime) / .seconds(1)),
            boot: BootTime(boot: boot, uptime: reading.uptime), isProvisional: isProvisional)
    }
}
