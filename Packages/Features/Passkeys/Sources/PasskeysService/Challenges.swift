import CoreModels
import CryptographyAPI
import FoundationEssentials
import SQLStoreAPI
import ServerKeysAPI

extension ServerKeyPurpose {
    /// Signs challenges.
    static let passkeyChallenge = ServerKeyPurpose("passkeys.challenge.1")
    /// Makes by what authenticators know people.
    static let passkeyHandle = ServerKeyPurpose("passkeys.handle.1")
}

/// What authenticators sign: 32 random bytes, when they are too old, and that they are
/// ours for this purpose.
///
/// The server remembers none that it gave, only those that were answered, until they
/// are too old: whoever asks leaves nothing.
struct Challenges: Sendable {
    let cryptography: Cryptography
    let serverKeys: any ServerKeyProviding
    let now: @Sendable () -> Date

    /// For how long one can be answered, in seconds.
    static let lifetime = 300

    /// What an answer is for.
    enum Purpose: Sendable {
        case login
        /// Making a passkey, in a session.
        case making(SessionID)
        /// Proving once more who one is, in a session.
        case authentication(SessionID)

        fileprivate var label: String {
            switch self {
            case .login: "login"
            case .making(let session): "making \(session)"
            case .authentication(let session): "authentication \(session)"
            }
        }
    }

    private static let randomCount = 32, timeCount = 8

    func make(for purpose: Purpose) async throws -> Data {
        let end = UInt64(max(0, now().timeIntervalSince1970)) + UInt64(Self.lifetime)
        let time = (0..<Self.timeCount).map { UInt8(truncatingIfNeeded: end >> (56 - 8 * UInt64($0))) }
        let signed = try cryptography.random.bytes(Self.randomCount) + Data(time)
        return signed
            + (try cryptography.authentication.authenticationCode(
                for: Data(purpose.label.utf8) + signed, using: try await serverKeys.key(for: .passkeyChallenge)))
    }

    /// What tells whether bytes are a challenge for a purpose, and are good still.
    func check(for purpose: Purpose) async throws -> (Data) throws -> Bool {
        let key = try await serverKeys.key(for: .passkeyChallenge), now = now()
        return { [cryptography] challenge in
            let signed = challenge.prefix(Self.randomCount + Self.timeCount)
            guard signed.count == Self.randomCount + Self.timeCount,
                try cryptography.authentication.isValid(
                    Data(challenge.dropFirst(signed.count)), for: Data(purpose.label.utf8) + signed, using: key)
            else { return false }
            guard Self.end(of: challenge) > now.timeIntervalSince1970 else { throw CeremonyFailure.over }
            return true
        }
    }

    private static func end(of challenge: Data) -> Double {
        Double(challenge.dropFirst(randomCount).prefix(timeCount).reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// The last moment at which a challenge can have been made: its time is in whole seconds.
    static func lastBeginning(of challenge: Data) -> Date {
        Date(timeIntervalSince1970: end(of: challenge) - Double(lifetime) + 1)
    }

    static func wasAnswered(_ challenge: Data, in db: any SQLReading) throws -> Bool {
        try db.exists("SELECT 1 FROM passkey_challenges WHERE id = \(challenge.prefix(randomCount))")
    }

    /// Notes that one was answered.
    ///
    /// - Returns: Whether it was the first time.
    static func take(_ challenge: Data, in db: any SQLWriting) throws -> Bool {
        try db.run(
            """
            INSERT INTO passkey_challenges (id, ends_at)
            VALUES (\(Data(challenge.prefix(randomCount))), \(Int64(end(of: challenge))))
            ON CONFLICT (id) DO NOTHING
            """
        ).rowsChanged == 1
    }

    static func sweep(_ now: @escaping @Sendable () -> Date) -> Sweep {
        Sweep("passkey-challenges", every: .seconds(60)) { db in
            try db.run("DELETE FROM passkey_challenges WHERE ends_at <= \(Int64(now().timeIntervalSince1970))")
        }
    }

    /// By what authenticators know a person: nothing that means anything elsewhere
    /// (WebAuthn level 3, section 14.6.1).
    func handle(of user: UserID) async throws -> Data {
        try cryptography.authentication.authenticationCode(
            for: Data(user.description.utf8), using: try await serverKeys.key(for: .passkeyHandle))
    }
}
