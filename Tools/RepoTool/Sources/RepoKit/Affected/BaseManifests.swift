import Foundation

/// The packages as they were at another commit.
enum BaseManifests {
    /// Reads the manifests of a commit.
    ///
    /// Only their text is taken out of it, beside what SwiftPM said about the
    /// manifests of today, so that it isn't asked again about those that are the
    /// same.
    static func packages(at commit: String, root: URL) async throws -> [PackageDescription] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "repo-base-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: ".build"), withIntermediateDirectories: true)
        try? FileManager.default.copyItem(
            at: root.appending(path: ".build/manifests"), to: folder.appending(path: ".build/manifests"))

        let tree = try await Subprocess.output(
            of: ["git", "ls-tree", "-r", "-z", "--name-only", commit, "--"] + Repository.areas, in: root)
        for path in tree.split(separator: 0).map({ String(decoding: $0, as: UTF8.self) })
        where path.hasSuffix("/Package.swift") {
            let text = try await Subprocess.output(of: ["git", "show", commit + ":./" + path], in: root)
            let manifest = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: manifest.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: manifest)
        }
        return try await Repository(root: folder).packages
    }
}
