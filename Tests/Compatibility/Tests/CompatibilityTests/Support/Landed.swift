import FoundationEssentials
import KernelTesting

/// The fixtures that have landed: those of the commit where this branch left
/// `main`, or whatever `BASE` names.
enum Landed {
    static let branch = ProcessInfo.processInfo.environment["BASE"] ?? "main"

    static var isRepository: Bool {
        FileManager.default.fileExists(atPath: Fixtures.folder + "/../../../.git")
    }

    /// Their paths below the folder of all fixtures.
    static func files() async throws -> Set<String> {
        Set(try await git("ls-tree", "-r", "--name-only", try await commit()).filter { $0.hasPrefix("v") })
    }

    /// Those that differ from what landed, or are gone.
    static func changes() async throws -> [String] {
        try await git(
            "diff", "--name-only", "--relative", "--no-renames", "--diff-filter=a", try await commit(), "--", "v*")
    }

    private static func commit() async throws -> String {
        for base in [branch, "origin/main"] {
            if let commit = try? await git("merge-base", base, "HEAD").first { return commit }
        }
        throw GitFailed(reason: "\(branch) is unknown: fetch it, or name another branch by BASE")
    }

    private static func git(_ arguments: String...) async throws -> [String] {
        let outcome = try await ChildProcess.run("git", ["-C", Fixtures.folder] + arguments)
        guard outcome.exit == .status(0) else { throw GitFailed(reason: outcome.errorText) }
        return String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private struct GitFailed: Error {
        let reason: String
    }
}
