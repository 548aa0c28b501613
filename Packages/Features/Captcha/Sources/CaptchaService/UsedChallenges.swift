import CaptchaServiceAPI
package import FoundationEssentials
package import SQLStoreAPI

/// Remembers which challenges were answered, also when the server restarts
/// meanwhile.
package struct UsedChallenges: Sendable {
    let database: any SQLDatabase

    package init(database: any SQLDatabase) {
        self.database = database
    }

    package static let migration = Migration(
        "captcha-0001",
        """
        CREATE TABLE used_challenges (
            id TEXT PRIMARY KEY,
            ends_at BIGINT NOT NULL
        );
        CREATE INDEX used_challenges_ends_at ON used_challenges (ends_at);
        """)

    /// Notes that a challenge was answered.
    ///
    /// - Returns: Whether it was the first time.
    package func take(_ id: String, until end: Int64) async throws -> Bool {
        try await database.write { db in
            try db.value(
                """
                INSERT INTO used_challenges (id, ends_at) VALUES (\(id), \(end))
                ON CONFLICT (id) DO NOTHING RETURNING id
                """, as: String.self) != nil
        }
    }

    /// Forgets those that are over, which count no more.
    package static func sweep(_ now: @escaping @Sendable () -> Date) -> Sweep {
        Sweep("captcha", every: .seconds(60)) { db in
            try db.run("DELETE FROM used_challenges WHERE ends_at <= \(Int64(now().timeIntervalSince1970))")
        }
    }
}

extension CaptchaServiceError {
    init(_ error: any Error) {
        switch error {
        case let error as CaptchaServiceError: self = error
        case let error as SQLError where error.code == .cancelled: self = .cancelled
        case is CancellationError: self = .cancelled
        default: self = .unavailable(reason: "\(error)")
        }
    }
}
