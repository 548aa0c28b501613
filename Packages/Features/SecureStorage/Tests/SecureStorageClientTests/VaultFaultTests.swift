import CoreModels
import FoundationEssentials
import Glibc
import KernelTesting
import SecureStorageAPI
import SecureStorageClient
import SecureStorageLinux
import SecureStorageTesting
import Testing

struct VaultFaultTests {
    private let fixture: VaultFixture
    private let disk = FaultyFileSystem()
    private let name: SecretName
    private let other: SecretName

    init() throws {
        fixture = try VaultFixture()
        name = try SampleSecrets.name("one")
        other = try SampleSecrets.name("two")
    }

    private func faultyVault() throws -> FileVault {
        try fixture.vault { $0.fileSystem = disk }
    }

    @Test(.requirement("STORE-05")) func refusesAWriteThatReadsBackDifferently() async throws {
        let vault = try faultyVault()
        try await vault.save(Secret("before"), as: name)
        disk.setAlteration { path, data in
            guard path.contains("/records-") else { return data }
            var data = data
            data[60] ^= 1
            return data
        }
        await #expect(throws: SecretStoreError.verificationFailed) { try await vault.save(Secret("after"), as: name) }
        await #expect(throws: SecretStoreError.verificationFailed) {
            try await vault.update(name) { _ in .save(Secret("after")) }
        }
        await #expect(throws: SecretStoreError.verificationFailed) { try await vault.save(Secret("new"), as: other) }
        disk.setAlteration(nil)
        #expect(try await text(of: name, in: vault) == "before")
        #expect(await vault.read(other).isAbsent)
        #expect(try await vault.setAsideRecords().isEmpty)
    }

    @Test(.requirement("STORE-05"), arguments: [false, true])
    func refusesAWriteThatReadsBackAsAnotherSecret(_ isLong: Bool) async throws {
        let vault = try faultyVault()
        let former = isLong ? SampleSecrets.secret(byteCount: 5_000) : Secret("before")
        try await vault.save(former, as: name)
        let old = try #require(FileManager.default.contents(atPath: fixture.folder + "/" + fixture.records()[0]))
        // Whole and authentic, but not what was to be written.
        disk.setAlteration { path, data in path.contains("/records-") ? old.prefix(data.count) : data }
        await #expect(throws: SecretStoreError.verificationFailed) {
            try await vault.save(isLong ? SampleSecrets.secret(byteCount: 5_001) : Secret("after"), as: name)
        }
        let isKept = try await vault.read(name).get()?.isEqual(to: former) == true
        #expect(isKept)
    }

    @Test(.requirement("STORE-08", "STORE-12")) func tellsThatARemovalFailed() async throws {
        let vault = try faultyVault()
        try await vault.save(Secret("value"), as: name)
        disk.setFault { $0.operation == "unlink" && !$0.path.hasSuffix("/new") ? EACCES : nil }
        let path = fixture.folder + "/" + (try #require(fixture.records().first))
        await #expect(throws: SecretStoreError.accessDenied(path: path)) { try await vault.remove(name) }
        disk.setFault(nil)
        #expect(try await text(of: name, in: vault) == "value")
        try await vault.remove(name)
        #expect(await vault.read(name).isAbsent)
    }

    @Test(.requirement("STORE-07", "STORE-20")) func aDiskThatFailsIsNeitherAbsenceNorDamage() async throws {
        let vault = try faultyVault()
        try await vault.save(Secret("value"), as: name)
        for (code, error) in [
            (EIO, SecretStoreError.deviceFailure(path: "")), (EACCES, .accessDenied(path: "")),
            (EMFILE, .resourcesExhausted(operation: "", errorNumber: 0)),
        ] {
            disk.setFault { $0.operation == "read" && $0.path.contains("records-") ? code : nil }
            #expect(await problem(of: name, in: vault)?.code == error.code)
        }
        disk.setFault(nil)
        #expect(try await text(of: name, in: vault) == "value")
    }

    @Test(
        .requirement("STORE-20", "STORE-30"), arguments: [ENOSPC, EDQUOT, EROFS, EIO, EACCES, ENOMEM],
        ["", String(repeating: " ", count: 5_000)])
    func aSaveThatFailsAtAnyCallKeepsWhatWasThere(_ code: Int32, _ padding: String) async throws {
        let vault = try faultyVault()
        try await vault.save(Secret("before" + padding), as: name)
        try await vault.save(Secret("other"), as: other)
        var failures = 0
        for failing in 0..<100 {
            disk.setFault { $0.index == failing && $0.changesSomething ? code : nil }
            do {
                try await vault.save(Secret("after \(failing)" + padding), as: name)
                guard disk.calls.last?.index ?? 0 >= failing else { break }
            } catch {
                failures += 1
                #expect(error.code == SecretStoreError(FileSystemError("write", "", code: code)).code)
                disk.setFault(nil)
                let found = try await text(of: name, in: fixture.vault())
                // Once it is in place only its durability is in doubt.
                #expect(found == "before" + padding || found == "after \(failing)" + padding, "call \(failing)")
                #expect(try await text(of: other, in: fixture.vault()) == "other")
                try await vault.save(Secret("before" + padding), as: name)
            }
        }
        #expect(failures >= (padding.isEmpty ? 3 : 4), "lock, write and fdatasync, or lock, create, rename and fsync")
    }

    @Test(.requirement("STORE-30")) func powerCutsWhileSavingLeaveOldOrNew() async throws {
        for cut in 0..<100 {
            let fixture = try VaultFixture()
            let disk = FaultyFileSystem()
            let vault = try fixture.vault { $0.fileSystem = disk }
            if cut % 2 == 0 { try await vault.save(Secret("before"), as: name) }
            disk.cutPower(before: cut / 2)
            let isSaved = await (try? vault.save(Secret("after"), as: name)) != nil
            let found = try await text(of: name, in: fixture.vault())
            if isSaved {
                #expect(found == "after")
            } else {
                #expect(found == "after" || found == (cut % 2 == 0 ? "before" : nil), "cut \(cut)")
            }
            // It can be used on.
            try await fixture.vault().save(Secret("later"), as: name)
            #expect(try await text(of: name, in: fixture.vault()) == "later")
            if isSaved, cut % 2 == 1 { break }
        }
    }

    @Test(.requirement("STORE-30")) func powerCutsWhileTheKeyIsReplacedLeaveOldOrNew() async throws {
        for protection in [VaultProtection.keyFile, .passphrase, .kernelKeyring] {
            var cuts = 0
            for cut in 0..<100 {
                let fixture = try VaultFixture()
                let disk = FaultyFileSystem()
                let keyring = InMemoryKeyring()
                let change = { (settings: inout FileVaultSettings) in
                    settings.keyring = keyring
                    settings.passphrases = PassphraseProvidingStub()
                }
                let vault = try fixture.vault {
                    change(&$0)
                    $0.fileSystem = disk
                }
                for label in ["a", "b", "c"] { try await vault.save(Secret(label), as: SampleSecrets.name(label)) }
                disk.cutPower(before: cut)
                _ = try? await vault.rotateKey(protectedBy: protection)
                let isOver = !disk.calls.contains { $0.index >= cut }
                disk.setFault(nil)
                for store in try [fixture.vault(change), vault] {
                    for label in ["a", "b", "c"] {
                        #expect(try await text(of: SampleSecrets.name(label), in: store) == label, "cut \(cut)")
                    }
                }
                try await fixture.vault(change).save(Secret("later"), as: name)
                #expect(try await text(of: name, in: fixture.vault(change)) == "later")
                let generations = Set(fixture.files().filter { $0.hasPrefix("records-") }.map { $0.prefix(9) })
                #expect(generations.count == 1, "what the cut left behind is removed")
                #expect(fixture.files().filter { $0.hasPrefix("key-") }.count <= 1)
                cuts += 1
                if isOver { break }
            }
            #expect(20...99 ~= cuts, "\(cuts)")
        }
    }

    // MARK: - Permissions

    @Test func narrowsPermissionsAndSaysSo() async throws {
        try await fixture.vault().save(Secret("value"), as: name)
        let linux = LinuxFileSystem()
        let key = try #require(fixture.files().first { $0.hasPrefix("key-") })
        try linux.setMode(0o755, of: fixture.folder)
        try linux.setMode(0o644, of: fixture.folder + "/" + key)
        let vault = try fixture.vault()
        #expect(try await text(of: name, in: vault) == "value")
        #expect(fixture.temporary.mode(of: "home/vault") == 0o700)
        #expect(fixture.temporary.mode(of: "home/vault/" + key) == 0o600)
        let repairs = [
            VaultRepair(path: fixture.folder, foundMode: 0o755),
            VaultRepair(path: fixture.folder + "/" + key, foundMode: 0o644),
        ]
        #expect(await vault.status().repairs == repairs)
        #expect(fixture.reporter.repairs == repairs)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func refusesWhatBelongsToSomebodyElse() async throws {
        try await fixture.vault().save(Secret("value"), as: name)
        for path in ["header", try #require(fixture.files().first { $0.hasPrefix("key-") }), "", fixture.records()[0]] {
            let full = path.isEmpty ? fixture.folder : fixture.folder + "/" + path
            #expect(chown(full, 12345, 12345) == 0)
            let error = SecretStoreError.unsafeFile(path: full, because: .foreign)
            #expect(await problem(of: name, in: try fixture.vault()) == error)
            #expect(chown(full, 0, 0) == 0)
        }
        #expect(try await text(of: name, in: fixture.vault()) == "value")
    }

    @Test func refusesSymbolicLinksAndPipes() async throws {
        try await fixture.vault().save(Secret("value"), as: name)
        let header = fixture.folder + "/header"
        #expect(rename(header, header + ".moved") == 0)
        #expect(symlink(header + ".moved", header) == 0)
        #expect(
            await problem(of: name, in: try fixture.vault())
                == .unsafeFile(path: header, because: .link))
        #expect(unlink(header) == 0)
        #expect(mkfifo(header, 0o600) == 0)
        #expect(
            await problem(of: name, in: try fixture.vault())
                == .unsafeFile(path: header, because: .notAFile))
    }

    @Test func refusesAFileInThePlaceOfTheFolder() async throws {
        try FileManager.default.createDirectory(
            atPath: fixture.temporary.path(of: "home"), withIntermediateDirectories: true)
        try Data([1]).write(to: URL(filePath: fixture.folder))
        await #expect(throws: SecretStoreError.unsafeFile(path: fixture.folder, because: .notAFolder)) {
            try await fixture.vault().save(Secret("value"), as: name)
        }
    }

    // MARK: - Real file systems

    private static let canMount = geteuid() == 0

    /// Puts a small disk in the place of the home folder until `body` returns.
    private func withDisk(_ options: String, _ body: (_ home: String) async throws -> Void) async throws {
        let home = fixture.temporary.path(of: "home")
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        let arguments = ["-t", "tmpfs", "-o", "mode=700,\(options)", "tmpfs", home]
        let mounted = try await ChildProcess.run("mount", arguments)
        // Containers may forbid it even to root.
        guard mounted.exit == .status(0) else { try Test.cancel("mount: \(mounted.errorText)") }
        let result: Result<Void, any Error>
        do { result = .success(try await body(home)) } catch { result = .failure(error) }
        _ = try await ChildProcess.run("umount", ["-l", home])
        try result.get()
    }

    @Test(.requirement("STORE-20", "STORE-30"), .enabled(if: canMount, "only root can mount a small disk"))
    func aFullDiskKeepsWhatWasThere() async throws {
        try await withDisk("size=128k") { _ in
            let vault = try fixture.vault()
            try await vault.save(Secret("before"), as: name)
            let error = await #expect(throws: SecretStoreError.self) {
                try await vault.save(SampleSecrets.secret(byteCount: 200_000), as: name)
            }
            #expect(error?.code == "vault_no_space")
            #expect(try await text(of: name, in: vault) == "before")
            try await vault.save(Secret("after"), as: name)
            #expect(try await text(of: name, in: fixture.vault()) == "after")
        }
    }

    @Test(.requirement("STORE-20", "STORE-30"), .enabled(if: canMount, "only root can mount a small disk"))
    func aReadOnlyHomeCanBeRead() async throws {
        try await withDisk("size=1m") { home in
            try await fixture.vault().save(Secret("value"), as: name)
            let first = fixture.records()
            try await fixture.vault().save(Secret("other"), as: other)
            let second = try #require(fixture.records().first { !first.contains($0) })
            try fixture.overwrite(second, [0])
            let remounted = try await ChildProcess.run("mount", ["-o", "remount,ro", home])
            try #require(remounted.exit == .status(0))

            let vault = try fixture.vault()
            #expect(try await text(of: name, in: vault) == "value")
            #expect(await vault.read(try SampleSecrets.name("none")).isAbsent)
            let damaged = try #require(await damage(of: other, in: vault))
            #expect(damaged.path == nil, "it could not be moved")
            let saving = await #expect(throws: SecretStoreError.self) { try await vault.save(Secret("new"), as: name) }
            #expect(saving?.code == "vault_read_only")
            let removing = await #expect(throws: SecretStoreError.self) { try await vault.remove(name) }
            #expect(removing?.code == "vault_read_only")
            #expect(await vault.status().recordCount == 2)
        }
    }
}
