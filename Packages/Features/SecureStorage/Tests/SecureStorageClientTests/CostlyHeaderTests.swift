import CoreModels
import CryptographyAPI
import FoundationEssentials
import KernelTesting
import Localization
import SecureStorageAPI
import SecureStorageClient
import SecureStorageTesting
import Testing

/// A header that would have a machine stand still, written by damage or by somebody.
struct CostlyHeaderTests {
    private let fixture: VaultFixture
    private let name: SecretName
    private let passphrases = PassphraseProvidingStub()

    init() throws {
        fixture = try VaultFixture()
        name = try SampleSecrets.name()
    }

    private func vault() throws -> FileVault {
        try fixture.vault {
            $0.protection = .passphrase
            $0.passphrases = passphrases
        }
    }

    /// The header of a new vault in which a pass phrase costs something else, with the digest that
    /// anybody can make.
    private func put(_ cost: (logN: Int, blockSize: Int, parallelization: Int)) throws {
        let line = String(decoding: try fixture.bytes("header").prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let header = line.replacing(#""logN":4"#, with: #""logN":\#(cost.logN)"#)
            .replacing(#""blockSize":8"#, with: #""blockSize":\#(cost.blockSize)"#)
            .replacing(#""parallelization":1"#, with: #""parallelization":\#(cost.parallelization)"#)
        let digest = try fixture.cryptography.hashing.sha256(Data(header.utf8)).hexadecimal
        try fixture.overwrite("header", Array("\(header)\n\(digest)\n".utf8))
    }

    @Test(
        .requirement("STORE-14", "RATE-03"),
        arguments: [
            (19, 8, 1), (18, 9, 1), (18, 8, 9), (12, 256, 256), (30, 256, 256), (31, 1, 1), (15, 257, 3), (15, 8, 257),
            (0, 8, 1), (-1, 8, 1), (15, 0, 3), (15, 8, -3), (Int.max, 8, 1), (15, Int.max, Int.max), (15, Int.min, 1),
        ] as [(Int, Int, Int)])
    func isRefusedBeforeAPassphraseIsTriedAndLosesNothing(logN: Int, blockSize: Int, parallelization: Int) async throws
    {
        try await vault().save(Secret("value"), as: name)
        let whole = try fixture.bytes("header")
        try put((logN, blockSize, parallelization))
        let before = try fixture.contents(), vault = try vault()
        let expected = SecretStoreError.damagedHeader(path: fixture.folder + "/header", because: .tooCostly)
        #expect(await problem(of: name, in: vault) == expected)
        await #expect(throws: expected) { try await vault.save(Secret("new"), as: name) }
        #expect(await vault.status().problem == expected)
        #expect(expected.text.english.contains("too much memory or time") && expected.nextSteps == [.resetVault])
        #expect(try fixture.contents() == before && passphrases.purposes == [.protect], "nobody is asked")
        try fixture.overwrite("header", whole)
        #expect(try await text(of: name, in: self.vault()) == "value")
    }

    /// What a later program may well take: a pass phrase that doesn't open it, and no other error.
    @Test(arguments: [(15, 8, 3), (17, 8, 1)] as [(Int, Int, Int)])
    func whatIsUsualIsTried(logN: Int, blockSize: Int, parallelization: Int) async throws {
        try await vault().save(Secret("value"), as: name)
        try put((logN, blockSize, parallelization))
        passphrases.answer(.success(Secret("another phrase")))
        #expect(await problem(of: name, in: try vault()) == .wrongKey)
    }
}
