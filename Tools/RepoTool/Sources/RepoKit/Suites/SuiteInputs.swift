import Foundation

/// All that the suites of the umbrella's build depend on, at one moment.
///
/// A suite that passed with some inputs is not run again with the same. What
/// counts is the text of every file below the targets that it is built from,
/// how they are declared, the toolchain, what is installed, and the
/// environment. A suite that looks up its own place on the disk, or that starts
/// the programs as built, may read anything: for it, every file of the
/// repository counts.
package struct SuiteInputs: Sendable {
    private let graph: PackageGraph
    /// By target.
    private let declarations: [String: String]
    /// A line for each file, by path.
    private let files: [(path: String, line: String)]
    private let filesByTarget: [String: [String]]
    /// The targets that may read any file.
    private let curious: Set<String>
    private let surroundings: String

    /// Set for each command by whoever starts it, and nothing to a test; what is
    /// given to `make` among it, which hands it down.
    private static let ignoredVariables: Set<String> = [
        "_", "BASE", "COLUMNS", "FRESH", "LINES", "MAKEFLAGS", "MAKELEVEL", "MAKE_TERMERR", "MAKE_TERMOUT", "MFLAGS",
        "OLDPWD", "PACKAGE", "PWD", "SHLVL", "TERM", "TMPDIR",
    ]

    /// Reads everything anew.
    ///
    /// - Parameter surroundings: What ``surroundings(flavour:environment:)`` gave.
    /// - Throws: ``SubprocessError`` when this is no git repository.
    package init(of repository: Repository, surroundings: String) async throws {
        let graph = try PackageGraph(repository.packages)
        let files = try await Self.files(in: repository.root)
        let folders = graph.targets.mapValues { $0.folder + "/" }
        // Sorted by path, so that a folder's files are together.
        filesByTarget = folders.mapValues { folder in
            let start = files.partitioningIndex { $0.path >= folder }
            return files[start...].prefix { $0.path.hasPrefix(folder) }.map(\.line)
        }
        let curiousFiles = try await Self.curiousFiles(in: repository.root)
        curious = Set(folders.filter { _, folder in curiousFiles.contains { $0.hasPrefix(folder) } }.keys)
            .union(graph.programTests.map(\.test))
        declarations = try UmbrellaManifest(repository.packages).declarations()
        self.graph = graph
        self.files = files
        self.surroundings = surroundings
    }

    /// The text of all inputs of a suite: equal texts, equal inputs.
    package func text(of suite: String) -> String {
        var closure: Set<String> = []
        var open = [suite]
        while let name = open.popLast() {
            if closure.insert(name).inserted { open += graph.targets[name]?.dependencies ?? [] }
        }
        var lines = [surroundings] + closure.sorted().compactMap { declarations[$0] }
        if closure.isDisjoint(with: curious) {
            lines += closure.sorted().flatMap { filesByTarget[$0] ?? [] }
        } else {
            lines += files.map(\.line)
        }
        return lines.joined(separator: "\n")
    }

    /// What a suite depends on besides files: the toolchain, the packages of the
    /// system, the flags of the build and the environment.
    package static func surroundings(flavour: BuildFlavour, environment: [String: String]) async throws -> String {
        let toolchain = try await Subprocess.output(of: ["swift", "--version"])
        let installed = "/var/lib/dpkg/status"
        let system =
            FileManager.default.fileExists(atPath: installed)
            ? try await Subprocess.output(of: ["git", "hash-object", "--no-filters", installed]) : Data()
        let variables = environment.filter { !ignoredVariables.contains($0.key) }.sorted { $0.key < $1.key }
        // Hashed, since a variable may be a secret.
        let rest = flavour.flags(environment) + variables.map { "\($0.key)=\($0.value)" }
        let hash = try await Subprocess.output(
            of: ["git", "hash-object", "--stdin"],
            input: toolchain + system + Data(rest.joined(separator: "\n").utf8))
        return String(decoding: hash, as: UTF8.self)
    }

    /// All files but what was built, with the hash of each, sorted by path.
    private static func files(in root: URL) async throws -> [(path: String, line: String)] {
        let list = try await Subprocess.output(
            of: [
                "git", "ls-files", "-z", "--cached", "--others", "--exclude=.build/", "--exclude=/bin/",
                "--exclude=/Package.swift",
            ], in: root)
        let paths = Set(list.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }).sorted().filter { path in
            var isFolder: ObjCBool = false
            return unsafe FileManager.default.fileExists(
                atPath: root.appending(path: path).path, isDirectory: &isFolder)
                && !isFolder.boolValue
        }
        let hashes = try await Subprocess.output(
            of: ["git", "hash-object", "--no-filters", "--stdin-paths"], in: root,
            input: Data(paths.joined(separator: "\n").utf8))
        let texts = String(decoding: hashes, as: UTF8.self).split(separator: "\n")
        guard texts.count == paths.count else {
            throw SubprocessError(command: ["git", "hash-object"], status: 0, complaint: "A path has a line break.")
        }
        return zip(paths, texts).map { ($0, "\($0) \($1)") }
    }

    /// The sources that ask where they are.
    private static func curiousFiles(in root: URL) async throws -> [String] {
        let found = try await Subprocess.run(
            ["git", "grep", "--untracked", "-lzE", #"#file(Path)?\b|currentDirectoryPath"#, "--", "*.swift"], in: root)
        return found.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension Array {
    /// The index of the first element that the predicate holds for, in an array
    /// where it holds for all that follow.
    fileprivate func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
