package import Foundation

/// Why a repository can't be read.
package enum RepositoryError: Error, CustomStringConvertible {
    case manifest(folder: String, reason: String)
    case unknownSetting(target: String, name: String)
    case unknownDependency(target: String, name: String)
    case duplicateTarget(String, folders: [String])

    package var description: String {
        switch self {
        case .manifest(let folder, let reason):
            "\(folder)/Package.swift can't be read. Mend what the compiler says:\n\(reason)"
        case .unknownSetting(let target, let name):
            "Target \(target) has the build setting “\(name)”, which the umbrella manifest can't repeat. Teach it to UmbrellaManifest.swift."
        case .unknownDependency(let target, let name):
            "Target \(target) depends on “\(name)”, which is no target of its package and no product of any package."
        case .duplicateTarget(let name, let folders):
            "The target \(name) exists twice, in \(folders.joined(separator: " and ")). Rename one: names are unique in the repository."
        }
    }
}

/// The packages of a monorepo.
package struct Repository: Sendable {
    package let root: URL
    package let packages: [PackageDescription]

    /// Reads all manifests below the folders that hold packages.
    package init(root: URL) async throws {
        let folders = Self.packageFolders(root: root)
        self.root = root
        packages = try await withThrowingTaskGroup(of: PackageDescription.self) { group in
            // Each question that SwiftPM has to answer keeps a processor busy.
            var found: [PackageDescription] = []
            for (index, folder) in folders.enumerated() {
                if index >= ProcessInfo.processInfo.activeProcessorCount, let next = try await group.next() {
                    found.append(next)
                }
                group.addTask { try await Self.describe(folder, root: root) }
            }
            for try await next in group { found.append(next) }
            return found.sorted { $0.folder < $1.folder }
        }
        try checkTargetNames()
    }

    /// The folders at the root that hold packages.
    package static let areas = ["Packages", "Apps", "Tests", "Tools"]

    package static func packageFolders(root: URL) -> [String] {
        areas.flatMap { top -> [String] in
            let names = FileManager.default.enumerator(atPath: root.appending(path: top).path)
            var found: [String] = []
            while let name = names?.nextObject() as? String {
                if name.hasSuffix(".build") || name.contains("/.build/") { names?.skipDescendants() }
                guard name.hasSuffix("/Package.swift") else { continue }
                found.append(top + "/" + name.dropLast("/Package.swift".count))
            }
            return found
        }.sorted()
    }

    /// Asks SwiftPM, unless it was asked about the same text before: that takes
    /// most of a second a package.
    private static func describe(_ folder: String, root: URL) async throws -> PackageDescription {
        let manifest = root.appending(path: folder + "/Package.swift")
        let kept = root.appending(path: ".build/manifests/" + folder.replacing("/", with: "-") + ".json")
        let text = try String(contentsOf: manifest, encoding: .utf8)
        if let known = try? JSONDecoder().decode(KnownManifest.self, from: Data(contentsOf: kept)), known.text == text,
            let description = try? PackageDescription(folder: folder, json: known.description)
        {
            return description
        }
        let result = try await Subprocess.run(
            ["swift", "package", "--package-path", root.appending(path: folder).path, "dump-package"])
        guard result.status == 0 else {
            throw RepositoryError.manifest(folder: folder, reason: result.complaint)
        }
        let description = try PackageDescription(folder: folder, json: result.output)
        // Without it the next run only takes longer.
        try? FileManager.default.createDirectory(
            at: kept.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? JSONEncoder().encode(KnownManifest(text: text, description: result.output))
            .write(to: kept, options: .atomic)
        return description
    }

    /// The Swift sources below a folder, sorted by path.
    package func sources(in folder: String) throws -> [SourceFile] {
        let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
        var paths: [String] = []
        while let name = names?.nextObject() as? String {
            if name.hasSuffix(".swift") { paths.append(name) }
        }
        return try paths.sorted().map { name in
            let path = folder + "/" + name
            return SourceFile(
                path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
        }
    }

    private func checkTargetNames() throws {
        let owners = Dictionary(
            grouping: packages.flatMap { package in package.targets.map { ($0.name, package.folder) } }
        ) { $0.0 }
        if let (name, folders) = owners.sorted(by: { $0.key < $1.key }).first(where: { $0.value.count > 1 }) {
            throw RepositoryError.duplicateTarget(name, folders: folders.map(\.1))
        }
    }
}

/// What SwiftPM said about the text of a manifest.
private struct KnownManifest: Codable {
    let text: String
    let description: Data
}
