import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import Testing

/// Files that only the owner of a private key reads.
struct FileEncryptionTests {
    private let cryptography: Cryptography
    private let identity: FileIdentity
    private let recipient: FileRecipient
    private var files: any FileEncryption { cryptography.files }

    init() throws {
        cryptography = try .real()
        identity = try cryptography.files.makeIdentity()
        recipient = try cryptography.files.recipient(of: identity)
    }

    private func encrypted(_ data: Data, to recipients: [FileRecipient]? = nil) throws -> Data {
        let cipher = try files.makeEncryption(to: recipients ?? [recipient])
        return try cipher.update(data) + cipher.finish()
    }

    private func decrypted(_ data: Data, with identities: [FileIdentity]? = nil) throws(FileEncryptionError) -> Data {
        let cipher = files.makeDecryption(with: identities ?? [identity])
        return try cipher.update(data) + cipher.finish()
    }

    /// Around the ends of chunks, which have 64 KiB.
    static let sizes = [0, 1, 65_535, 65_536, 65_537, 131_072, 200_001]

    private func content(_ size: Int) -> Data {
        var generator = SeededGenerator(seed: UInt64(size) + 7)
        return Data((0..<size).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// Debian's package `age`, another program of other people.
    @Test(.requirement("OPS-02"), arguments: sizes) func ageReadsWhatIsEncrypted(_ size: Int) async throws {
        let folder = try TemporaryFolder(), content = content(size)
        try encrypted(content).write(to: URL(filePath: folder.path(of: "file.age")))
        try Data(identity.text.bytes + [10]).write(to: URL(filePath: folder.path(of: "key")))
        let run = try await ChildProcess.run(
            "age", ["--decrypt", "-i", "key", "-o", "file", "file.age"], directory: folder.path)
        #expect(run.exit == .status(0), "\(run.errorText)")
        // It writes no file of nothing.
        #expect(Data(folder.contents(of: "file") ?? []) == content)
        let keygen = try await ChildProcess.run("age-keygen", ["-y", "key"], directory: folder.path)
        #expect(keygen.outputText == recipient.text + "\n")
    }

    @Test(.requirement("OPS-02"), arguments: sizes) func whatAgeEncryptsIsRead(_ size: Int) async throws {
        let folder = try TemporaryFolder(), content = content(size)
        try content.write(to: URL(filePath: folder.path(of: "file")))
        let made = try await ChildProcess.run("age-keygen", ["-o", "key"], directory: folder.path)
        #expect(made.exit == .status(0), "\(made.errorText)")
        let text = String(decoding: try #require(folder.contents(of: "key")), as: UTF8.self)
        let line = try #require(text.split(separator: "\n").last)
        let theirs = try FileIdentity(Secret(line), keys: cryptography.keys)
        #expect(text.contains("public key: " + (try files.recipient(of: theirs).text) + "\n"))
        let run = try await ChildProcess.run(
            "age", ["-r", recipient.text, "-r", try files.recipient(of: theirs).text, "-o", "file.age", "file"],
            directory: folder.path)
        #expect(run.exit == .status(0), "\(run.errorText)")
        let file = Data(try #require(folder.contents(of: "file.age")))
        #expect(try decrypted(file) == content)
        #expect(try decrypted(file, with: [theirs]) == content)
    }

    /// RFC 7748, section 6.1.
    @Test(arguments: [
        (
            "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
            "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"
        ),
        (
            "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
            "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"
        ),
    ])
    func thePublicKeyIsThatOfX25519(_ secret: String, _ known: String) throws {
        let recipient = try files.recipient(of: FileIdentity(try cryptography.key(hex(secret))))
        #expect(recipient.publicKey == hex(known))
    }

    @Test(.requirement("OPS-02")) func eachRecipientReadsItAndNobodyElse() throws {
        let other = try files.makeIdentity(), stranger = try files.makeIdentity()
        let file = try encrypted(Data("all".utf8), to: [recipient, try files.recipient(of: other)])
        #expect(try decrypted(file) == Data("all".utf8))
        #expect(try decrypted(file, with: [stranger, other]) == Data("all".utf8))
        #expect(throws: FileEncryptionError.noMatchingKey) { try decrypted(file, with: [stranger]) }
        #expect(throws: FileEncryptionError.noMatchingKey) { try decrypted(file, with: []) }
        #expect(throws: CryptographyError.self) { try files.makeEncryption(to: []) }
    }

    @Test func twoFilesOfTheSameContentHaveNothingInCommon() throws {
        let one = try encrypted(Data("same".utf8)), other = try encrypted(Data("same".utf8))
        #expect(one.count == other.count && one.suffix(36) != other.suffix(36))
    }

    @Test(.requirement("OPS-02")) func aFlippedBitAnywhereIsFound() throws {
        let file = try encrypted(Data("the whole secret".utf8))
        for place in file.indices {
            for bit in 0..<8 {
                var changed = file
                changed[place] ^= 1 << bit
                #expect(throws: FileEncryptionError.self, "byte \(place), bit \(bit)") { try decrypted(changed) }
            }
        }
    }

    @Test(.requirement("OPS-02")) func whatIsCutOffIsFoundWhereverThatIs() throws {
        let file = try encrypted(content(65_536 + 100))
        for count in Array(0..<400) + [
            65_700, 65_736, 65_752, 65_753, file.count - 117, file.count - 16, file.count - 1,
        ] {
            #expect(throws: FileEncryptionError.self, "\(count) bytes") { try decrypted(file.prefix(count)) }
        }
        #expect(throws: FileEncryptionError.changedPayload) { try decrypted(file + [0]) }
        #expect(throws: FileEncryptionError.changedPayload) { try decrypted(file + file.suffix(116)) }
        #expect(throws: FileEncryptionError.malformedHeader) { try decrypted(Data()) }
    }

    @Test(arguments: [1, 7, 100, 65_535, 65_552, 100_000]) func piecesMayBeCutAnywhere(_ size: Int) throws {
        let content = content(131_072 + 5)
        let sealing = try files.makeEncryption(to: [recipient])
        var file = Data()
        for start in stride(from: 0, to: content.count, by: size * 13) {
            file += try sealing.update(content[start..<min(start + size * 13, content.count)])
        }
        file += try sealing.finish()
        let opening = files.makeDecryption(with: [identity])
        var opened = Data()
        for start in stride(from: 0, to: file.count, by: size) {
            opened += try opening.update(file[start..<min(start + size, file.count)])
        }
        opened += try opening.finish()
        #expect(opened == content)
    }

    /// Nothing is held back but a chunk, so that a large file takes no more memory than a small one.
    @Test func aChunkIsGivenOutWhenTheNextOneBegins() throws {
        let sealing = try files.makeEncryption(to: [recipient])
        #expect(try sealing.update(content(65_536)).count < 1_000)
        #expect(try sealing.update(content(1)).count == 65_552)
        for _ in 0..<10 { #expect(try sealing.update(content(65_536)).count == 65_552) }
    }

    // MARK: Keys as text

    /// Of the tests of age (filippo.io/age, `age_test.go`).
    @Test func aKeyOfAgeIsRead() throws {
        let text = "AGE-SECRET-KEY-184JMZMVQH3E6U0PSL869004Y3U2NYV7R30EU99CSEDNPH02YUVFSZW44VU"
        let identity = try FileIdentity(Secret(text), keys: cryptography.keys)
        #expect(
            try files.recipient(of: identity).text
                == "age1cy0su9fwf3gf9mw868g5yut09p6nytfmmnktexz2ya5uqg9vl9sss4euqm")
        #expect(identity.text.isEqual(to: Secret(text)))
    }

    @Test func aSlipInAKeyIsFound() throws {
        let text = Array(recipient.text), letters = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l")
        for place in text.indices {
            var wrong = text
            wrong[place] = try #require(letters.first { $0 != text[place] })
            #expect(FileRecipient(String(wrong)) == nil)
        }
        for wrong in ["", "age1", recipient.text + "q", String(text.dropLast()), "age" + recipient.text] {
            #expect(FileRecipient(wrong) == nil)
        }
        #expect(FileRecipient(recipient.text.uppercased()) == recipient)
        #expect(FileRecipient("A" + recipient.text.dropFirst()) == nil)
        identity.text.withText { #expect(FileRecipient($0 ?? "") == nil) }
        expectInvalidKey { try FileIdentity(Secret(recipient.text), keys: cryptography.keys) }
    }

    @Test func noKeyShowsInPrint() {
        var shown = "\(identity) \(String(reflecting: identity))"
        dump(identity, to: &shown)
        #expect(!shown.lowercased().contains("age-secret"))
        #expect(shown.hasPrefix("<redacted> <redacted>"))
    }
}
