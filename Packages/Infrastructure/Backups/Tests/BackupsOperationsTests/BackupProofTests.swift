import ConsoleAPI
import ConsoleTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import Locking
import OperatingAPI
import Testing

/// Backups that were restored beside the server and signed in to.
struct BackupProofTests {
    private struct Listed: Decodable {
        struct Item: Decodable {
            let name: String
            let proved_at: String?
            let proved_by: String?
        }
        let proofs_checked: Bool
        let backups: [Item]
    }

    private static func proofs(_ bench: BackupBench, of server: ServerOnDisk? = nil) async throws -> Listed {
        let run = try await bench.commands(of: server).run(["backup", "list", "--from", bench.place, "--json"])
        #expect(run.exit == .success, "\(run.errors)")
        return try run.json(Listed.self)
    }

    private static func prove(_ bench: BackupBench, _ more: String...) async throws -> CommandRun {
        try await bench.commands().run(["backup", "prove", "--from", bench.place, "--json"] + more)
    }

    @Test(.requirement("OPS-02")) func itIsRestoredBesideAndSignedInTo() async throws {
        var bench = try await BackupBench()
        let name = try await bench.create().name
        let server = bench.server, folder = bench.folder, entered = Locked<[String]>([])
        bench.server.signingIn = { path throws(CommandFailure) in
            entered.withLock { $0.append(path) }
            let pictures = (try? FileManager.default.subpathsOfDirectory(atPath: path + "/images")) ?? []
            #expect(pictures.count { $0.contains("/") } == 2)
            #expect(folder.contents(of: "data/essentiald.proving/server.key") == folder.contents(of: "data/server.key"))
        }
        #expect(try await Self.proofs(bench).backups[0].proved_at == nil)
        let run = try await Self.prove(bench)
        #expect(run.exit == .success, "\(run.errors)")
        #expect(entered.current == [server.folder + "/essentiald.proving"])
        #expect(!FileManager.default.fileExists(atPath: server.folder + "/essentiald.proving"))
        let listed = try await Self.proofs(bench)
        #expect(listed.backups[0].name == name && listed.backups[0].proved_at != nil)
        #expect(listed.backups[0].proved_by == "tests 1.0" && listed.proofs_checked)
        #expect(try await bench.verify().sound, "a proof is no part of the backup")
    }

    @Test(.requirement("OPS-02")) func whatLetsNobodyInIsNotProved() async throws {
        var bench = try await BackupBench()
        _ = try await bench.create()
        bench.server.signingIn = { _ throws(CommandFailure) in
            throw CommandFailure(code: "sign_in_failed", message: LocalizedText(verbatim: "no"))
        }
        #expect(try await Self.prove(bench).failureCode() == "sign_in_failed")
        #expect(try await Self.proofs(bench).backups[0].proved_at == nil)
        #expect(!FileManager.default.fileExists(atPath: bench.data + "/essentiald.proving"))
    }

    @Test(.requirement("OPS-02")) func aDamagedOneIsNotProvedAndLosesItsProof() async throws {
        let bench = try await BackupBench()
        let name = try await bench.create().name
        #expect(try await Self.prove(bench).exit == .success)
        let path = bench.place + "/\(name)/essentiald.sqlite"
        var bytes = try #require(FileManager.default.contents(atPath: path))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: path))
        #expect(try await Self.prove(bench).failureCode() == "backup_not_sound")
        #expect(try await Self.proofs(bench).backups[0].proved_at == nil)
        #expect(try await bench.verify().sound == false)
        #expect(try await Self.proofs(bench).backups[0].proved_at == nil)
    }

    /// Somebody who knows the form writes one for the other's list.
    private static func forgeProof(of name: String, from other: String, in bench: BackupBench) async throws {
        let list = try await ChildProcess.run("sha256sum", ["SHA256SUMS"], directory: bench.place + "/" + name)
        let digest = list.outputText.prefix(64)
        let proof = try #require(FileManager.default.contents(atPath: bench.place + "/\(other)/proof.json"))
        let text = String(decoding: proof, as: UTF8.self)
        try Data(text.replacing(/"list":"[0-9a-f]{64}"/, with: #""list":"\#(digest)""#).utf8)
            .write(to: URL(filePath: bench.place + "/\(name)/proof.json"))
    }

    @Test(.requirement("OPS-02")) func aProofThatIsMovedOrForgedOrOfAnotherServerDoesNotCount() async throws {
        let bench = try await BackupBench()
        let first = try await bench.create().name
        #expect(try await Self.prove(bench).exit == .success)
        bench.server.date.advance(by: .seconds(60))
        let second = try await bench.create().name
        let proof = bench.place + "/\(first)/proof.json", other = bench.place + "/\(second)/proof.json"
        try FileManager.default.copyItem(atPath: proof, toPath: other)
        #expect(try await Self.proofs(bench).backups.map { $0.proved_at != nil } == [true, false])

        try await Self.forgeProof(of: second, from: first, in: bench)
        let text = String(decoding: try #require(FileManager.default.contents(atPath: proof)), as: UTF8.self)
        #expect(try await Self.proofs(bench).backups.map { $0.proved_at != nil } == [true, false])
        try Data(text.replacing("tests 1.0", with: "tests 2.0").utf8).write(to: URL(filePath: proof))
        #expect(try await Self.proofs(bench).backups.map { $0.proved_at != nil } == [false, false])
        try Data(text.utf8).write(to: URL(filePath: proof))
        for wrong in ["", "{}", "[", String(repeating: "[", count: 3_000)] {
            try Data(wrong.utf8).write(to: URL(filePath: other))
            #expect(try await Self.proofs(bench).backups.map { $0.proved_at != nil } == [true, false])
        }

        let stranger = try await BackupBench()
        #expect(try await Self.proofs(bench, of: stranger.server).backups.allSatisfy { $0.proved_at == nil })
        let prove = try await bench.commands(of: stranger.server).run(
            ["backup", "prove", second, "--from", bench.place, "--json"])
        #expect(try prove.failureCode() == "backup_of_other_server")
    }

    @Test(.requirement("OPS-02")) func pruningKeepsTheLastThatWasProved() async throws {
        let bench = try await BackupBench()
        var names: [String] = []
        for number in 0..<4 {
            names.append(try await bench.create().name)
            if number < 2 { #expect(try await Self.prove(bench).exit == .success) }
            bench.server.date.advance(by: .seconds(60))
        }
        // What says so and isn't the server's takes the place of none.
        try await Self.forgeProof(of: names[3], from: names[1], in: bench)
        struct Pruned: Decodable { let removed: [String] }
        let run = try await bench.run("prune", "--keep", "1", "--from", bench.place, "--json")
        #expect(try run.json(Pruned.self).removed == [names[0], names[2]])
        #expect(try await bench.list().map(\.name) == [names[1], names[3]])
        #expect(try await Self.prove(bench).exit == .success)
        _ = try await bench.run("prune", "--keep", "1", "--from", bench.place, "--json")
        #expect(try await bench.list().map(\.name) == [names[3]])
    }

    @Test(.requirement("OPS-02")) func anEncryptedOneIsProvedWithItsKey() async throws {
        var bench = try await BackupBench()
        let keys = try await bench.makeKeys()
        bench.encrypt(to: keys)
        _ = try await bench.create()
        #expect(try await Self.prove(bench).failureCode() == "backup_key_needed")
        let run = try await Self.prove(bench, "--key-file", keys.file)
        #expect(run.exit == .success, "\(run.errors)")
        #expect(try await Self.proofs(bench).backups[0].proved_at != nil)
    }

    @Test(.requirement("OPS-02")) func whatAKilledProofLeftGoesWithTheNextOne() async throws {
        let bench = try await BackupBench()
        _ = try await bench.create()
        let left = bench.data + "/essentiald.proving/images/aa"
        try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
        try Data("half".utf8).write(to: URL(filePath: bench.data + "/essentiald.proving/essentiald.sqlite"))
        #expect(try await Self.prove(bench).exit == .success)
        #expect(!FileManager.default.fileExists(atPath: bench.data + "/essentiald.proving"))
    }
}
