import CoreModels
import FoundationEssentials
import SQLStoreAPI
import ScreensHostingAPI

/// Keeps what is written in browsers, each sealed under a key that only the browser
/// and the server can make together.
struct BrowserDrafts: DraftKeeping {
    let database: any SQLDatabase
    let seal: BrowserSeal
    let now: @Sendable () -> Date

    func keep(
        _ draft: String, named name: String, of owner: UserID?, at shown: Secret?, or common: Secret?,
        in room: DraftRoom
    ) async throws -> Secret? {
        guard draft.utf8.count <= DraftLimits.bytes else { return nil }
        let token = try await token(for: shown, or: common), id = try seal.id(of: name, at: token), now = now()
        let row = DraftTable.Row(
            id: id, browser: token.id, owner: try await mark(owner), keeper: try await seal.mark(of: room.text),
            isPersons: room.isPersons, sealed: try seal.seal(Secret(draft), for: token, as: id), keptAt: now)
        let isKept = try await database.write { db in
            try DraftTable.removeOld(at: now, in: db)
            guard try DraftTable.hasRoom(for: row, in: db) else { return false }
            return try DraftTable.put(row, in: db)
        }
        return isKept ? token.secret : nil
    }

    func drafts(of person: UserID, at shown: Secret) async throws -> [String] {
        guard let token = try await seal.read(shown), let owner = try await mark(person) else { return [] }
        let oldest = now().addingTimeInterval(-DraftLimits.lifetime)
        let rows = try await database.read { db in
            try DraftTable.sealed(of: owner, at: token.id, since: oldest, in: db)
        }
        // Of one that is damaged nothing is left; the others are there.
        return rows.compactMap { id, sealed in
            (try? seal.secret(in: sealed, of: token, as: id)).flatMap { $0.withText { $0 } }
        }
    }

    func claim(at shown: Secret, for person: UserID) async throws {
        guard let token = try await seal.read(shown), let owner = try await mark(person) else { return }
        try await database.write { db in try DraftTable.claim(at: token.id, for: owner, in: db) }
    }

    func forget(_ names: [String], of person: UserID, at shown: Secret) async throws {
        guard let token = try await seal.read(shown), let owner = try await mark(person) else { return }
        let ids = try names.map { try seal.id(of: $0, at: token) }
        try await database.write { db in try DraftTable.delete(ids, of: owner, in: db) }
    }

    /// What a browser shows counts if something is kept for it: nobody chooses a token
    /// for another one.
    private func token(for shown: Secret?, or common: Secret?) async throws -> BrowserToken {
        if let shown, let known = try await seal.read(shown),
            try await database.read({ db in try DraftTable.isThere(at: known.id, in: db) })
        {
            return known
        }
        if let common, let token = try await seal.read(common) { return token }
        return try await seal.makeToken()
    }

    private func mark(_ person: UserID?) async throws -> Data? {
        guard let person else { return nil }
        return try await seal.mark(of: DraftRoom.person(person).text)
    }
}

extension DraftRoom {
    fileprivate var text: String {
        switch self {
        case .person(let id): "person \(id)"
        case .network(let network): "network \(network)"
        }
    }

    fileprivate var isPersons: Bool {
        if case .person = self { true } else { false }
    }
}
