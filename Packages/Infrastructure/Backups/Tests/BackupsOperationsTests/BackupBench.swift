import BackupsOperations
import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import KernelTesting
import OperatingAPI
import PluginKit
import Testing

/// A server's data, a folder for backups, and the commands for both.
struct BackupBench {
    let folder: TemporaryFolder
    var server: ServerOnDisk
    var data: String { folder.path(of: "data") }
    var place: String { folder.path(of: "backups") }
    var target: String { folder.path(of: "restored") }

    /// - Parameter pictures: What the files of published pictures are.
    init(pictures: [String] = ["first", "second"]) async throws {
        folder = try TemporaryFolder()
        server = try ServerOnDisk(folder.path(of: "data"))
        try FileManager.default.createDirectory(atPath: server.folder, withIntermediateDirectories: true)
        try await server.seal()
        for picture in pictures { try await server.publish(picture) }
    }

    func commands(of server: ServerOnDisk? = nil) throws -> CommandRunner {
        let make = try #require(BackupsOperationsPlugin.declarations.values(of: OperatorCommands.self).first)
        return CommandRunner(make(server ?? self.server), ofProgram: "essentiald")
    }

    func run(_ words: String...) async throws -> CommandRun { try await commands().run(["backup"] + words) }

    struct Item: Decodable {
        let name: String
        let number: Int?
        let is_ahead: Bool
        let files: Int?
        let missing: [String]
        let verified_at: String?
        let proved_at: String?
        let readable: Bool
        let owner: String
    }

    /// Makes a backup.
    ///
    /// - Returns: What was said of it.
    func create(by server: ServerOnDisk? = nil) async throws -> Item {
        let run = try await commands(of: server).run(["backup", "create", "--to", place, "--json"])
        #expect(run.exit == .success, "\(run.errors)")
        return try run.json(Item.self)
    }

    struct List: Decodable { let backups: [Item] }

    func list(for server: ServerOnDisk? = nil) async throws -> [Item] {
        let run = try await commands(of: server).run(["backup", "list", "--from", place, "--json"])
        #expect(run.exit == .success, "\(run.errors)")
        return try run.json(List.self).backups
    }

    struct Verdict: Decodable {
        struct Finding: Decodable {
            let code: String
            let file: String
        }

        let sound: Bool
        let findings: [Finding]
    }

    func verify(_ server: ServerOnDisk? = nil) async throws -> Verdict {
        let run = try await commands(of: server).run(["backup", "verify", "--from", place, "--json"])
        let verdict = try run.json(Verdict.self)
        #expect(run.exit == (verdict.sound ? .success : .failure))
        return verdict
    }

    func restore() async throws -> CommandRun {
        try await run("restore", "--from", place, "--into", target, "--json")
    }

    struct Pruned: Decodable {
        let removed: [String]
        let others: Int
    }

    func prune(keeping count: Int, by server: ServerOnDisk? = nil) async throws -> Pruned {
        let run = try await commands(of: server).run(
            ["backup", "prune", "--keep", "\(count)", "--from", place, "--json"])
        #expect(run.exit == .success, "\(run.errors)")
        return try run.json(Pruned.self)
    }

    /// Another server, which may use the same folder of backups.
    func makeAnotherServer() async throws -> ServerOnDisk {
        let other = try ServerOnDisk(folder.path(of: "other"))
        try FileManager.default.createDirectory(atPath: other.folder, withIntermediateDirectories: true)
        try await other.seal()
        try await other.publish("of another")
        return other
    }

    /// Writes a backup's list and name anew after somebody has changed a file of it.
    func rewrite(_ name: String) async throws {
        let run = try await ChildProcess.run(
            "/bin/sh",
            [
                "-c",
                """
                awk '{ print $2 }' SHA256SUMS | xargs sha256sum > sums && mv sums SHA256SUMS &&
                mark=$(sha256sum SHA256SUMS | cut -c 1-8) && mv "$PWD" "${PWD%-*}-$mark"
                """,
            ], directory: place + "/" + name)
        #expect(run.exit == .status(0), "\(run.errorText)")
    }

    /// Makes a backup one as programs wrote it that gave no numbers.
    func forgetNumber(of name: String) async throws {
        let path = place + "/\(name)/backup.json"
        let text = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
        let old = text.replacing(/"number":[0-9]+,?/, with: "")
        #expect(old != text)
        try Data(old.utf8).write(to: URL(filePath: path))
        try await rewrite(name)
    }

    func modes(below path: String) -> Set<String> {
        Set(
            folder.files().filter { $0.hasPrefix(path) }.compactMap { name in
                folder.mode(of: name).map { String($0 & 0o777, radix: 8) }
            })
    }
}
