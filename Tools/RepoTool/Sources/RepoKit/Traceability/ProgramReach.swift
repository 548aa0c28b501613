/// Which tests go through a program: they install a plugin that a program
/// installs, compose what a program composes, or run a built one.
///
/// It follows names: from a test to what its suite and its target declare, and
/// to the doubles and fixtures that tests share. A test of a part by itself
/// doesn't get there, and proves that the part works, not that anybody has it.
package struct ProgramReach: Sendable {
    /// The folders whose tests use programs and nothing else: the built ones,
    /// and `repo`.
    private static let ofPrograms = ["Tests/", "Tools/"]

    /// Plugins, and types of the wiring.
    private let entries: Set<String>
    private let shared: [SourceDeclarations.Declaration]

    /// - Parameters:
    ///   - wiring: The sources of the programs.
    ///   - shared: The sources of doubles and fixtures.
    package init(wiring: [SourceFile], shared: [SourceFile]) {
        let programs = wiring.flatMap { SourceDeclarations($0).all }
        let plugins = programs.flatMap(\.installed).filter { $0.hasSuffix("Plugin") }
        entries = Set(plugins + programs.filter { $0.kind == .type && $0.owners.isEmpty }.map(\.name))
        self.shared = shared.flatMap { SourceDeclarations($0).all }
    }

    /// The tests of a target, as ``TestSource/Test`` names them, that go
    /// through a program.
    package func tests(in files: [SourceFile]) -> Set<String> {
        let own = files.flatMap { SourceDeclarations($0).all }
        let tests = own.filter { $0.kind == .test }
        if files.contains(where: { file in Self.ofPrograms.contains { file.path.hasPrefix($0) } }) {
            return Set(tests.map(\.path))
        }
        let names = DeclaredNames(own + shared)
        return Set(tests.filter { reaches($0, names) }.map(\.path))
    }

    private func reaches(_ test: SourceDeclarations.Declaration, _ names: DeclaredNames) -> Bool {
        var pending = [test] + names.types(test.owners)
        var seen: Set<String> = []
        // A fixture's method counts once the fixture is in sight.
        var types: Set<String> = Set(test.owners.suffix(1))
        var words: Set<String> = []
        while let next = pending.popLast() {
            if begins(next) { return true }
            guard seen.insert(next.path).inserted else { continue }
            if next.kind == .type, types.insert(next.name).inserted {
                for word in words { pending += names.members(word, of: next.name) }
            }
            for word in next.words where words.insert(word).inserted {
                pending += names.globals(word)
                for type in types { pending += names.members(word, of: type) }
            }
        }
        return false
    }

    private func begins(_ declaration: SourceDeclarations.Declaration) -> Bool {
        !declaration.installed.isDisjoint(with: entries)
            || declaration.words.contains { entries.contains($0) && !$0.hasSuffix("Plugin") }
    }
}

/// Declarations by their names.
private struct DeclaredNames {
    private let global: [String: [SourceDeclarations.Declaration]]
    private let members: [String: [SourceDeclarations.Declaration]]

    init(_ declarations: [SourceDeclarations.Declaration]) {
        let useful = declarations.filter { $0.kind != .test }
        global = Dictionary(grouping: useful.filter { $0.kind == .type || $0.owners.isEmpty }) { $0.name }
        members = Dictionary(grouping: useful.filter { $0.kind == .member && !$0.owners.isEmpty }) { declaration in
            "\(declaration.owners.last ?? "").\(declaration.name)"
        }
    }

    /// A type in all its parts.
    func types(_ path: [String]) -> [SourceDeclarations.Declaration] {
        path.last.map { globals($0).filter { $0.kind == .type } } ?? []
    }

    /// What a word means to whoever sees no type.
    func globals(_ word: String) -> [SourceDeclarations.Declaration] { global[word] ?? [] }

    /// What a word means to whoever has a type in sight.
    func members(_ word: String, of type: String) -> [SourceDeclarations.Declaration] {
        members["\(type).\(word)"] ?? []
    }
}
