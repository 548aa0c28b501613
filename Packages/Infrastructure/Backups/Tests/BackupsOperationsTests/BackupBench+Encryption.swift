import ConfigurationAPI
import ConfigurationTesting
import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import KernelTesting
import Localization
import Testing

/// A pair of keys as operators have it.
struct BackupKeys {
    let recipient: String
    /// The file of the private half.
    let file: String
}

extension BackupBench {
    /// Makes a pair of keys.
    func makeKeys(_ name: String = "backup.key") async throws -> BackupKeys {
        struct Key: Decodable { let recipient: String }
        let file = folder.path(of: name), run = try await run("key", "create", file, "--json")
        #expect(run.exit == .success, "\(run.errors)")
        return BackupKeys(recipient: try run.json(Key.self).recipient, file: file)
    }

    /// Has backups encrypted from now on.
    mutating func encrypt(to keys: BackupKeys...) {
        server.settings = .fixture(.set(.recipients, to: keys.map(\.recipient)))
    }

    func restore(_ name: String? = nil, with keys: BackupKeys) async throws -> CommandRun {
        let words = ["restore"] + [name].compactMap(\.self)
        return try await run(words + ["--from", place, "--into", target, "--key-file", keys.file, "--json"])
    }

    /// Reads a backup to its end.
    func verify(_ name: String? = nil, with keys: BackupKeys?) async throws -> CommandRun {
        let words = ["verify"] + [name].compactMap(\.self) + ["--from", place, "--json"]
        return try await run(words + (keys.map { ["--key-file", $0.file] } ?? []))
    }

    private func run(_ words: [String]) async throws -> CommandRun { try await commands().run(["backup"] + words) }

    /// What lies in the folder of the backups, by where it is.
    func kept() -> [String: [UInt8]] {
        let names = folder.files().filter { $0.hasPrefix("backups/") }
        return Dictionary(uniqueKeysWithValues: names.map { ($0, folder.contents(of: $0) ?? []) })
    }
}
