import AccountsServiceAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import OperatingAPI
import SQLStoreAPI
import SecondFactorServiceAPI

/// Takes people, some at a time: each of them with all that comes along in one transaction, so that whoever ends the
/// program in between finds every person whole or not at all, and begins again.
struct Importer: Sendable {
    /// How many come in one transaction, which holds up a server's own for some milliseconds.
    private static let batch = 100

    let system: SourceSystem
    let data: ServerData
    let accounts: any AccountAdopting
    let authenticators: (any AuthenticatorAdopting)?

    /// Says what would become of everybody; changes nothing.
    func judge(_ candidates: [Candidate]) async throws -> [ImportedPerson] {
        try await data.database.read { db in
            try candidates.map { candidate in
                try standing(of: candidate, in: db) ?? ImportedPerson(candidate, .taken, user: nil)
            }
        }
    }

    /// Takes everybody who can be taken.
    ///
    /// - Parameter plan: What was judged, for the record of the import.
    func take(_ candidates: [Candidate], plan: ImportReport) async throws -> [ImportedPerson] {
        var people: [ImportedPerson] = [], isRecorded = false
        for start in stride(from: 0, to: candidates.count, by: Self.batch) {
            let batch = candidates[start..<min(start + Self.batch, candidates.count)], records = !isRecorded
            let taken = try await data.database.write { db in
                let taken = try batch.map { candidate in try take(candidate, in: db) }
                if records, taken.contains(where: { $0.outcome == .taken }) {
                    try data.record(.accountsImported, plan.record, in: db)
                }
                return taken
            }
            isRecorded = isRecorded || taken.contains { $0.outcome == .taken }
            people += taken
        }
        return people
    }

    /// What keeps somebody from being taken; nil for nothing.
    private func standing(of candidate: Candidate, in db: any SQLReading) throws -> ImportedPerson? {
        if try OriginTable.contains(candidate.mark, in: db) {
            return ImportedPerson(candidate, .takenBefore, user: nil)
        }
        guard case .success(let arrival) = candidate.arrival else {
            return ImportedPerson(candidate, .refused, user: nil)
        }
        let isTaken = try accounts.owner(of: arrival.account.email, in: db) != nil
        return isTaken ? ImportedPerson(candidate, .addressTaken, user: nil) : nil
    }

    private func take(_ candidate: Candidate, in db: any SQLWriting) throws -> ImportedPerson {
        if let standing = try standing(of: candidate, in: db) { return standing }
        guard case .success(let arrival) = candidate.arrival else {
            return ImportedPerson(candidate, .refused, user: nil)
        }
        let now = data.now()
        // Whoever knows the person by the identifier there finds them by it here.
        var id = try UserID(candidate.source.origin) ?? UserID(data.cryptography.random.uuid())
        if try !accounts.createAccount(arrival.account, as: id, in: db) {
            id = UserID(try data.cryptography.random.uuid())
            guard try accounts.createAccount(arrival.account, as: id, in: db) else {
                return ImportedPerson(candidate, .addressTaken, user: nil)
            }
        }
        if let secret = arrival.authenticator {
            try authenticators?.addAuthenticator(secret, of: id, at: now, in: db)
        }
        try OriginTable.insert(candidate.mark, at: now, in: db)
        try data.record(.accountImported, to: id, system.rawValue, in: db)
        return ImportedPerson(candidate, .taken, user: id)
    }
}
