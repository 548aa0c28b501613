import CoreModels
public import CryptographyAPI
public import FoundationEssentials
import Locking
import PasskeysContract

/// A browser with an authenticator that does what a test wants: it has real keys, and
/// keeps no rule.
///
/// Threads may share it.
public final class ScriptedAuthenticator: Sendable {
    /// How it answers.
    public struct Manner: Sendable {
        /// The page on which it is asked.
        public var origin: String
        /// Whom it answers; nil for who asks.
        public var party: String?
        /// Which kind of question it says that it answers; nil for the right one.
        public var kind: String?
        /// What it says of the page around the page; nil for nothing.
        public var topOrigin: String?
        /// Whether it says that it was asked in a frame.
        public var isFramed = false
        /// Whether somebody was there.
        public var isPresent = true
        /// Whether it made sure that it is the person.
        public var isVerified = true
        /// Whether its passkeys may be on several devices, and are.
        public var backup = (can: false, is: false)
        /// The counter of the next answer; nil for one more than the last.
        public var counter: UInt32?
        /// Whether it counts.
        public var counts = true
        /// What it says in place of who the person is; nil for what is so.
        public var userHandle: Data?
        /// Whether what is signed is changed afterwards.
        public var tampers = false

        /// The right one on a page.
        public init(at origin: String) {
            self.origin = origin
        }
    }

    private struct Passkey: Sendable {
        let id: Data
        let key: any SigningKey
        let handle: Data
        var counter: UInt32
    }

    private let cryptography: Cryptography
    private let algorithm: SignatureAlgorithm
    private let passkey: Locked<Passkey?>

    /// Creates one with nothing in it.
    public init(_ cryptography: Cryptography, _ algorithm: SignatureAlgorithm = .es256) {
        self.cryptography = cryptography
        self.algorithm = algorithm
        passkey = Locked(nil)
    }

    /// A copy, which counts for itself from then on.
    public func copy() -> ScriptedAuthenticator {
        let copy = ScriptedAuthenticator(cryptography, algorithm)
        let passkey = passkey.current
        copy.passkey.withLock { $0 = passkey }
        return copy
    }

    /// A passkey with its secret half, for a file of a test.
    public struct KeptPasskey: Codable, Sendable {
        let id: Data
        let key: Data
        let handle: Data
        let counter: UInt32
    }

    /// Its passkey, for one that goes on with it another day; nil if it has none.
    public func kept() throws -> KeptPasskey? {
        try passkey.current.map { passkey in
            let key = unsafe try passkey.key.exportPrivateKey().withUnsafeBytes { unsafe Data($0) }
            return KeptPasskey(id: passkey.id, key: key, handle: passkey.handle, counter: passkey.counter)
        }
    }

    /// Creates one with a passkey of ES256 that another one kept.
    public convenience init(_ cryptography: Cryptography, with kept: KeptPasskey) throws {
        self.init(cryptography)
        let key = try cryptography.signatures.importPrivateKey(Secret(kept.key))
        passkey.withLock { $0 = Passkey(id: kept.id, key: key, handle: kept.handle, counter: kept.counter) }
    }

    /// Makes a passkey in place of the one before.
    ///
    /// - Parameter question: What the server asks, in JSON.
    /// - Returns: What the browser's `toJSON()` gives.
    public func make(_ question: String, _ manner: Manner) throws -> String {
        let question = try WireCoding.decoder().decode(
            PasskeysContract.MakingQuestion.self, from: Data(question.utf8))
        let made = Passkey(
            id: try cryptography.random.bytes(32), key: try cryptography.signatures.makeSigningKey(algorithm),
            handle: Base64URL.decode(question.user.id) ?? Data(), counter: manner.counts ? manner.counter ?? 1 : 0)
        passkey.withLock { $0 = made }
        let client = try clientData("webauthn.create", question.challenge, manner)
        let data = try data(for: manner.party ?? question.rp.id, made.counter, manner, making: made)
        let attestation =
            [0xA3] + Self.text("fmt") + Self.text("none") + Self.text("attStmt") + [0xA0]
            + Self.text("authData") + Self.bytes(data)
        return try Self.json(
            PasskeysContract.MadeCredential(
                id: Base64URL.encode(made.id),
                response: .init(
                    clientDataJSON: Base64URL.encode(client), attestationObject: Base64URL.encode(attestation),
                    transports: ["internal"])))
    }

    /// Answers with its passkey.
    ///
    /// - Returns: As ``make(_:_:)``; nil if it has none.
    public func answer(_ question: String, _ manner: Manner) throws -> String? {
        let question = try WireCoding.decoder().decode(
            PasskeysContract.AnswerQuestion.self, from: Data(question.utf8))
        let answering = passkey.withLock { passkey in
            let next = manner.counter ?? (passkey?.counter ?? 0) + 1
            if manner.counts { passkey?.counter = next }
            return passkey
        }
        guard let answering else { return nil }
        let client = try clientData("webauthn.get", question.challenge, manner)
        let data = try data(for: manner.party ?? question.rpId, manner.counts ? answering.counter : 0, manner)
        let raw = try answering.key.signature(for: data + (try cryptography.hashing.sha256(client)))
        let signature = algorithm == .es256 ? ECDSASignature.der(fromRaw: raw) ?? Data() : raw
        return try Self.json(
            PasskeysContract.AnsweredCredential(
                id: Base64URL.encode(answering.id),
                response: .init(
                    clientDataJSON: Base64URL.encode(client), authenticatorData: Base64URL.encode(data),
                    signature: Base64URL.encode(
                        manner.tampers ? signature.dropLast() + [(signature.last ?? 0) ^ 1] : signature),
                    userHandle: Base64URL.encode(manner.userHandle ?? answering.handle))))
    }

    private func clientData(_ kind: String, _ challenge: String, _ manner: Manner) throws -> Data {
        var members = [
            "type": manner.kind ?? kind, "challenge": challenge, "origin": manner.origin,
            "crossOrigin": manner.isFramed ? "true" : "false",
        ]
        members["topOrigin"] = manner.topOrigin
        let text = members.sorted { $0.key < $1.key }.map { name, value in
            name == "crossOrigin" ? "\"\(name)\":\(value)" : "\"\(name)\":\"\(value)\""
        }.joined(separator: ",")
        return Data("{\(text)}".utf8)
    }

    /// WebAuthn level 3, section 6.1.
    private func data(
        for party: String, _ counter: UInt32, _ manner: Manner, making passkey: Passkey? = nil
    ) throws -> Data {
        let flags: [(Bool, UInt8)] = [
            (manner.isPresent, 0x01), (manner.isVerified, 0x04), (manner.backup.can, 0x08), (manner.backup.is, 0x10),
            (passkey != nil, 0x40),
        ]
        let head =
            try cryptography.hashing.sha256(Data(party.utf8))
            + [flags.reduce(0) { $0 | ($1.0 ? $1.1 : 0) }] + Self.big(counter)
        guard let passkey else { return head }
        let id = [UInt8(passkey.id.count >> 8), UInt8(passkey.id.count & 0xFF)] + passkey.id
        return head + [UInt8](repeating: 0, count: 16) + id + (try Self.key(passkey.key.verificationKey.jsonWebKey))
    }

    /// RFC 9053, section 7.
    private static func key(_ key: JSONWebKey) throws -> [UInt8] {
        let x = bytes(Base64URL.decode(key.x ?? "") ?? Data())
        guard let y = key.y.flatMap({ Base64URL.decode($0) }) else {
            return [0xA4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21] + x
        }
        return [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21] + x + [0x22] + bytes(y)
    }

    private static func text(_ text: String) -> [UInt8] { [0x60 | UInt8(text.utf8.count)] + Array(text.utf8) }

    private static func bytes(_ bytes: Data) -> [UInt8] {
        let count = bytes.count
        let head: [UInt8] =
            count < 24
            ? [0x40 | UInt8(count)]
            : count < 256 ? [0x58, UInt8(count)] : [0x59, UInt8(count >> 8), UInt8(count & 0xFF)]
        return head + bytes
    }

    private static func big(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
    }

    private static func json(_ value: some Encodable) throws -> String {
        String(decoding: try WireCoding.encoder().encode(value), as: UTF8.self)
    }
}
