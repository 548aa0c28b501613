import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import SecureStorageAPI
import SecureStorageClient
import SecureStorageLinux
import Testing

/// The file that a pass phrase comes from.
struct PassphraseFileTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path(of: "passphrase")
    }

    private func write(_ bytes: Data, mode: UInt32 = 0o600) throws {
        try bytes.write(to: URL(filePath: path))
        try LinuxFileSystem().setMode(mode, of: path)
    }

    private func read(for purpose: PassphrasePurpose = .open) async throws(SecretStoreError) -> String? {
        try await SecureStorageClientPlugin.passphrases(fromFile: path).passphrase(for: purpose).withText { $0 }
    }

    @Test func holdsAPassphraseInOneLine() async throws {
        for text in ["p4ss phrase\r\n", "p4ss phrase\n", "p4ss phrase"] {
            try write(Data(text.utf8))
            #expect(try await read() == "p4ss phrase")
        }
        await #expect(throws: SecretStoreError.wrongKey) { try await read(for: .openAfterWrongOne) }
        try write(Data(repeating: UInt8(ascii: "x"), count: 4096))
        #expect(try await read()?.count == 4096)
    }

    @Test func isItsPersonsAlone() async throws {
        try write(Data("p4ss phrase".utf8), mode: 0o644)
        await #expect(throws: SecretStoreError.unsafeFile(path: path, because: .readableByOthers)) { try await read() }
    }

    @Test("What can't be taken from it is said, and what to do", .requirement("STORE-20", "L10N-01"))
    func saysWhatIsWrong() async throws {
        func expect(_ reason: SecretStoreReason, _ english: String, _ spanish: String) async {
            let expected = SecretStoreError.passphraseFile(path: path, because: reason)
            await #expect(throws: expected) { try await read() }
            #expect(expected.text.english.contains("\(path) (\(english))") && expected.code == "vault_passphrase_file")
            #expect(expected.text.spanish.contains("\(path) (\(spanish))"))
            #expect(expected.remark?.english.contains("in one line") == true)
        }
        await expect(.noFile, "it isn't there", "no existe")
        try write(Data(repeating: UInt8(ascii: "x"), count: 4097))
        await expect(.moreThanAPassphrase, "it has more than 4096 bytes", "tiene más de 4096 bytes")
        try write(Data("\n".utf8))
        await expect(.noPassphrase, "it is empty", "está vacío")
    }
}
