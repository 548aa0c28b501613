public import CoreModels
public import SQLStoreAPI

/// Something about an account that its devices are told at once, and once more
/// when they ask for what they missed.
public enum SecurityEvent: Hashable, Sendable {
    /// A session is over.
    case sessionEnded(SessionID, because: SessionEndReason)
    /// The person proved the address.
    case emailVerified
    /// The password is another one.
    case passwordChanged
    /// A session began in a way that isn't like the person.
    case suspiciousAccess(SessionID, reasons: [SuspicionReason])
}

/// Why an access isn't like the person.
public enum SuspicionReason: String, Hashable, Sendable, CaseIterable {
    /// From a device that never logged in.
    case newDevice = "new_device"
    /// From a network that never logged in: another /24, or /48 of IPv6.
    case newNetwork = "new_network"
    /// From a place that nobody reaches so soon after the place before.
    case impossibleTravel = "impossible_travel"
    /// At an hour at which the person never logged in.
    case unusualHour = "unusual_hour"
}

/// Records what the devices of a person are told.
///
/// Any number of calls may run at once.
public protocol SecurityEventRecording: Sendable {
    /// Records an event in the transaction that makes it true; as soon as that is
    /// committed, the devices of the person are told.
    ///
    /// - Throws: what undoes the whole transaction: the event is on disk with
    ///   what made it true, or neither is.
    func record(_ event: SecurityEvent, of user: UserID, in transaction: any SQLWriting) throws
}
