package import Foundation

/// Why the modules of a build say nothing about the sources.
package enum BuiltModulesError: Error, CustomStringConvertible {
    case missing(modules: [String], folder: String)
    case stale([(module: String, reason: String)])
    case unreadable(module: String, reason: String)

    package var description: String {
        switch self {
        case .missing(let modules, let folder):
            "\(folder) has no module \(modules.joined(separator: ", ")). Build first: `make api`."
        case .stale(let modules):
            "The build is older than the sources. Build first: `make api`.\n"
                + modules.map { "  \($0.module): \($0.reason)" }.joined(separator: "\n")
        case .unreadable(let module, let reason):
            "The symbols of \(module) can't be read. Build it again; if that doesn't help, this is what is wrong:\n\(reason)"
        }
    }
}

/// The modules that a build of all packages left behind.
package struct BuiltModules: Sendable {
    private let root: URL
    private let folder: URL
    private let graph: PackageGraph

    /// - Parameter build: The build's scratch folder.
    package init(root: URL, build: URL, graph: PackageGraph) {
        self.root = root
        self.graph = graph
        folder = build.appending(path: "debug")
    }

    /// The symbols of the given targets.
    ///
    /// - Throws: ``BuiltModulesError`` when a module is missing, or was made
    ///   from other sources than there are now: it would show what is gone.
    package func symbolGraphs(of targets: [String]) async throws -> [SymbolGraph] {
        let missing = targets.filter { !exists(module(of: $0)) }
        guard missing.isEmpty else { throw BuiltModulesError.missing(modules: missing, folder: folder.path) }
        let stale = targets.compactMap { name in staleness(of: name).map { (module: name, reason: $0) } }
        guard stale.isEmpty else { throw BuiltModulesError.stale(stale) }
        let words = try await ["swift-symbolgraph-extract", "-target", Self.target()] + moduleMapArguments
        // As many workers as there are processors, each with its share.
        let workers = ProcessInfo.processInfo.activeProcessorCount
        return try await withThrowingTaskGroup(of: [SymbolGraph].self) { group in
            for worker in 0..<workers {
                group.addTask {
                    var graphs: [SymbolGraph] = []
                    for index in stride(from: worker, to: targets.count, by: workers) {
                        graphs.append(try await extract(targets[index], with: words))
                    }
                    return graphs
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }.sorted { $0.module < $1.module }
        }
    }

    private func extract(_ module: String, with words: [String]) async throws -> SymbolGraph {
        let files = FileManager.default
        let output = files.temporaryDirectory.appending(path: "symbols-\(UUID().uuidString)")
        try files.createDirectory(at: output, withIntermediateDirectories: true)
        defer { try? files.removeItem(at: output) }
        let result = try await Subprocess.run(
            words + [
                "-module-name", module, "-I", folder.appending(path: "Modules").path,
                "-minimum-access-level", "public", "-skip-synthesized-members", "-emit-extension-block-symbols",
                "-output-dir", output.path,
            ])
        guard result.status == 0 else {
            throw BuiltModulesError.unreadable(module: module, reason: result.complaint)
        }
        let parts = try files.contentsOfDirectory(at: output, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasSuffix(".symbols.json") }
        return try SymbolGraph(module: module, parts: parts.map { try Data(contentsOf: $0) })
    }

    /// Why a module doesn't show its target's sources, or `nil` when it does.
    private func staleness(of name: String) -> String? {
        guard let node = graph.targets[name] else { return nil }
        let sources = root.appending(path: node.folder)
        var paths: Set<String> = []
        var newest = (path: "", date: Date.distantPast)
        let names = FileManager.default.enumerator(atPath: sources.path)
        while let path = names?.nextObject() as? String {
            guard path.hasSuffix(".swift") else { continue }
            paths.insert(path)
            let date = names?.fileAttributes?[.modificationDate] as? Date ?? .distantFuture
            if date > newest.date { newest = (path, date) }
        }
        let list = folder.appending(path: "\(name).build/sources")
        if let text = try? String(contentsOf: list, encoding: .utf8) {
            // A path with a space is in quotation marks.
            let built = text.split(separator: "\n").map { $0.trimmingCharacters(in: ["'", "\""]) }.compactMap { path in
                path.range(of: "/\(node.folder)/").map { String(path[$0.upperBound...]) }
            }
            if let path = paths.symmetricDifference(built).min() {
                return "\(path) is \(paths.contains(path) ? "not in the build" : "in the build, and gone")."
            }
        }
        return newest.date > built(name) ? "\(newest.path) changed after the build." : nil
    }

    /// When a module was last built.
    ///
    /// The module itself keeps its time when a change leaves it as it was.
    private func built(_ name: String) -> Date {
        let traces = [
            "Modules/\(name).swiftmodule", "Modules/\(name).swiftdoc", "Modules/\(name).swiftsourceinfo",
            "\(name).build/\(name).emit-module.d", "\(name).build/primary.priors",
        ]
        return traces.compactMap { trace in
            let attributes = try? FileManager.default.attributesOfItem(atPath: folder.appending(path: trace).path)
            return attributes?[.modificationDate] as? Date
        }.max() ?? .distantPast
    }

    /// What leads to the C modules that a Swift module was built with.
    private var moduleMapArguments: [String] {
        graph.targets.sorted { $0.key < $1.key }.flatMap { name, node in
            [
                root.appending(path: node.folder + "/module.modulemap"),
                root.appending(path: node.folder + "/include/module.modulemap"),
                folder.appending(path: name + ".build/module.modulemap"),
            ]
        }.filter(exists).flatMap { ["-Xcc", "-fmodule-map-file=" + $0.path] }
    }

    private func module(of name: String) -> URL { folder.appending(path: "Modules/\(name).swiftmodule") }

    private func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

    /// The triple that the compiler builds for when it isn't told.
    private static func target() async throws -> String {
        struct Info: Decodable {
            struct Target: Decodable { let triple: String }
            let target: Target
        }
        let output = try await Subprocess.output(of: ["swiftc", "-print-target-info"])
        return try JSONDecoder().decode(Info.self, from: output).target.triple
    }
}
