import Foundation
import RepoKit

/// The repository that these tests are part of.
enum CheckedOutRepository {
    /// Its root: RepoKitTests, Tests, RepoTool and Tools are below it.
    static let root = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

    /// Asks SwiftPM about all manifests once, and keeps what it says.
    private static let described = Task { _ = try await Repository(root: root) }

    /// Fills a folder with links to the files of the repository, so that what
    /// is changed there changes nothing here, and what was built from there
    /// before is not built again.
    static func link(into folder: URL) async throws {
        let files = FileManager.default
        try await described.value
        for name in try await listing() {
            let source = root.appending(path: name), place = folder.appending(path: name)
            guard files.fileExists(atPath: source.path) else { continue }
            try files.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            do {
                try files.linkItem(at: source, to: place)
            } catch {
                // Another disk.
                try files.copyItem(at: source, to: place)
            }
        }
        // What SwiftPM said about the manifests is as true there.
        let manifests = root.appending(path: ".build/manifests")
        if files.fileExists(atPath: manifests.path) {
            try files.createDirectory(at: folder.appending(path: ".build"), withIntermediateDirectories: true)
            try files.copyItem(at: manifests, to: folder.appending(path: ".build/manifests"))
        }
    }

    /// The paths of its sources: what git knows or, in a copy without a history,
    /// all that no build has left there.
    private static func listing() async throws -> [String] {
        let known = try await Subprocess.run(
            ["git", "-C", root.path, "ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        guard known.status != 0 else {
            return String(decoding: known.output, as: UTF8.self).split(separator: "\0").map(String.init)
        }
        let all = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return all.filter { name in
            var isFolder: ObjCBool = false
            return !name.hasPrefix("bin/") && !name.split(separator: "/").contains(".build")
                && FileManager.default.fileExists(atPath: root.appending(path: name).path, isDirectory: &isFolder)
                && !isFolder.boolValue
        }
    }
}
