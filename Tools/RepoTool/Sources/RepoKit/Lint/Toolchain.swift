/// The modules that come with the toolchain and need no declaration.
enum Toolchain {
    static let modules: Set = [
        "Swift", "FoundationEssentials", "Foundation", "FoundationNetworking", "Synchronization", "Glibc", "Dispatch",
        "Observation",
        "RegexBuilder", "Testing", "XCTest", "PackageDescription",
    ]
}

extension Codebase.Module {
    /// The imports of modules that are in no package, without the given ones.
    func toolchainImports(
        in codebase: Codebase, except allowed: Set<String>
    ) -> [(source: SourceFile, statement: SourceFile.Import)] {
        sources.flatMap { source in
            source.imports.filter { statement in
                codebase.graph.targets[statement.module] == nil && !allowed.contains(statement.module)
            }.map { (source, $0) }
        }
    }
}
