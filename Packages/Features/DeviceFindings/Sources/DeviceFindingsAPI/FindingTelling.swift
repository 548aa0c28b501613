public import DeviceIntegrityAPI
public import FoundationEssentials

/// Tells the server what a start found wrong with the device or the program.
///
/// Any number of calls may run at once, in any number of processes. Nothing that goes wrong is thrown: it is logged, and
/// what wasn't told waits.
public protocol FindingTelling: Sendable {
    /// Takes note of what this start found, in memory; ``tell()`` does the rest.
    func note(_ kinds: [IntegrityFinding.Kind])

    /// Keeps what was noted, as that of whoever is logged in, and tells the server what waits for them, each kind once in a
    /// session.
    ///
    /// What was noted is in the vault before the server is asked, and what the server took is marked there. It opens the
    /// vault: it is for callers who know that nobody is asked for a pass phrase by that. A call that is cancelled leaves
    /// what waits.
    func tell() async

    /// What waits, and what was told; nil while the vault can't be read.
    func told() async -> ToldFindings?
}

/// What became of what was found.
public struct ToldFindings: Hashable, Sendable {
    /// What the server took in the session of this device that was told of something last, and when by this device's clock.
    public let told: [IntegrityFinding.Kind: Date]
    /// What waits to be told, each kind once.
    public let waiting: [IntegrityFinding.Kind]
    /// Whether the server takes such things, as far as is known.
    public let isOffered: Bool

    /// Creates a value.
    public init(
        told: [IntegrityFinding.Kind: Date] = [:], waiting: [IntegrityFinding.Kind] = [], isOffered: Bool = true
    ) {
        self.told = told
        self.waiting = waiting
        self.isOffered = isOffered
    }
}
