import Foundation
import KernelTesting
import RepoKit
import Testing

/// Edits a small monorepo at random, builds all of it, and looks which modules
/// the compiler wrote anew: each must be in a package that is affected.
///
/// `ESSENTIAL_AFFECTED_EDITS` sets how many edits there are, and
/// `ESSENTIAL_AFFECTED_SEED` where they begin.
struct NoChangeIsMissedTests {
    private static let variables = ProcessInfo.processInfo.environment
    private static let edits = variables["ESSENTIAL_AFFECTED_EDITS"].flatMap { Int($0) } ?? 6
    private static let seed = variables["ESSENTIAL_AFFECTED_SEED"].flatMap { UInt64($0) } ?? 2026

    @Test func whateverIsRebuiltIsAffected() async throws {
        let repository = try EditedRepository(seed: Self.seed)
        try await repository.create()
        var before = try await repository.build(), found = 0, expected = 0
        for number in 1...Self.edits {
            let edit = try await repository.edit(number)
            let affected = try await AffectedPackages(since: edit.base, in: Repository(root: repository.fixture.root))
            let after = try await repository.build()
            let rebuilt = Set(
                after.filter { before[$0.key] != $0.value }.keys.compactMap { after[$0]?.package })
            let missed = rebuilt.subtracting(affected.packages.map(\.folder)).sorted()
            #expect(missed.isEmpty, "seed \(Self.seed), edit \(number): \(edit.description)")
            found += rebuilt.count
            expected += edit.packages
            before = after
        }
        // Where nothing is compiled, nothing can be missed. Now and then an incremental build passes over a target whose
        // dependency has another layout, so what all edits come to counts.
        #expect(2 * found >= expected, "seed \(Self.seed): \(found) of \(expected) packages were built again")
    }
}

/// Five packages and a program, under git, and the edits that they suffer.
private final class EditedRepository {
    /// What the compiler left of a target.
    struct Product: Equatable {
        let package: String
        /// The time of the newest object file or module.
        let time: Date
    }

    let fixture: FixtureRepository
    private var random: SeededGenerator
    private var targets: [Target] = []

    /// The targets that other packages use directly.
    private static let used = ["LoginClient", "Models", "StoreAPI", "StoreFile", "StoreTesting"]

    private struct Target {
        /// The folder of the package.
        let package: String
        let name: String
        let folder: String
        var file = "Value.swift"
    }

    init(seed: UInt64) throws {
        fixture = try FixtureRepository()
        random = SeededGenerator(seed: seed)
    }

    func create() async throws {
        try await fixture.git("init", "--quiet", "--initial-branch", "main")
        try fixture.write(".build/\n/Package.swift\n", to: ".gitignore")
        try writePackage("Packages/Models", [("Models", [])], tests: [("ModelsTests", ["Models"])])
        try writePackage(
            "Packages/Store", [("StoreAPI", ["Models"]), ("StoreFile", ["StoreAPI"]), ("StoreTesting", ["StoreAPI"])],
            tests: [("StoreFileTests", ["StoreFile", "StoreTesting"])], uses: ["../Models"])
        try writePackage(
            "Packages/Login", [("LoginAPI", ["Models"]), ("LoginClient", ["LoginAPI", "StoreAPI"])],
            tests: [("LoginClientTests", ["LoginClient", "StoreTesting"])], uses: ["../Models", "../Store"])
        try writePackage("Packages/Lonely", [("Lonely", [])], tests: [("LonelyTests", ["Lonely"])])
        try writePackage(
            "Apps/Server", [("Wiring", ["LoginClient", "StoreFile"])], tests: [("WiringTests", ["Wiring"])],
            uses: ["../../Packages/Login", "../../Packages/Store"])
        try await fixture.commit()
    }

    /// Values of each target hold a value of each target that it uses, so that a
    /// change of layout reaches whoever is built from it.
    private func writePackage(
        _ folder: String, _ sources: [(String, [String])], tests: [(String, [String])], uses packages: [String] = []
    ) throws {
        var declarations: [String] = []
        for (kind, entries) in [("target", sources), ("testTarget", tests)] {
            for (name, dependencies) in entries {
                let list = dependencies.map { "\"\($0)\"" }.joined(separator: ", ")
                declarations.append(".\(kind)(name: \"\(name)\", dependencies: [\(list)])")
                let place = folder + (kind == "target" ? "/Sources/" : "/Tests/") + name
                let fields = dependencies.map { "    public var \($0.lowercased()) = \($0)Value()\n" }.joined()
                try fixture.write(
                    dependencies.map { "public import \($0)\n" }.joined()
                        + "public struct \(name)Value {\n\(fields)    public init() {}\n}\n",
                    to: place + "/Value.swift")
                targets.append(Target(package: folder, name: name, folder: place))
            }
        }
        try fixture.writeManifest(
            of: folder, targets: declarations, products: sources.map(\.0), dependencies: packages)
    }

    /// Builds all packages as one, and gives what there is of each target.
    func build() async throws -> [String: Product] {
        try UmbrellaManifest(try await Repository(root: fixture.root).packages).write(to: fixture.root)
        let scratch = fixture.folder.path(of: ".build/all")
        let outcome = try await ChildProcess.run(
            "swift",
            [
                "build", "--build-tests", "--package-path", fixture.folder.path, "--scratch-path", scratch,
                "-debug-info-format", "none",
            ])
        try #require(outcome.exit == .status(0), "\(outcome.outputText)\(outcome.errorText)")
        var products: [String: Product] = [:]
        for target in targets {
            let objects = URL(filePath: scratch + "/debug/\(target.name).build")
            let times = try FileManager.default.contentsOfDirectory(
                at: objects, includingPropertiesForKeys: [.contentModificationDateKey]
            ).filter { $0.pathExtension == "o" }.map {
                try $0.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate ?? .distantPast
            }
            products[target.name] = Product(package: target.package, time: times.max() ?? .distantPast)
        }
        return products
    }

    struct Edit {
        var description: String
        /// The commit before it.
        let base: String
        /// How many packages have to be rebuilt at least.
        let packages: Int
    }

    /// Changes something and leaves it committed, staged or neither: in turn what
    /// other packages are built from, and anything else.
    func edit(_ number: Int) async throws -> Edit {
        try await fixture.commit()
        let base = try await fixture.git("rev-parse", "HEAD").trimmingCharacters(in: .whitespacesAndNewlines)
        let spreads = number % 2 == 1
        let candidates = targets.indices.filter { !spreads || Self.used.contains(targets[$0].name) }
        let index = candidates[Int.random(in: 0..<candidates.count, using: &random)]
        let target = targets[index]
        let path = target.folder + "/" + target.file
        var edit: Edit
        switch spreads ? 3 : Int.random(in: 0..<4, using: &random) {
        case 0:
            edit = Edit(description: "a new file in \(target.name)", base: base, packages: 1)
            try fixture.write("public struct New\(number) {}\n", to: target.folder + "/New\(number).swift")
        case 1:
            edit = Edit(description: "\(path) under another name", base: base, packages: 1)
            try fixture.write(try fixture.read(path), to: target.folder + "/Moved\(number).swift")
            try fixture.remove(path)
            targets[index].file = "Moved\(number).swift"
        case 2:
            edit = Edit(description: "a new target in \(target.package)", base: base, packages: 1)
            try addTarget("Added\(number)", to: target.package)
        default:
            edit = Edit(description: "another layout in \(target.name)", base: base, packages: spreads ? 2 : 1)
            let field = "public var field\(number) = \(number)\n    public init"
            try fixture.write(try fixture.read(path).replacing("public init", with: field), to: path)
        }
        try fixture.write("Edit \(number)", to: "docs/notes.md")
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            edit.description += ", committed"
            try await fixture.commit()
        case 1:
            edit.description += ", staged"
            try await fixture.git("add", "--all")
        default: break
        }
        return edit
    }

    private func addTarget(_ name: String, to package: String) throws {
        let manifest = try fixture.read(package + "/Package.swift")
        try fixture.write(
            manifest.replacing("targets: [.target(name", with: "targets: [.target(name: \"\(name)\"), .target(name"),
            to: package + "/Package.swift")
        let target = Target(package: package, name: name, folder: package + "/Sources/" + name)
        try fixture.write("public struct \(name)Value {\n    public init() {}\n}\n", to: target.folder + "/Value.swift")
        targets.append(target)
    }
}
