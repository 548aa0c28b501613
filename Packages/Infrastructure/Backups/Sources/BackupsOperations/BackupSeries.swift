import DataFolderAPI
import FoundationEssentials

/// The backups of a folder, in the order in which they were made.
///
/// Each has a number above those of its server that were there. The time in its name is for people: a clock may have been
/// ahead, and two may be made within a second. What an older program made has no number and comes before all that
/// have one, by its time; if that is still to come, nobody knows when it was made, and it comes first.
struct BackupSeries: Sendable {
    /// A backup as it stands in the order.
    struct Member: Sendable {
        let name: String
        /// nil for one of which nothing can be believed.
        let description: BackupDescription?
        /// Whether it is dated later than now, so that the clock was ahead then or is behind now.
        let isAhead: Bool
        /// Whether it was found damaged when it was last verified.
        let isFoundDamaged: Bool
        let owner: BackupOwner
        /// What it says of its origin, believed or not.
        let origin: BackupOrigin?
        /// Whether the server's key made that.
        let isBelieved: Bool
        /// The SHA-256 of its list; nil if that isn't there.
        let list: String?
        /// The SHA-256 of the key that it has, which one that isn't encrypted shows.
        let key: String?
        /// Its proof, if this server made it, of this backup.
        let proof: BackupProof?
    }

    /// The earliest first.
    let members: [Member]
    /// Whether the server's key was there to tell whose they are.
    let knowsOwners: Bool

    /// Two machines' clocks may differ by that much without one being wrong, in seconds.
    private static let tolerance = 3_600.0

    /// Reads what the backups of a folder say of themselves.
    ///
    /// - Parameters:
    ///   - server: Tells which are its own; nil where its key isn't there.
    ///   - now: The server's time where it is there, the machine's otherwise.
    init(of place: BackupPlace, _ pieces: FilePieces, seenBy server: BackupServer?, at now: Date) throws {
        knowsOwners = server != nil
        let found = try place.names().map { name in
            let reader = BackupReader(place: place, name: name, pieces: pieces)
            let list = try? pieces.content(of: reader.path(of: BackupManifest.name))?.digest
            let description = try? reader.description(), origin = place.origin(of: name, pieces)
            let date = description?.createdAt ?? BackupPlace.date(in: name)
            let proof = list.flatMap { place.proof(of: name, list: $0, pieces) }
            return Member(
                name: name, description: description, isAhead: date.map { Self.isAhead($0, of: now) } ?? true,
                isFoundDamaged: place.isFoundDamaged(name),
                owner: Self.owner(of: reader, list: list, description, origin, seenBy: server), origin: origin,
                isBelieved: Self.isBelieved(origin, of: list, by: server), list: list,
                key: (try? reader.contents())?.manifest.own[DataFolder.keyName],
                proof: proof.flatMap { server?.believes($0) ?? false ? $0 : nil })
        }
        members = Self.ordered(found)
    }

    private static func isBelieved(
        _ origin: BackupOrigin?, of list: String?, by server: BackupServer?
    ) -> Bool {
        guard let origin, let list, let server else { return false }
        return server.believes(origin, of: list)
    }

    private static func owner(
        of reader: BackupReader, list: String?, _ description: BackupDescription?, _ origin: BackupOrigin?,
        seenBy server: BackupServer?
    ) -> BackupOwner {
        guard let server, let list else { return .unknown }
        if let origin, server.believes(origin, of: list) {
            return origin.branch == server.branch ? .own : .otherBranch
        }
        guard description != nil, let manifest = try? reader.contents().manifest else { return .unknown }
        return server.isKey(of: manifest) ? .otherBranch : .otherServer
    }

    /// Whether what is dated so is from a time that is still to come.
    static func isAhead(_ date: Date, of now: Date) -> Bool { date > now.addingTimeInterval(tolerance) }

    /// - Parameter found: In the order of their names.
    private static func ordered(_ found: [Member]) -> [Member] {
        var order = found.filter { $0.description != nil }.sorted { $0.rank < $1.rank }
        // Of one that doesn't tell its number only the name is left: it goes as late as that allows.
        for member in found where member.description == nil {
            let place = order.lastIndex { $0.name < member.name }
            order.insert(member, at: place.map { $0 + 1 } ?? 0)
        }
        return order
    }

    /// The server's own.
    var own: [Member] { members.filter { $0.owner == .own } }

    /// Those that count as the server's: all where its key isn't there.
    var counted: [Member] { knowsOwners ? own : members }

    /// When the server made the latest of those that can be used; nil if there is none.
    ///
    /// Nobody knows when one was made that is dated ahead.
    var latestDate: Date? {
        counted.filter { !$0.isAhead && !$0.isFoundDamaged }.compactMap { $0.description?.createdAt }.max()
    }

    /// The server's latest, if it was never proved; what is encrypted it can't prove, and what can't be read fails.
    var unproved: String? {
        guard let latest = own.last, latest.description?.isSealed != true else { return nil }
        return latest.description == nil || latest.proof == nil || latest.isFoundDamaged ? latest.name : nil
    }

    /// The server's that aren't encrypted, although others are.
    var readableByAnybody: [Member] {
        let read = members.filter { [.own, .otherBranch].contains($0.owner) && $0.description?.isSealed == false }
        return members.contains { $0.owner == .own && $0.description?.isSealed == true } ? read : []
    }

    /// How many encrypted ones the server made since the last that isn't.
    var encryptedSince: Int { own.reversed().prefix { $0.description?.isSealed == true }.count }

    /// The number of the next one.
    ///
    /// One that can't be read may have had the highest. What others wrote raises it by no more than leaves room for all
    /// that are still to come, each of which has to be read.
    var nextNumber: Int {
        let believed = members.filter { $0.isBelieved || $0.owner == .otherBranch && $0.number < Self.mostCounted }
        let next = (believed.map(\.number).max() ?? 0) + members.count { $0.description == nil } + 1
        return min(next, BackupDescription.highestNumber)
    }

    /// More than a server makes in a hundred years, one each second.
    private static let mostCounted = 1 << 32

    /// Those that stay when only some do, and those that go.
    ///
    /// Only the server's own go. What is dated ahead, or was found damaged, stays besides, and takes nobody's place. So
    /// does the last that was proved: of the others nobody knows.
    func parted(keeping count: Int) -> (staying: [Member], going: [Member]) {
        var going = Set(own.filter { !$0.isAhead && !$0.isFoundDamaged }.dropLast(count).map(\.name))
        for member in own.filter({ $0.proof != nil && !$0.isFoundDamaged }).suffix(1) { going.remove(member.name) }
        return (members.filter { !going.contains($0.name) }, members.filter { going.contains($0.name) })
    }
}

extension BackupSeries.Member {
    fileprivate var number: Int { description?.number ?? 0 }

    fileprivate var rank: (Int, Int, String) {
        let number = description?.number
        return (number ?? 0, number == nil && isAhead ? 0 : 1, name)
    }
}
