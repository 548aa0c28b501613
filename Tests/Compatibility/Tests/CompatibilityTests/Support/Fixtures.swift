import FoundationEssentials

/// The files of all releases.
enum Fixtures {
    /// Where a release keeps what its programs left on disks.
    static let onDisk = "on-disk"
    static let folder: String = {
        // Support, CompatibilityTests, Tests: three folders up, and the file.
        let package = (0..<4).reduce(#filePath) { path, _ in
            path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        }
        return package + "/Fixtures"
    }()

    /// Every file of every release, as paths below the folder.
    static let files: [String] = {
        let all = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        return all.filter { isFile(folder + "/" + $0) }.sorted()
    }()

    /// What was asked and answered.
    static let wire: [ReleasedFixture] = files.filter { $0.hasSuffix(".json") && !$0.contains("/\(onDisk)/") }.map {
        // A file that can't be read stops the suite here, with its reason.
        ReleasedFixture(path: $0, fixture: try! Fixture.decode(contents(of: $0)))
    }

    /// The releases that left something on disks.
    static let releases: [String] = Set(
        files.filter { $0.contains("/\(onDisk)/") }.map { String($0.prefix { $0 != "/" }) }
    )
    .sorted()

    static func contents(of path: String) throws -> Data {
        try Data(contentsOf: URL(filePath: folder + "/" + path))
    }

    static func isFile(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder
    }
}
