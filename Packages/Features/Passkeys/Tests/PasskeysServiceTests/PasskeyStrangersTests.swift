import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPTypes
import KernelTesting
import PasskeysContract
import PasskeysService
import PasskeysTesting
import SQLStoreAPI
import Testing

/// What somebody learns who knows by what a passkey is known, and can't sign with it.
struct PasskeyStrangersTests {
    private let verifications: NotedVerifications
    private let server: PasskeyServer
    private let ana: PasskeyServer.Person

    init() async throws {
        verifications = try NotedVerifications()
        server = try await PasskeyServer(noting: verifications)
        ana = try await server.register()
    }

    /// Keys as authenticators give them, beside the decoy's.
    enum Kind: CaseIterable {
        case es256, edDSA, rs256, longRS256

        /// A COSE key of the kind; nobody has its private half.
        var key: Data {
            switch self {
            case .es256:
                // That of the point with twice the generator.
                Data([0xA5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]) + Self.x + Data([0x22, 0x58, 32]) + Self.y
            case .edDSA: Data([0xA4, 1, 1, 3, 0x27, 0x20, 6, 0x21, 0x58, 32]) + Data(repeating: 7, count: 32)
            case .rs256: Self.rsa(256, exponent: [1, 0, 1])
            case .longRS256: Self.rsa(384, exponent: [1, 0, 1])
            }
        }

        private static let x = Data(hex: "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978")
        private static let y = Data(hex: "07775510db8ed040293d9ac69f7430dbba7dade63ce982299e04b79d227873d1")

        static func rsa(_ count: Int, exponent: [UInt8]) -> Data {
            let head: [UInt8] = [0xA4, 1, 3, 3, 0x39, 1, 0, 0x20, 0x59, UInt8(count >> 8), UInt8(count & 0xFF)]
            let modulus: [UInt8] = [0xB0] + [UInt8](repeating: 0x5A, count: count - 2) + [1]
            let tail: [UInt8] = [0x21, 0x40 | UInt8(exponent.count)] + exponent
            return Data(head + modulus + tail)
        }
    }

    /// Of each form that some key signs in, at its edges, and of none.
    private static let signatures: [Data] = [
        Data(), Data([1, 2, 3]), Data(hex: "3006020101020101"), Data(repeating: 0, count: 64),
        Data(repeating: 0xFF, count: 64), Data(hex: "303e" + number + number),
        Data(repeating: 1, count: 255), Data(repeating: 1, count: 256), Data(repeating: 0xAF, count: 256),
        // Beyond the modulus of the one that is known, and of any.
        Data(repeating: 0xC0, count: 256), Data(repeating: 0xFF, count: 256), Data(repeating: 0, count: 256),
        Data(repeating: 1, count: 300), Data(repeating: 0xC0, count: 384), Data(repeating: 1, count: 384),
        Data(repeating: 1, count: 512), Data(repeating: 1, count: 513),
    ]

    /// One of 29 bytes in DER, so that two of them have the length of a signature by Ed25519.
    private static let number = "021d" + String(repeating: "11", count: 29)

    @Test(.requirement("PASSKEY-01", "PASSKEYS-02", "D2"), arguments: Kind.allCases)
    func whatIsVerifiedFollowsFromTheSignatureAlone(kind: Kind) async throws {
        let known = ScriptedAuthenticator(server.cryptography), unknown = ScriptedAuthenticator(server.cryptography)
        #expect(try await server.add(known, to: ana).status == .created)
        let question = try await server.send(.post, PasskeysContract.makingPath, by: ana.token).text
        _ = try unknown.make(question, server.manner)
        try await replaceKey(by: kind.key)
        _ = verifications.take()
        var done: Set<[String]> = []
        for signature in Self.signatures {
            let mine = try await work(of: known, sending: signature)
            let others = try await work(of: unknown, sending: signature)
            #expect(mine == others, "a signature of \(signature.count) bytes")
            done.insert(mine)
        }
        #expect(
            done.isSuperset(of: [
                [], ["ES256 "], ["EdDSA "], ["ES256 ", "EdDSA "], ["RS256 256 AQAB true"], ["RS256 384 AQAB true"],
            ]), "\(done)")
    }

    /// What the server verifies for an answer with that signature.
    private func work(of authenticator: ScriptedAuthenticator, sending signature: Data) async throws -> [String] {
        let question = try await server.send(.post, PasskeysContract.loginQuestionPath).text
        let answer = try #require(try authenticator.answer(question, server.manner))
            .replacing(/"signature":"[^"]*"/, with: #""signature":"\#(Base64URL.encode(signature))""#)
        let reply = try await server.logIn(with: answer)
        #expect(reply.status == .unauthorized && reply.code == "passkey_refused")
        return verifications.take()
    }

    private func replaceKey(by key: Data) async throws {
        let decoy = Data(count: 32)
        try await server.accounts.database.write { db in
            try db.run("UPDATE passkeys SET public_key = \(key) WHERE credential_id <> \(decoy)")
        }
    }

    /// A size of its own would tell them apart; no authenticator has another exponent.
    @Test(.requirement("PASSKEY-02", "PASSKEYS-02")) func anRSAKeyWithAnotherExponentIsNone() {
        #expect(COSEKey(Kind.rsa(256, exponent: [1, 0, 1])) != nil)
        #expect(COSEKey(Kind.rsa(256, exponent: [3])) == nil)
    }

    /// Its private half is 1, which everybody knows.
    @Test(.requirement("PASSKEY-01", "PASSKEYS-02"), arguments: [true, false])
    func whoSignsAsTheDecoyComesInAsNobody(isKnown: Bool) async throws {
        let telephone = ScriptedAuthenticator(server.cryptography)
        #expect(try await server.add(telephone, to: ana).status == .created)
        if isKnown {
            // What is kept can't be read, so the decoy stands in for it.
            try await replaceKey(by: Kind.rsa(256, exponent: [3]))
        } else {
            _ = try telephone.make(
                try await server.send(.post, PasskeysContract.makingPath, by: ana.token).text, server.manner)
        }
        let question = try await server.send(.post, PasskeysContract.loginQuestionPath).text
        let answer = try #require(try telephone.answer(question, server.manner))
        func part(_ name: String) throws -> Data {
            let text = try #require(answer.firstMatch(of: try Regex(#""\#(name)":"([^"]*)""#))?.output[1].substring)
            return try #require(Base64URL.decode(text))
        }
        let signed =
            try part("authenticatorData") + server.cryptography.hashing.sha256(try part("clientDataJSON"))
        let signature = try #require(ECDSASignature.der(fromRaw: try decoysKey().signature(for: signed)))
        let forged = answer.replacing(
            /"signature":"[^"]*"/, with: #""signature":"\#(Base64URL.encode(signature))""#)
        #expect(try await server.logIn(with: forged).code == "passkey_refused")
        #expect(try await server.counts()[2] == 1, "no session began")
    }

    private func decoysKey() throws -> any SigningKey {
        let x = try #require(COSEKey.decoy.jsonWebKey.x.flatMap { Base64URL.decode($0) })
        let y = try #require(COSEKey.decoy.jsonWebKey.y.flatMap { Base64URL.decode($0) })
        // RFC 5958 and RFC 5915.
        let head = Data(hex: "308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420")
        let one = Data(count: 31) + [1]
        let whole = head + one + Data(hex: "a144034200" + "04") + x + y
        return try server.cryptography.signatures.importPrivateKey(Secret(Array(whole)))
    }
}

extension Data {
    fileprivate init(hex: String) {
        let digits = Array(hex.utf8)
        self.init(
            stride(from: 0, to: digits.count, by: 2).map {
                UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)!
            })
    }
}
