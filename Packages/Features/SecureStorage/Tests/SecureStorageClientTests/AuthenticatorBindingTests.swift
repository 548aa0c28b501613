import CoreModels
import CryptographyAPI
import FoundationEssentials
import KernelTesting
import SecureStorageAPI
import SecureStorageClient
import SecureStorageTesting
import Testing

/// What an authenticator opens is all that the header said when it was set up.
struct AuthenticatorBindingTests {
    private let fixture: VaultFixture
    private let name: SecretName
    private let passphrase = Secret("unmistakable vault phrase 4417")
    private let output = Secret([UInt8](repeating: 7, count: 32))

    init() throws {
        fixture = try VaultFixture()
        name = try SampleSecrets.name()
    }

    /// A vault that an authenticator opens, and the line of its header.
    private func header() async throws -> String {
        let vault = try fixture.vault()
        try await vault.save(Secret("old"), as: name)
        try await vault.protect(by: .passphrase, passphrase: passphrase, knowing: passphrase)
        let setUp = try await vault.beginSetUp(with: passphrase)
        try await vault.finishSetUp(
            setUp.id,
            as: NewAuthenticator(name: "Stick", credential: Data([1]), relyingParty: "essential.localhost"),
            giving: output)
        return String(decoding: try fixture.bytes("header").prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// The same, with another value of a member.
    private func edited(_ header: String, _ member: String, _ value: String) throws -> String {
        let start = try #require(header.firstRange(of: "\"\(member)\":")).upperBound
        let end = try #require(header[start...].firstIndex { $0 == "," || $0 == "}" })
        return header[..<start] + value + header[end...]
    }

    /// Puts a header in place, with the digest that anybody can make.
    private func put(_ header: String) throws {
        let digest = try fixture.cryptography.hashing.sha256(Data(header.utf8)).hexadecimal
        try fixture.overwrite("header", Array("\(header)\n\(digest)\n".utf8))
    }

    private func unlocked() async throws -> FileVault {
        let vault = try fixture.vault()
        try await vault.unlock(byAuthenticator: Data([1]), giving: output)
        return vault
    }

    @Test(.requirement("STORE-12", "BIO-05")) func anOlderFormatHidesNoRecordThatWasPutBack() async throws {
        let header = try await header(), record = try #require(fixture.records().first)
        let old = try fixture.bytes(record)
        let vault = try await unlocked()
        try await vault.save(Secret("new"), as: name)
        try fixture.overwrite(record, old)
        try put(header)
        #expect(await damage(of: name, in: try await unlocked())?.reason == .rolledBack)
        for format in [0, 1, 2, 3] {
            try put(edited(header, "format", String(format)))
            let path = fixture.folder + "/header"
            await #expect(throws: SecretStoreError.damagedHeader(path: path, reason: "it can't be understood")) {
                try await unlocked()
            }
        }
    }

    @Test(
        .requirement("BIO-05"),
        arguments: [
            ("generation", "9"), ("logN", "5"), ("recordKey", nil), ("nameKey", nil),
            ("vault", "\"AwMDAwMDAwMDAwMDAwMDAw==\""),
            ("id", "\"00000000-0000-4000-8000-000000000000\""), ("name", "\"Another stick\""), ("salt", nil),
            ("relyingParty", "\"other.localhost\""), ("madeAt", "\"2020-01-01T00:00:00Z\""),
        ] as [(String, String?)]) func nothingElseOfTheHeaderIsTaken(member: String, value: String?) async throws
    {
        let bytes = "\"\(Data(repeating: 3, count: 60).base64EncodedString())\""
        try put(edited(try await header(), member, value ?? bytes))
        await #expect(throws: SecretStoreError.authenticatorChanged) { try await unlocked() }
        #expect(try await fixture.vault().authenticators().map(\.isVoid) == [true])
    }

    @Test(.requirement("BIO-04", "STORE-12")) func whatWasSealedTheFormerWayIsVoidAndThePassphraseOpens() async throws {
        let header = try await header()
        try put(
            header.replacing("\"sealedRecordKey\"", with: "\"recordKey\"")
                .replacing("\"sealedNameKey\"", with: "\"nameKey\""))
        let vault = try fixture.vault()
        #expect(try await vault.authenticators().map(\.isVoid) == [true])
        await #expect(throws: SecretStoreError.authenticatorUnknown) { try await unlocked() }
        try await vault.unlock(with: passphrase)
        #expect(try await text(of: name, in: vault) == "old")
    }
}
