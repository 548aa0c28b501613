import Foundation

/// Files that are written together or not at all.
struct FileChanges {
    let root: URL
    /// The new texts by path, relative to the root.
    let texts: [String: String]

    /// Writes all of them beside the repository's files, formats what is Swift,
    /// and moves them to their places.
    ///
    /// When something fails, what was moved is taken back.
    ///
    /// - Returns: The paths, sorted.
    func write() async throws -> [String] {
        let files = FileManager.default
        // On the same disk, so that moving is renaming.
        let stage = root.appending(path: ".build/new-feature-\(UUID().uuidString)")
        let before = stage.appending(path: "before"), after = stage.appending(path: "after")
        defer { try? files.removeItem(at: stage) }
        for (path, text) in texts {
            let place = after.appending(path: path)
            try files.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: place, atomically: false, encoding: .utf8)
        }
        _ = try await Subprocess.output(of: [
            "swift", "format", "--in-place", "--parallel", "--recursive", "--configuration",
            root.appending(path: ".swift-format").path, after.path,
        ])
        try files.createDirectory(at: before, withIntermediateDirectories: true)
        var undo: [() throws -> Void] = []
        do {
            for path in texts.keys.sorted() { try move(path, from: after, keeping: before, undo: &undo) }
        } catch {
            for step in undo.reversed() { try step() }
            throw error
        }
        return texts.keys.sorted()
    }

    private func move(_ path: String, from after: URL, keeping before: URL, undo: inout [() throws -> Void]) throws {
        let files = FileManager.default
        let place = root.appending(path: path)
        var missing: [URL] = []
        var folder = place.deletingLastPathComponent()
        while !files.fileExists(atPath: folder.path) {
            missing.append(folder)
            folder.deleteLastPathComponent()
        }
        for folder in missing.reversed() {
            try files.createDirectory(at: folder, withIntermediateDirectories: false)
            undo.append { try files.removeItem(at: folder) }
        }
        if files.fileExists(atPath: place.path) {
            let kept = before.appending(path: path.replacing("/", with: "-"))
            try files.moveItem(at: place, to: kept)
            undo.append { try files.moveItem(at: kept, to: place) }
        }
        try files.moveItem(at: after.appending(path: path), to: place)
        undo.append { try files.removeItem(at: place) }
    }
}
