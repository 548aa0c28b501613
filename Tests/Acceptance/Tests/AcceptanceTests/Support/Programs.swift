import FoundationEssentials

/// Where the programs under test are.
///
/// The variable `ESSENTIAL_PROGRAMS` names their folder. Without it they are
/// taken from beside the test binary, where one build of everything puts them,
/// else from `bin` at the root of the repository, where `make build` does.
enum Programs {
    static var essential: String { get throws { try path(of: "essential") } }
    static var essentiald: String { get throws { try path(of: "essentiald") } }

    private static func path(of name: String) throws -> String {
        let candidates = folders.map { $0 + "/" + name }
        guard let path = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            throw MissingProgram(name: name, candidates: candidates)
        }
        return path
    }

    /// The root of the repository: Support, AcceptanceTests, Tests, Acceptance
    /// and Tests are below it.
    static let root = (0..<6).reduce(#filePath) { path, _ in parent(of: path) }

    private static let folders: [String] = {
        if let folder = ProcessInfo.processInfo.environment["ESSENTIAL_PROGRAMS"] { return [folder] }
        var folders: [String] = []
        if let binary = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
            folders.append(parent(of: binary))
        }
        return folders + [root + "/bin"]
    }()

    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}

/// A program that has to be built before it can be tested.
struct MissingProgram: Error, CustomStringConvertible {
    let name: String
    let candidates: [String]

    var description: String {
        """
        The program “\(name)” is none of \(candidates.joined(separator: ", ")). Build it with `make build`, or name \
        its folder in the variable ESSENTIAL_PROGRAMS.
        """
    }
}
