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
    /// A way into the account, or what guards it, isn't what it was.
    case wayInChanged(ChangedWay, WayChange)
}

/// What lets people into an account, or guards it.
public enum ChangedWay: Hashable, Sendable {
    /// The code that is asked for beside the password.
    case secondFactor
    /// What replaces it.
    case recoveryCodes
    /// A passkey.
    case passkey
    /// The address, to which letters go that let people in.
    case address
    /// The account itself, which its person deletes.
    case account
    /// A provider, by what people call it.
    case provider(String)
}

/// What became of a way into an account.
public enum WayChange: String, Hashable, Sendable, CaseIterable {
    /// It is there from now on.
    case added
    /// It isn't any more.
    case removed
    /// Somebody says that it is lost, and it ends after a while.
    case lost
    /// It isn't lost.
    case kept
    /// Others take its place.
    case renewed
    /// It was used, and counts less from now on.
    case used
    /// There may be a copy, so that it counts no more.
    case copied
    /// It is again what it was.
    case restored
}

/// Why an access isn't like the person.
public enum SuspicionReason: String, Hashable, Sendable, CaseIterable {
    /// By a code that somebody typed elsewhere, whatever the device says of itself: whoever
    /// had them type it is in.
    case typedCode = "typed_code"
    /// From a device that never logged in.
    case newDevice = "new_device"
    /// From a network that never logged in: another /24, or /48 of IPv6.
    case newNetwork = "new_network"
    /// From a place in which the person never was: another country, or far from all others.
    case unusualPlace = "unusual_place"
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
