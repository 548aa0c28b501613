import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import Glibc
import KernelTesting
import Localization
import PluginKit
import ServerKeysAPI
import ServerKeysFile
import ServerKeysTesting
import Testing

private extension ServerKeyPurpose {
    static let first = ServerKeyPurpose("test.first")
    static let second = ServerKeyPurpose("test.second")
}

struct ServerKeysFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path(of: "data/server.key") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func makeKeys() throws -> any ServerKeyProviding {
        try ServerKeysPlugin.assemble(.init(path: path, cryptography: .real())).exports.keys
    }

    private func bytes(_ key: any SymmetricKey) -> [UInt8] {
        key.withUnsafeBytes { Array($0) }
    }

    @Test func givesTheSameKeyOnEveryRun() async throws {
        let first = try await bytes(makeKeys().key(for: .first))
        #expect(first.count == 32)
        #expect(try await bytes(makeKeys().key(for: .first)) == first)
    }

    @Test func givesUnrelatedKeysForTwoPurposesAndTwoFiles() async throws {
        let keys = try makeKeys()
        let first = try await bytes(keys.key(for: .first))
        #expect(try await bytes(keys.key(for: .second)) != first)
        let elsewhere = try ServerKeysPlugin.assemble(
            .init(path: folder.path(of: "other.key"), cryptography: .real())
        ).exports.keys
        #expect(try await bytes(elsewhere.key(for: .first)) != first)
    }

    @Test func makesTheFileAtStartForItsOwnerAlone() async throws {
        let assembly = try ServerKeysPlugin.assemble(.init(path: path, cryptography: .real()))
        #expect(folder.files().isEmpty)
        for service in assembly.services { try await service.start() }
        #expect(folder.files() == ["data/server.key"])
        #expect(folder.mode(of: "data/server.key") == 0o600)
        #expect(folder.mode(of: "data") == 0o700)
    }

    @Test func neverStoresAKeyThatItGivesOut() async throws {
        let key = try await bytes(makeKeys().key(for: .first))
        let file = try #require(folder.contents(of: "data/server.key"))
        #expect(!file.contains(key))
    }

    @Test func agreesOnOneSecretWhenManyStartAtOnce() async throws {
        let path = path
        let all = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<16 {
                group.addTask {
                    let keys = try ServerKeysPlugin.assemble(.init(path: path, cryptography: .real())).exports.keys
                    return try await keys.key(for: .first).withUnsafeBytes { Array($0) }
                }
            }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(all.count == 1)
        #expect(folder.files() == ["data/server.key"])
    }

    @Test func refusesAFileThatOthersMayRead() async throws {
        _ = try await makeKeys().key(for: .first)
        chmod(path, 0o640)
        await #expect(
            throws: ServerKeyError.unsafe(
                path: path, reason: LocalizedText(en: "others may read it", es: "otros pueden leerlo"))
        ) {
            try await makeKeys().key(for: .first)
        }
    }

    @Test func refusesASymbolicLink() async throws {
        _ = try await makeKeys().key(for: .first)
        let link = folder.path(of: "link.key")
        symlink(path, link)
        let keys = try ServerKeysPlugin.assemble(.init(path: link, cryptography: .real())).exports.keys
        await #expect(
            throws: ServerKeyError.unsafe(
                path: link, reason: LocalizedText(en: "it is a symbolic link", es: "es un enlace simbólico"))
        ) {
            try await keys.key(for: .first)
        }
    }

    @Test func refusesEveryDamagedByteAndLeavesTheFileAlone() async throws {
        _ = try await makeKeys().key(for: .first)
        let whole = try #require(folder.contents(of: "data/server.key"))
        for index in whole.indices {
            var damaged = whole
            damaged[index] ^= 0x40
            try Data(damaged).write(to: URL(filePath: path))
            await #expect(throws: ServerKeyError.damaged(path: path), "byte \(index)") {
                try await makeKeys().key(for: .first)
            }
            #expect(folder.contents(of: "data/server.key") == damaged)
        }
    }

    @Test(arguments: [0, 1, 55]) func refusesAFileThatWasCutOff(count: Int) async throws {
        _ = try await makeKeys().key(for: .first)
        let whole = try #require(folder.contents(of: "data/server.key"))
        try Data(whole.prefix(count)).write(to: URL(filePath: path))
        await #expect(throws: ServerKeyError.damaged(path: path)) { try await makeKeys().key(for: .first) }
    }

    @Test func saysWhatItCannotDo() async throws {
        let keys = try ServerKeysPlugin.assemble(
            .init(path: folder.path(of: "a/b/server.key"), cryptography: .real())
        ).exports.keys
        await #expect {
            try await keys.key(for: .first)
        } throws: { error in
            guard case ServerKeyError.fileSystem(_, "mkdir", ENOENT)? = error as? ServerKeyError else { return false }
            return true
        }
    }
}
