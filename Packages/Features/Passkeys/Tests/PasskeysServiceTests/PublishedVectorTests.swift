import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import PasskeysService
import Testing

/// The vectors of WebAuthn level 3, section 16.
struct PublishedVectorTests {
    struct Vector: Decodable, Sendable, CustomTestStringConvertible {
        struct Registration: Decodable, Sendable {
            let challenge: String
            let clientDataJSON: String
            let attestationObject: String
        }

        struct Authentication: Decodable, Sendable {
            let challenge: String
            let clientDataJSON: String
            let authenticatorData: String
            let signature: String
        }

        let name: String
        let registration: Registration
        let authentication: Authentication

        var testDescription: String { name }
    }

    static let all: [Vector] = {
        let folder = String(#filePath.dropLast("PublishedVectorTests.swift".count))
        let data = try? Data(contentsOf: URL(filePath: folder + "Vectors/webauthn.json"))
        return data.flatMap { try? WireDecoder().decode([Vector].self, from: $0) } ?? []
    }()

    private static func bytes(_ text: String) throws -> Data { try #require(Base64URL.decode(text)) }

    private let ceremonies: Ceremonies

    init() throws {
        let party = try #require(RelyingParty(at: URL(string: "https://example.org")))
        ceremonies = Ceremonies(of: party, try .real())
    }

    /// Those of algorithms that aren't asked for.
    private static let foreign: Set<String> = ["packed-es384", "packed-es512", "packed-ed448"]

    @Test func areAllThere() { #expect(Self.all.count == 15) }

    /// Whatever else is asked of it.
    @Test(.requirement("PASSKEY-02"), arguments: all) func theSignatureHolds(_ vector: Vector) throws {
        let object = try AttestationObject(Self.bytes(vector.registration.attestationObject))
        let credential = try #require(object.authenticatorData.credential)
        guard let key = credential.key else {
            #expect(Self.foreign.contains(vector.name))
            return
        }
        let digest = try ceremonies.hashing.sha256(Self.bytes(vector.authentication.clientDataJSON))
        let signed = try Self.bytes(vector.authentication.authenticatorData) + digest
        let signature = try Self.bytes(vector.authentication.signature)
        #expect(try key.isValid(signature, for: signed, ceremonies.signatures))
        #expect(try !key.isValid(signature, for: signed + [0], ceremonies.signatures))
    }

    private func making(_ vector: Vector) -> CeremonyFailure? {
        failure {
            let challenge = try Self.bytes(vector.registration.challenge)
            _ = try ceremonies.verifyMaking(
                clientData: Self.bytes(vector.registration.clientDataJSON),
                attestation: Self.bytes(vector.registration.attestationObject)
            ) { $0 == challenge }
        }
    }

    private func answer(_ vector: Vector) -> CeremonyFailure? {
        failure {
            let object = try AttestationObject(Self.bytes(vector.registration.attestationObject))
            let challenge = try Self.bytes(vector.authentication.challenge)
            _ = try ceremonies.verifyAnswer(
                clientData: Self.bytes(vector.authentication.clientDataJSON),
                authenticatorData: Self.bytes(vector.authentication.authenticatorData),
                signature: Self.bytes(vector.authentication.signature),
                publicKey: try #require(object.authenticatorData.credential?.key),
                canBeBackedUp: object.authenticatorData.canBeBackedUp
            ) { $0 == challenge }
        }
    }

    private func failure(_ body: () throws -> Void) -> CeremonyFailure? {
        do {
            try body()
            return nil
        } catch {
            return error as? CeremonyFailure
        }
    }

    /// They say whether it was the person, and some come with a chain of certificates
    /// that nobody asked for, which is looked at after that.
    private static let made: [String: CeremonyFailure] = [
        "android-key-es256": .wrongStatement, "apple-es256": .notVerified, "fido-u2f-es256": .notVerified,
        "none-es256": .notVerified, "none-es256-crossOrigin": .framed, "none-es256-long-credential-id": .notVerified,
        "none-es256-topOrigin": .framed, "packed-ed448": .notVerified, "packed-eddsa": .notVerified,
        "packed-es256": .wrongStatement, "packed-es384": .notVerified, "packed-es512": .wrongKey,
        "packed-rs256": .wrongStatement, "tpm-es256": .wrongStatement,
    ]

    private static let answered: [String: CeremonyFailure] = [
        "android-key-es256": .notVerified, "apple-es256": .notVerified, "fido-u2f-es256": .notVerified,
        "none-es256": .notVerified, "none-es256-crossOrigin": .framed, "none-es256-topOrigin": .framed,
        "packed-eddsa": .notVerified, "packed-rs256": .notVerified, "packed-self-es256": .notVerified,
    ]

    @Test(.requirement("PASSKEY-01", "PASSKEY-02"), arguments: all) func countsAsItsSectionSays(_ vector: Vector) {
        #expect(making(vector) == Self.made[vector.name])
        guard !Self.foreign.contains(vector.name) else { return }
        #expect(answer(vector) == Self.answered[vector.name])
    }
}
