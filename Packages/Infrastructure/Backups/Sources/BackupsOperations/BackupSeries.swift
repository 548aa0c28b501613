import FoundationEssentials

/// The backups of a folder, in the order in which they were made.
///
/// Each has a number above those of all that were there. The time in its name is for people: a clock may have been
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
        /// What is said of its proof, if it is of this one and, where the key was there, of this server.
        let proof: BackupProof?
    }

    /// The earliest first.
    let members: [Member]
    /// Whether the server's key was there to tell whose the proofs are.
    private let knowsProofs: Bool

    /// Two machines' clocks may differ by that much without one being wrong, in seconds.
    private static let tolerance = 3_600.0

    /// Reads what the backups of a folder say of themselves.
    ///
    /// - Parameters:
    ///   - proofs: Tells which proofs are the server's; nil where its key isn't there.
    ///   - now: The machine's time.
    init(of place: BackupPlace, _ pieces: FilePieces, believing proofs: BackupProofs? = nil, at now: Date) throws {
        knowsProofs = proofs != nil
        let found = try place.names().map { name in
            let description = try? BackupReader(place: place, name: name, pieces: pieces).description()
            let date = description?.createdAt ?? BackupPlace.date(in: name)
            return Member(
                name: name, description: description, isAhead: date.map { Self.isAhead($0, of: now) } ?? true,
                isFoundDamaged: place.isFoundDamaged(name),
                proof: place.proof(of: name, pieces).flatMap { proofs?.believes($0) ?? true ? $0 : nil })
        }
        members = Self.ordered(found)
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

    /// The one that was made last.
    var latest: Member? { members.last }

    /// When the latest was made of those that can be used; nil if there is none.
    ///
    /// Nobody knows when one was made that is dated ahead.
    var latestDate: Date? {
        members.filter { !$0.isAhead && !$0.isFoundDamaged }.compactMap { $0.description?.createdAt }.max()
    }

    /// The number of the next one.
    ///
    /// One that can't be read may have had the highest.
    var nextNumber: Int {
        let highest = members.compactMap { $0.description?.number }.max() ?? 0
        return highest + members.count { $0.description == nil } + 1
    }

    /// Those that stay when only some do, and those that go.
    ///
    /// What is dated ahead, or was found damaged, stays besides, and takes nobody's place. So does the last that was
    /// proved: of the others nobody knows. Where the key isn't there, all stay that say so: anybody can write that.
    func parted(keeping count: Int) -> (staying: [Member], going: [Member]) {
        var going = Set(members.filter { !$0.isAhead && !$0.isFoundDamaged }.dropLast(count).map(\.name))
        let proved = members.filter { $0.proof != nil && !$0.isFoundDamaged }
        for member in knowsProofs ? proved.suffix(1) : proved[...] { going.remove(member.name) }
        return (members.filter { !going.contains($0.name) }, members.filter { going.contains($0.name) })
    }
}

extension BackupSeries.Member {
    fileprivate var rank: (Int, Int, String) {
        let number = description?.number
        return (number ?? 0, number == nil && isAhead ? 0 : 1, name)
    }
}
