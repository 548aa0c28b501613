import Foundation

/// A feature at its beginning: a package that builds and whose first test says
/// what to do, and what the rest of the repository has to know about it.
package struct NewFeature: Sendable {
    /// A program that can compose features.
    private struct Program {
        let app: String
        /// The targets that compose them, each with what it sees of the feature.
        let wirings: [(name: String, roles: [String])]
        /// Where the line that composes the feature belongs, and the line.
        let file: String
        let line: String

        var manifest: String { "Apps/\(app)/Package.swift" }
        var place: String { "Apps/\(app)/Sources/\(app)Wiring/\(file)" }
    }

    private let repository: Repository
    private let name: FeatureName
    private let parts: Set<FeaturePart>

    /// - Throws: ``ScaffoldError`` for a name that is taken: by a package, a
    ///   target, a module of the toolchain, a command, a plugin or a page.
    package init(
        _ name: FeatureName, parts: Set<FeaturePart>, in repository: Repository, modules: Set<String>
    ) throws {
        self.repository = repository
        self.name = name
        self.parts = parts
        try NameCheck(repository: repository, modules: modules).check(name)
    }

    private var programs: [Program] {
        var programs: [Program] = []
        let shown = [(FeaturePart.presentation, "Presentation"), (.screens, "Screens")]
            .filter { parts.contains($0.0) }.map(\.1)
        if parts.contains(.client) {
            programs.append(
                Program(
                    app: "Composer", wirings: [("ComposerWiring", ["Client"] + shown)], file: "ClientFeatures.swift",
                    line: "try \(name)Wiring.install(on: base, &host, self)"))
        }
        if parts.contains(.service) {
            // A browser's person has the client, which lives in the server.
            let isWeb = parts.contains(.screens)
            programs.append(
                Program(
                    app: "Server",
                    wirings: [("ServerWiring", ["Operations", "Service"] + (isWeb ? ["Screens"] : []))]
                        + (isWeb ? [("ServerWebWiring", ["API", "Client"])] : []),
                    file: "ServerFeatures.swift",
                    line: "try \(name)Wiring.install(on: base, &host\(isWeb ? ", web" : ""))"))
        }
        return programs
    }

    /// Writes everything, or nothing.
    ///
    /// - Returns: The paths that were written or changed, sorted.
    package func write() async throws -> [String] {
        var texts = try FeatureTemplate(name: name, parts: parts).render(in: repository.root)
        texts["CODEOWNERS"] = try owners(text(of: "CODEOWNERS"))
        for program in programs {
            texts[program.manifest] = try manifest(text(of: program.manifest), of: program)
        }
        return try await FileChanges(root: repository.root, texts: texts).write()
    }

    /// What a person does next.
    package var nextSteps: String {
        let lines = programs.map { "     \($0.place)\n         \($0.line)" }
        let records = parts.contains(.service) ? "openapi configuration fixtures traceability" : "traceability"
        let browsers =
            parts.isSuperset(of: [.screens, .service])
            ? "\n   The server then has \(name)Client for those at browsers: LinkageTests.swift names it." : ""
        return """
            1. make test PACKAGE=\(name)
                 One test fails, and says how to go on.
            2. Write what it is for: docs/features/\(name.kebab).md, and README.md and Requirements.md in its package.
            3. When it is worth having in a program, one line composes it:
            \(lines.joined(separator: "\n"))
               Everything else that a program has to know is written: the manifest and \(name)Wiring.swift.\(browsers)
            4. make \(records)
                 They write what the repository says of it elsewhere; commit that as well.
            """
    }

    private func text(of path: String) throws -> String {
        try String(contentsOf: repository.root.appending(path: path), encoding: .utf8)
    }

    /// Like its neighbours: the owner begins where theirs do.
    private func owners(_ text: String) throws(ScaffoldError) -> String {
        let prefix = "/Packages/Features/"
        let column = text.split(separator: "\n").first { $0.hasPrefix(prefix) }?.prefix { $0 != "@" }.count ?? 0
        let path = "\(prefix)\(name)/"
        let gap = String(repeating: " ", count: max(1, column - path.count))
        return try SortedLines(file: "CODEOWNERS", prefix: prefix)
            .adding("\(path)\(gap)@essential/\(name.kebab)", to: text)
    }

    private func manifest(_ text: String, of program: Program) throws(ScaffoldError) -> String {
        let folder = #"        .package(path: "../../Packages/Features/"#
        var text = try SortedLines(file: program.manifest, prefix: folder).adding("\(folder)\(name)\"),", to: text)
        for wiring in program.wirings {
            let products = SortedLines(
                file: program.manifest, prefix: "                .product(name: ",
                marker: "            name: \"\(wiring.name)\",")
            for role in wiring.roles {
                text = try products.adding("\(products.prefix)\"\(name)\(role)\", package: \"\(name)\"),", to: text)
            }
        }
        return text
    }
}
