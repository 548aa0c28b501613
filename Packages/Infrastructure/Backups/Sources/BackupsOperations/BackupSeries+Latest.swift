/// Which backup is meant where none is named.
extension BackupSeries {
    /// The last that was made by this server, or by the only one there is.
    ///
    /// - Parameter isOpening: Whether somebody named a private key, and so means one that is encrypted.
    /// - Throws: ``BackupError/notNamed(_:_:)`` where it may be a stranger's.
    func latest(in place: BackupPlace, isOpening: Bool) throws(BackupError) -> Member? {
        guard !members.isEmpty else { return nil }
        guard let latest = knowsOwners ? latestOfServer : latestOfOnlyOne else { throw notNamed(in: place) }
        let isPlain = latest.description?.isSealed == false
        let hasSealed = members.contains { $0.description?.isSealed == true }
        // Anybody can write one that isn't encrypted; of this server it is only if its key says so.
        if isPlain, hasSealed, isOpening || !knowsOwners { throw notNamed(in: place) }
        return latest
    }

    private func notNamed(in place: BackupPlace) -> BackupError { .notNamed(place.path, members.map(\.name)) }

    private var latestOfServer: Member? {
        // One that can't be read may be its own.
        let own = members.filter { $0.owner == .own || $0.owner == .unknown && $0.saysSomething }
        if own.contains(where: { $0.owner == .own }) { return own.last }
        if let other = members.last(where: { $0.owner == .otherBranch }) { return other }
        return members.allSatisfy { $0.owner == .unknown } ? own.last ?? members.last : nil
    }

    /// The last, if all that say anything may be of one server.
    private var latestOfOnlyOne: Member? {
        let found = members.filter(\.saysSomething)
        guard found.count > 1 else { return found.last ?? members.last }
        let servers = Set(found.compactMap { $0.origin?.server }), keys = Set(found.compactMap(\.key))
        guard servers.count < 2, keys.count < 2 else { return nil }
        // What doesn't say whose it is, its key has to say.
        let nameless = found.filter { $0.origin == nil }
        let isKnown = servers.isEmpty || found.contains { $0.origin != nil && $0.key != nil }
        return nameless.isEmpty || isKnown && nameless.allSatisfy { $0.key != nil } ? found.last : nil
    }
}

extension BackupSeries.Member {
    /// Whether it has anything by which it may be somebody's backup: an empty folder may be called like one.
    var saysSomething: Bool { list != nil || origin != nil }
}
