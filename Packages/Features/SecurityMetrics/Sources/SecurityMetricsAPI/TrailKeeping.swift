/// Sees to it that the server's audit trail stays the one that this device saw.
///
/// The head belongs to the server and the device, not to a person: whoever logs in here next has
/// the same trail. Any number of calls may run at once, in any number of processes.
public protocol TrailFollowing: Sendable {
    /// Asks the server, if it is time and somebody is logged in, and keeps what it shows.
    ///
    /// It is for the moment after a contact with the server. Nothing that goes wrong is thrown or
    /// told: what was kept stays, and the next contact tries again. Nobody is asked for a pass phrase
    /// that isn't needed for the session.
    func follow() async

    /// What was found and nobody has accepted; nil for nothing, and while that can't be read.
    func finding() async -> TrailContradiction?
}

/// Shows what is kept of the server's audit trail, and has a person decide about what was found.
///
/// When a method that changes something returns, it is on disk; when it throws, what was kept
/// stands. Any number of calls may run at once, in any number of processes.
public protocol TrailKeeping: Sendable {
    /// What is kept; nobody is asked.
    ///
    /// - Throws: ``TrailError/storage(_:)`` where the vault can't be read.
    func kept() async throws(TrailError) -> KeptTrail

    /// Asks the server at once, and keeps what it shows; where something was found before, only
    /// that is returned.
    ///
    /// What is found now and can't be kept is returned all the same.
    ///
    /// - Throws: ``TrailError`` if the server can't be asked or understood, or the vault not read.
    func ask() async throws(TrailError) -> KeptTrail

    /// Takes the trail that contradicts what was seen for the right one, and forgets the evidence.
    ///
    /// A head that isn't signed is not taken: the next contact begins anew then.
    ///
    /// - Parameter evidence: What the person has seen; where that isn't what is kept any more,
    ///   nothing changes.
    /// - Throws: ``TrailError/storage(_:)``.
    func accept(_ evidence: TrailEvidence) async throws(TrailError) -> KeptTrail
}
