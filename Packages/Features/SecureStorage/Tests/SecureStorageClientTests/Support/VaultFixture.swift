import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import SecureStorageAPI
import SecureStorageClient
import SecureStorageTesting
import Testing

/// A place for a vault, which any number of instances can open, as if they were
/// in processes of their own.
struct VaultFixture {
    let temporary: TemporaryFolder
    let reporter = ReporterSpy()
    let cryptography: Cryptography

    /// The vault's folder, which isn't there yet.
    var folder: String { temporary.path(of: "home/vault") }

    init() throws {
        temporary = try TemporaryFolder()
        cryptography = try Cryptography.real()
    }

    /// Opens the vault.
    func vault(_ change: (inout FileVaultSettings) -> Void = { _ in }) throws -> FileVault {
        var settings = FileVaultSettings(folder: folder, cryptography: cryptography, reporter: reporter)
        // Enough to see that it is used; the real cost takes 0.2 seconds.
        settings.cost = ScryptCost(logN: 4, blockSize: 8, parallelization: 1)
        change(&settings)
        return try FileVault(settings)
    }

    /// The paths of all files of the vault, from its folder on.
    func files() -> [String] {
        temporary.files().compactMap { $0.hasPrefix("home/vault/") ? String($0.dropFirst(11)) : nil }
    }

    /// The paths of all records.
    func records() -> [String] {
        files().filter { $0.hasPrefix("records-") && !$0.hasSuffix("/new") && !$0.hasSuffix("/list") }
    }

    func bytes(_ file: String) throws -> [UInt8] {
        try #require(temporary.contents(of: "home/vault/" + file))
    }

    /// Where in a file with slots its only record is, the length before it
    /// included.
    func place(ofRecordIn file: String) throws -> Range<Int> {
        let bytes = try bytes(file)
        for start in stride(from: 0, to: bytes.count, by: 4096) {
            let count = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            if 1...4092 ~= count { return start..<start + 4 + count }
        }
        throw CancellationError()
    }

    func overwrite(_ file: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(filePath: folder + "/" + file))
    }

    func remove(_ file: String) throws {
        try FileManager.default.removeItem(atPath: folder + "/" + file)
    }

    /// All there is, to see whether anything changed.
    func contents() throws -> [String: [UInt8]] {
        try Dictionary(uniqueKeysWithValues: files().map { ($0, try bytes($0)) })
    }
}

/// The text of a secret that has to be there.
func text(of name: SecretName, in store: any SecretReading) async throws -> String? {
    try await store.read(name).get()?.withText { $0 }
}

/// Why a secret can't be read, or nil if that is known.
func problem(of name: SecretName, in store: any SecretReading) async -> SecretStoreError? {
    if case .unavailable(let error) = await store.read(name) { error } else { nil }
}

/// What a damaged record is said to be.
func damage(of name: SecretName, in store: any SecretReading) async -> SetAsideRecord? {
    if case .damagedRecord(let record) = await problem(of: name, in: store) { record } else { nil }
}
