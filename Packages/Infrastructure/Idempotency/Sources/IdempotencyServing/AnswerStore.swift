import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import SQLStoreAPI
import ServerKeysAPI
import TelemetryAPI

/// The answers in the database.
///
/// Only the client's key opens an answer, and that is not in the database:
/// there are tokens among them.
struct AnswerStore: Sendable {
    /// What is known of a request.
    enum Finding: Sendable {
        case nothing
        case answer(KeptAnswer)
        /// The key belongs to another request.
        case otherRequest
    }

    private struct Row: Sendable {
        let client: Data
        let request: Data
        let answer: Data
    }

    private static let info = Data("essential answer to a request with a key 1".utf8)

    private let database: any SQLDatabase
    private let cryptography: Cryptography
    private let serverKeys: any ServerKeyProviding
    private let policy: IdempotencyPolicy
    private let logger: Logger
    private let now: @Sendable () -> Date

    init(
        database: any SQLDatabase, cryptography: Cryptography, serverKeys: any ServerKeyProviding,
        policy: IdempotencyPolicy, logger: Logger, now: @escaping @Sendable () -> Date
    ) {
        self.database = database
        self.cryptography = cryptography
        self.serverKeys = serverKeys
        self.policy = policy
        self.logger = logger
        self.now = now
    }

    func find(_ marks: RequestMarks, key: IdempotencyKey) async throws -> Finding {
        let now = now()
        let rows = try await database.read { db in
            try db.rows(
                """
                SELECT client, request, answer FROM idempotent_answers
                WHERE key = \(marks.key) AND expires_at > \(now)
                """
            ) { row in Row(client: try row["client"], request: try row["request"], answer: try row["answer"]) }
        }
        guard let row = rows.first(where: { $0.request == marks.request }) else {
            return rows.contains { $0.client == marks.client } ? .otherRequest : .nothing
        }
        do {
            let box = try SealedBox(combined: row.answer)
            let opened = try await cryptography.encryption.open(
                box, using: sealingKey(key), authenticating: marks.key + marks.request)
            return unsafe .answer(
                try opened.withUnsafeBytes { try unsafe WireDecoder().decode(KeptAnswer.self, from: Data($0)) })
        } catch {
            // Doing it again is what would have happened without a key.
            logger.failure("an answer could not be read", ["reason": "\(error)"])
            return .nothing
        }
    }

    func keep(_ answer: KeptAnswer, for marks: RequestMarks, key: IdempotencyKey) async throws {
        let sealed = try await cryptography.encryption.seal(
            Secret(JSONEncoder().encode(answer)), using: sealingKey(key), authenticating: marks.key + marks.request
        ).combined
        let policy = policy
        let expiry = now().addingTimeInterval(policy.lifetime / .seconds(1))
        try await database.write { db in
            try db.run(
                """
                INSERT INTO idempotent_answers (key, request, client, answer, expires_at)
                VALUES (\(marks.key), \(marks.request), \(marks.client), \(sealed), \(expiry))
                ON CONFLICT (key, request) DO UPDATE SET client = excluded.client, answer = excluded.answer,
                    expires_at = excluded.expires_at
                """)
            try Self.forget(beyond: policy.answersPerClient, where: "client = \(marks.client)", in: db)
        }
    }

    /// Forgets the answers that are too old, and the oldest when there are too
    /// many altogether.
    var sweep: Sweep {
        Sweep("idempotency", every: .seconds(60)) { [policy, now] db in
            try db.run("DELETE FROM idempotent_answers WHERE expires_at <= \(now())")
            try Self.forget(beyond: policy.answers, where: "1 = 1", in: db)
        }
    }

    /// Forgets the oldest that are too many.
    private static func forget(beyond limit: Int, where condition: SQL, in db: any SQLWriting) throws {
        let count = try db.value("SELECT count(*) FROM idempotent_answers WHERE \(condition)", as: Int.self) ?? 0
        guard count > limit else { return }
        try db.run(
            """
            DELETE FROM idempotent_answers WHERE (key, request) IN (
                SELECT key, request FROM idempotent_answers WHERE \(condition) ORDER BY expires_at LIMIT \(count - limit)
            )
            """)
    }

    private func sealingKey(_ key: IdempotencyKey) async throws -> any SymmetricKey {
        try cryptography.derivation.deriveKey(
            from: try await serverKeys.key(for: .answers), salt: Data(key.text.utf8), info: Self.info, byteCount: 32)
    }
}

extension ServerKeyPurpose {
    fileprivate static let answers = ServerKeyPurpose("idempotency.answers.1")
}
