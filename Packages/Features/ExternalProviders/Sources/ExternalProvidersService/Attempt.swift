import CoreModels
import CryptographyAPI
import FoundationEssentials
import SQLStoreAPI

/// What a browser that goes to a provider has of its attempt, and what follows of it.
///
/// The database knows only the name that follows of the secret. What the provider is
/// sent follows of it as well, so nothing that is kept is worth anything without it.
struct Attempt: Sendable {
    /// What only the browser has.
    let secret: Secret
    private let hashing: any Hashing

    /// For how long it counts.
    static let lifetime = 300.0

    init(making random: any RandomSource, _ hashing: any Hashing) throws {
        self.init(Secret(try random.text(byteCount: 32)), hashing)
    }

    /// The attempt of who shows a secret; any other text is one that nobody knows.
    init(_ secret: Secret, _ hashing: any Hashing) {
        self.secret = secret
        self.hashing = hashing
    }

    /// Under what it is kept.
    func id() throws -> Data { try derived("row") }
    /// Comes back with the answer (RFC 6749, section 4.1.1).
    func state() throws -> String { Base64URL.encode(try derived("state")) }
    /// Comes back in the token (OpenID Connect Core 1.0, section 3.1.2.1).
    func nonce() throws -> String { Base64URL.encode(try derived("nonce")) }
    /// Shows that who exchanges the code is who asked for it (RFC 7636).
    func verifier() throws -> String { Base64URL.encode(try derived("verifier")) }
    /// What of it goes with the question (RFC 7636, section 4.2).
    func challenge() throws -> String { Base64URL.encode(try hashing.sha256(Data(verifier().utf8))) }

    /// The secret has 256 random bits, so a digest under a name is as good as a key.
    private func derived(_ purpose: StaticString) throws -> Data {
        let prefix = Array("essential provider attempt 1: \(purpose): ".utf8)
        let both = unsafe secret.withUnsafeBytes { bytes in unsafe Secret(prefix + Array(bytes)) }
        return try hashing.sha256(both)
    }
}

/// An attempt as it is kept: begun, or with who came back.
struct AttemptRow: Sendable {
    let provider: String
    /// Who came back, and waits for a person to say that it is theirs; nil for an
    /// attempt that was begun.
    let identity: ExternalIdentity?
    /// Who alone may say so; nil for nobody.
    let owner: UserID?
    /// When it began.
    let begunAt: Date

    static func insert(
        _ id: Data, at provider: String, identity: ExternalIdentity? = nil, for owner: UserID? = nil,
        until time: Date, in db: any SQLWriting
    ) throws {
        let text = try identity.map { String(decoding: try WireCoding.encoder().encode($0), as: UTF8.self) }
        try db.run(
            """
            INSERT INTO provider_attempts (id, provider, identity, user_id, expires_at)
            VALUES (\(id), \(provider), \(text), \(owner), \(time))
            """)
    }

    /// Takes an attempt that counts: it is there for nobody after that.
    static func take(_ id: Data, now: Date, in db: any SQLWriting) throws -> AttemptRow? {
        guard let row = try find(id, now: now, in: db) else { return nil }
        try db.run("DELETE FROM provider_attempts WHERE id = \(id)")
        return row
    }

    static func find(_ id: Data, now: Date, in db: any SQLReading) throws -> AttemptRow? {
        try db.first(
            """
            SELECT provider, identity, user_id, expires_at FROM provider_attempts
            WHERE id = \(id) AND expires_at > \(now)
            """
        ) { row in
            let text: String? = try row[1]
            return AttemptRow(
                provider: try row[0],
                identity: try text.map { try WireCoding.decoder().decode(ExternalIdentity.self, from: Data($0.utf8)) },
                owner: try row[2], begunAt: try row[3, as: Date.self].addingTimeInterval(-Attempt.lifetime))
        }
    }

    static func sweep(_ now: @escaping @Sendable () -> Date) -> Sweep {
        Sweep("provider-attempts", every: .seconds(600)) { db in
            try db.run("DELETE FROM provider_attempts WHERE expires_at <= \(now())")
        }
    }
}
