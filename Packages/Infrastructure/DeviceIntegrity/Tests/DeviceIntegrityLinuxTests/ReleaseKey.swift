import FoundationEssentials
import KernelTesting

/// A key of tests that signs programs as releases are signed.
struct ReleaseKey {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../../Tools/setup/sign-program.sh").standardized.path()

    /// As programs have it built in.
    let publicHalf: String

    init(in folder: TemporaryFolder, named name: String) async throws {
        let path = folder.path(of: name)
        let made = try await ChildProcess.run("openssl", ["genpkey", "-algorithm", "ed25519", "-out", path])
        guard made.exit == .status(0) else { throw Refused(reason: made.errorText) }
        let shown = try await ChildProcess.run("bash", [Self.script, "--public", path])
        guard shown.exit == .status(0) else { throw Refused(reason: shown.errorText) }
        publicHalf = String(shown.outputText.prefix { $0 != "\n" })
    }

    static func sign(_ program: String, named name: String, with key: String) async throws {
        let signed = try await ChildProcess.run("bash", [script, key, program, name, "1.0.0"])
        guard signed.exit == .status(0) else { throw Refused(reason: signed.errorText) }
    }

    struct Refused: Error {
        let reason: String
    }
}
