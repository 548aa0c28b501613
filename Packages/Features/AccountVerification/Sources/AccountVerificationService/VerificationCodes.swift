import AccountVerificationContract
import CoreModels
import CryptographyAPI
import FoundationEssentials
import SQLStoreAPI

/// Makes codes and checks them; the database knows only keyed digests of them.
struct VerificationCodes: Sendable {
    let database: any SQLDatabase
    let cryptography: Cryptography
    let key: VerificationKey
    let lifetime: TimeInterval
    let now: @Sendable () -> Date

    /// Makes a code for a person in place of the one before.
    func make(for user: User, at time: Date, in db: any SQLWriting) throws -> VerificationCode {
        let number = try cryptography.random.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let code = VerificationCode(number: number)
        let digest = try key.digest(of: code, for: user.id)
        try db.run(
            """
            INSERT INTO verification_flows (user_id, email, code_digest, created_at, attempts, used)
            VALUES (\(user.id), \(user.email.canonical), \(digest), \(time), 0, \(false))
            ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, code_digest = excluded.code_digest,
                created_at = excluded.created_at, attempts = 0, used = excluded.used
            """)
        return code
    }

    /// Checks a code and counts the try.
    ///
    /// - Returns: What becomes of it, and the address that it proves.
    func check(_ code: VerificationCode, of user: UserID) async throws -> (VerificationFlow.Outcome, EmailAddress?) {
        let digest = try key.digest(of: code, for: user)
        let time = now()
        return try await database.write { writer in
            let row = try writer.first(
                "SELECT email, code_digest, created_at, attempts, used FROM verification_flows WHERE user_id = \(user)"
            ) { row in
                (
                    email: try row["email", as: String.self], digest: try row["code_digest", as: Data.self],
                    flow: VerificationFlow(
                        createdAt: try row["created_at"], attempts: try row["attempts"], isUsed: try row["used"])
                )
            }
            guard let row else { return (.wrong, nil) }
            var flow = row.flow
            let isRight = cryptography.comparison.areEqual(row.digest, digest)
            let outcome = flow.attempt(isRight: isRight, at: time, lifetime: lifetime)
            try writer.run(
                """
                UPDATE verification_flows SET attempts = \(flow.attempts), used = \(flow.isUsed)
                WHERE user_id = \(user)
                """)
            return (outcome, EmailAddress(row.email))
        }
    }
}
