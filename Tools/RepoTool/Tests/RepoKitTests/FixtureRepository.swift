import Foundation
import KernelTesting
import RepoKit
import Testing

/// A monorepo of a few small packages, under git.
struct FixtureRepository {
    let folder: TemporaryFolder
    var root: URL { URL(filePath: folder.path) }

    init() throws {
        folder = try TemporaryFolder()
    }

    func write(_ text: String, to path: String) throws {
        let url = root.appending(path: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: url, atomically: true, encoding: .utf8)
    }

    func read(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    func remove(_ path: String) throws {
        try FileManager.default.removeItem(at: root.appending(path: path))
    }

    /// Writes a manifest: `targets` and `products` as they stand in it,
    /// `dependencies` as paths.
    func writeManifest(
        of path: String, targets: [String], products: [String] = [], dependencies: [String] = []
    ) throws {
        let name = path.split(separator: "/").last ?? ""
        try write(
            """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "\(name)",
                products: [\(products.map { #".library(name: "\#($0)", targets: ["\#($0)"])"# }.joined(separator: ", "))],
                dependencies: [\(dependencies.map { #".package(path: "\#($0)")"# }.joined(separator: ", "))],
                targets: [\(targets.joined(separator: ", "))])
            """, to: path + "/Package.swift")
    }

    @discardableResult
    func git(_ arguments: String...) async throws -> String {
        let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"]
        let outcome = try await ChildProcess.run("git", identity + arguments, directory: folder.path)
        try #require(outcome.exit == .status(0), "git \(arguments): \(outcome.errorText)")
        return outcome.outputText
    }

    /// Commits all that is there.
    func commit() async throws {
        try await git("add", "--all")
        try await git("commit", "--quiet", "--allow-empty", "--message", "State")
    }
}
