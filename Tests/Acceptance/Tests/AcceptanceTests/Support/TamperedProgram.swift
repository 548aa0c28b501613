import FoundationEssentials
import KernelTesting

/// A copy of a built program, to sign and to spoil.
struct TamperedProgram {
    private let folder: TemporaryFolder
    /// Where the copy is.
    let path: String
    /// The public half of the key that signs it.
    let key: String
    private let name: String

    /// Copies a program into a folder of its own and signs it as releases are signed.
    init(_ program: String, named name: String) async throws {
        folder = try TemporaryFolder()
        self.name = name
        path = folder.path(of: name)
        // By a process of its own: another one that is started meanwhile would have the copy open to write.
        _ = try await Self.run("cp", [program, path])
        let secret = folder.path(of: "release.pem")
        _ = try await Self.run("openssl", ["genpkey", "-algorithm", "ed25519", "-out", secret])
        key = String(try await Self.run("bash", [Self.script, "--public", secret]).prefix { $0 != "\n" })
        _ = try await Self.run("bash", [Self.script, secret, path, name, "1.0.0"])
    }

    /// Changes one letter of a text that the program has in it, so that it runs as before.
    func change(_ text: String, to other: String) async throws {
        try await rewrite { bytes in
            guard let range = bytes.firstRange(of: Data(text.utf8)), text.utf8.count == other.utf8.count else {
                throw Unchanged(text: text)
            }
            bytes.replaceSubrange(range, with: Data(other.utf8))
        }
    }

    /// Gives it the manifest of another build of the same program, which the same key signed.
    func takeManifestOfAnotherBuild() async throws {
        let other = folder.path(of: "other"), secret = folder.path(of: "release.pem"), count = try size
        try Data(repeating: 0, count: count).write(to: URL(filePath: other))
        _ = try await Self.run("bash", [Self.script, secret, other, name, "1.0.1"])
        let manifest = try Data(contentsOf: URL(filePath: other)).dropFirst(count)
        try await rewrite { $0 = $0.prefix(count) + manifest }
    }

    /// Lets everybody write into its folder.
    func openFolder() async throws {
        _ = try await Self.run("chmod", ["777", folder.path])
    }

    /// How many bytes it has before its manifest.
    private var size: Int {
        get throws {
            let bytes = try Data(contentsOf: URL(filePath: path))
            let end = String(decoding: bytes.suffix(26).prefix(8), as: UTF8.self)
            guard let length = Int(end, radix: 16) else { throw Unchanged(text: end) }
            return bytes.count - 26 - length
        }
    }

    /// Writes another file in its place: what runs can't be written to.
    private func rewrite(_ change: (inout Data) throws -> Void) async throws {
        var bytes = try Data(contentsOf: URL(filePath: path))
        try change(&bytes)
        try bytes.write(to: URL(filePath: path + ".new"))
        _ = try await Self.run("install", ["-m", "755", path + ".new", path])
    }

    private static let script = Programs.root + "/Tools/setup/sign-program.sh"

    private static func run(_ program: String, _ arguments: [String]) async throws -> String {
        let outcome = try await ChildProcess.run(program, arguments)
        guard outcome.exit == .status(0) else { throw Unchanged(text: outcome.errorText) }
        return outcome.outputText
    }

    struct Unchanged: Error {
        let text: String
    }
}
