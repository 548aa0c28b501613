import BenchKit
import CNeighbours
import CoreModels
import CryptographyAPI
import CryptographyOpenSSL
import FoundationEssentials
import PluginKit
import SecureStorageAPI
import SecureStorageClient

extension BenchSuite {
    /// Secrets on disk: Essential's vault beside SQLite with sealed values, and
    /// beside SQLCipher.
    static let vault = BenchSuite("vault") {
        let bench = try VaultBench()
        return try await [bench.loading(), bench.saving(), bench.savingMany(), bench.opening()]
    }
}

/// A vault and the stores beside it, in a folder of their own.
private final class VaultBench: Sendable {
    /// So many secrets are saved at once.
    private static let batch = 64

    private let folder = FileManager.default.temporaryDirectory.path + "/bench-vault-\(UUID())"
    private let cryptography: Cryptography
    private let secrets: any SecretStore
    private let sealed: NeighbourStore
    private let cipher: NeighbourStore?
    /// As long as a session.
    private let value = Secret([UInt8](repeating: 1, count: 600))

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        cryptography = try CryptographyPlugin.assemble(.init()).exports.cryptography
        secrets = try Self.open(folder, cryptography)
        guard let sealed = NeighbourStore(folder + "/sealed.db", neighbour_vault_sealed) else {
            throw NeighbourFailure(step: 0)
        }
        self.sealed = sealed
        cipher = NeighbourStore(folder + "/cipher.db", neighbour_vault_sqlcipher)
        if cipher == nil { print("SQLCipher isn't installed, so it isn't measured: apt-get install libsqlcipher0") }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    func loading() async throws -> BenchCase {
        let name = try SecretName(.bench, parsing: "loaded")
        try await secrets.save(value, as: name)
        return BenchCase(
            "vault, load", goals: [.timesTheLimit(2)],
            [
                Contestant("Essential", .subject) { [self] count in
                    for _ in 0..<count { try await load(name, from: secrets) }
                }
            ] + besides { $0.load($1) })
    }

    func saving() throws -> BenchCase {
        let name = try SecretName(.bench, parsing: "saved")
        return BenchCase(
            "vault, save durably", goals: [.timesTheLimit(1.5)],
            [
                Contestant("Essential", .subject) { [self] count in
                    for _ in 0..<count { try await secrets.save(value, as: name) }
                }
            ] + besides { $0.save($1, batch: 1) })
    }

    func savingMany() throws -> BenchCase {
        let batch = Self.batch
        let names = try (0..<batch).map { try SecretName(.bench, parsing: "\($0)") }
        return BenchCase(
            "vault, save \(batch) at once, each",
            [
                Contestant("Essential", .subject) { [self] count in
                    for start in stride(from: 0, to: count, by: batch) {
                        try await withThrowingTaskGroup(of: Void.self) { group in
                            for name in names.prefix(count - start) {
                                group.addTask { try await self.secrets.save(self.value, as: name) }
                            }
                            try await group.waitForAll()
                        }
                    }
                }
            ] + besides { $0.save($1, batch: batch) })
    }

    func opening() async throws -> BenchCase {
        let name = try SecretName(.bench, parsing: "loaded")
        return BenchCase(
            "vault, open with a raw key and load", goals: [.microseconds(1_000)],
            [
                Contestant("Essential", .subject) { [self] count in
                    for _ in 0..<count { try await load(name, from: Self.open(folder, cryptography)) }
                }
            ] + besides { $0.openAndLoad($1) })
    }

    private static func open(_ folder: String, _ cryptography: Cryptography) throws -> any SecretStore {
        try SecureStorageClientPlugin.assemble(
            .init(
                folder: folder + "/vault", cryptography: cryptography,
                // What was stored just now is loaded; usually it is minutes
                // old.
                now: { Date() + 60 })
        ).exports.secrets
    }

    private func load(_ name: SecretName, from secrets: any SecretStore) async throws {
        guard case .present = await secrets.read(name) else { throw NeighbourFailure(step: 0) }
    }

    /// SQLite, and SQLCipher if it is there.
    private func besides(
        _ work: @escaping @Sendable (NeighbourStore, Int) -> Int32
    ) -> [Contestant] {
        [neighbour("C over SQLite and EVP", .limit) { [sealed] count in work(sealed, count) }]
            + (cipher.map { cipher in [neighbour("C over SQLCipher", .neighbour) { count in work(cipher, count) }] }
                ?? [])
    }
}

/// A store in C.
///
/// `@unchecked Sendable`: contestants take turns.
@safe private final class NeighbourStore: @unchecked Sendable {
    private let store: OpaquePointer

    init?(_ path: String, _ kind: neighbour_vault_kind) {
        guard let store = unsafe neighbour_vault_open(path, kind) else { return nil }
        unsafe self.store = store
    }

    deinit { unsafe neighbour_vault_close(store) }

    func load(_ count: Int) -> Int32 { unsafe neighbour_vault_load(store, count) }
    func save(_ count: Int, batch: Int) -> Int32 { unsafe neighbour_vault_save(store, count, batch) }
    func openAndLoad(_ count: Int) -> Int32 { unsafe neighbour_vault_open_and_load(store, count) }
}

extension SecretKind {
    fileprivate static let bench = SecretKind("bench")
}
