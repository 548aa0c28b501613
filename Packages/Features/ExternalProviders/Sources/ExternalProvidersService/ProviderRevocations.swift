import AccountsServiceAPI
import CoreModels
import CryptographyAPI
import ExternalProvidersContract
import FoundationEssentials
import MailAPI
import SQLStoreAPI
import SecurityMetricsServiceAPI
import SessionsServiceAPI
import TelemetryAPI

/// Takes note of what providers tell of their own accord: ends the sessions that began
/// by their word, and unlinks what leads nowhere any more.
struct ProviderRevocations: Sendable {
    let database: any SQLDatabase
    let names: ProviderNames
    let sessions: any SessionOriginEnding
    /// All kinds of ways in.
    let kinds: @Sendable () -> [any WayInCounting]
    let letters: LinkLetters
    /// The audit trail, if there is one.
    let audit: @Sendable () -> [any AuditRecording]
    let log: Logger
    let now: @Sendable () -> Date

    /// What came of notices.
    enum Outcome: Hashable, Sendable {
        /// So many sessions were ended.
        case taken(ended: Int)
        /// They came before, and were taken then.
        case repeated
    }

    /// Takes notices that came together; all of them or, if it throws, none.
    ///
    /// - Parameter code: Under which somebody may ask later whether it was done.
    func take(
        _ notices: [ProviderNotice], from provider: Provider, keeping code: String? = nil
    ) async throws -> Outcome {
        let marks = try Set(notices.compactMap(\.id)).map { id in
            (digest: try names.digest("notice", id, at: provider), end: notices.map(\.end).max() ?? now())
        }
        let ended: [UserID: [SessionID]]? = try await database.write { db in
            for mark in marks {
                guard try NoticeRow.insert(mark.digest, until: mark.end, now: now(), in: db) else { return nil }
            }
            if let code { try DeletionRow.insert(code, at: provider.name, now: now(), in: db) }
            var ended: [UserID: [SessionID]] = [:]
            for notice in notices {
                try record(notice, from: provider, in: db)
                guard notice.meaning != .nothing else { continue }
                ended.merge(try take(notice, from: provider, in: db)) { $0 + $1 }
            }
            return ended
        }
        for notice in notices {
            log.notice("told by a provider", ["provider": provider.name, "event": notice.word])
        }
        guard let ended else { return .repeated }
        await sessions.announceEnd(of: ended, because: .providerRevoked)
        return .taken(ended: ended.values.reduce(0) { $0 + $1.count })
    }

    private func take(
        _ notice: ProviderNotice, from provider: Provider, in db: any SQLWriting
    ) throws -> [UserID: [SessionID]] {
        let link = try notice.subject.flatMap {
            try LinkRow.find(issuer: provider.issuer, subject: $0, in: db)
        }
        guard let origin = try origin(of: notice, link, at: provider) else { return [:] }
        let ended = try sessions.endSessions(from: origin, because: .providerRevoked, in: db), time = now()
        if notice.session == nil, let link { try LinkRow.voidAnswers(from: link.id, at: time, in: db) }
        guard let link, notice.meaning != .signedOut else {
            for user in ended.keys {
                try letters.enqueue(.providerSignedOut, of: nil, about: provider.name, to: user, at: time, in: db)
            }
            return ended
        }
        let ways = try kinds().reduce(0) { $0 + (try $1.countWays(into: link.userID, in: db)) }
        let leaves = notice.meaning == .gone || ways > 1
        if leaves { try LinkRow.delete(link.id, of: link.userID, in: db) }
        let letter: MailTemplate =
            ways <= 1 ? (leaves ? .providerGoneLast : .providerWithdrawnLast) : .providerWithdrawn
        try letters.enqueue(
            letter, of: leaves ? .removed : nil, about: provider.name, to: link.userID, at: time, in: db)
        return ended
    }

    private func record(_ notice: ProviderNotice, from provider: Provider, in db: any SQLWriting) throws {
        let link = try notice.subject.flatMap { try LinkRow.find(issuer: provider.issuer, subject: $0, in: db) }
        for trail in audit() {
            try trail.record(
                AuditEvent(.toldByProvider, of: link?.userID, because: "\(provider.name) \(notice.word)"), in: db)
        }
    }

    /// What was deleted under a code; nil for nothing.
    func deletion(_ code: String) async throws -> DeletionRow? {
        try await database.read { db in try DeletionRow.find(code, in: db) }
    }

    private func origin(
        of notice: ProviderNotice, _ link: LinkRow?, at provider: Provider
    ) throws -> EndedOrigin? {
        let session = try notice.session.map { try names.session($0, at: provider) }
        return switch (link?.id.description, session) {
        case (let way?, let session?): .sessionOf(way: way, session: session)
        case (let way?, nil): .way(way)
        // Without a link there is nobody of that name, and a session may be told without its person.
        case (nil, let session?): notice.subject == nil ? .session(session) : nil
        case (nil, nil): nil
        }
    }
}

/// Names here of what providers name: another one may have something of the same name.
struct ProviderNames: Sendable {
    let hashing: any Hashing

    /// Where a session comes from that begins by the word of a provider.
    ///
    /// Its clock may be behind a little: what counts as recent there does here as well, and nobody is asked
    /// for the same again.
    func origin(of identity: ExternalIdentity, by link: LinkID, at provider: Provider) throws -> SessionOrigin {
        SessionOrigin(
            way: link.description, session: try identity.session.map { try session($0, at: provider) },
            provedAt: identity.authenticatedAt?.addingTimeInterval(Provider.leeway))
    }

    func session(_ name: String, at provider: Provider) throws -> String {
        Base64URL.encode(try digest("session", name, at: provider))
    }

    func digest(_ purpose: StaticString, _ name: String, at provider: Provider) throws -> Data {
        // An issuer is an address, and has no line break.
        try hashing.sha256(Data("essential provider \(purpose) 1: \(provider.issuer)\n\(name)".utf8))
    }
}

/// That what a provider told of somebody was deleted; it doesn't say of whom.
struct DeletionRow: Sendable {
    let provider: String
    let deletedAt: Date

    static func insert(_ code: String, at provider: String, now: Date, in db: any SQLWriting) throws {
        try db.run(
            """
            INSERT INTO provider_deletions (code, provider, deleted_at) VALUES (\(code), \(provider), \(now))
            ON CONFLICT (code) DO NOTHING
            """)
    }

    static func find(_ code: String, in db: any SQLReading) throws -> DeletionRow? {
        try db.first("SELECT provider, deleted_at FROM provider_deletions WHERE code = \(code)") { row in
            DeletionRow(provider: try row[0], deletedAt: try row[1])
        }
    }
}

/// That something was told, by its digest.
enum NoticeRow {
    /// By how much a clock there may be ahead.
    private static let leeway = 120.0

    /// - Returns: Whether it wasn't told before.
    static func insert(_ digest: Data, until end: Date, now: Date, in db: any SQLWriting) throws -> Bool {
        try db.run(
            """
            INSERT INTO provider_notices (id, expires_at) VALUES (\(digest), \(end.addingTimeInterval(leeway)))
            ON CONFLICT (id) DO NOTHING
            """
        ).rowsChanged == 1
    }

    static func sweep(_ now: @escaping @Sendable () -> Date) -> Sweep {
        Sweep("provider-notices", every: .seconds(3_600)) { db in
            try db.run("DELETE FROM provider_notices WHERE expires_at <= \(now())")
        }
    }
}
