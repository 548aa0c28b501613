/// One thing that holds everywhere in the repository.
package protocol Rule: Sendable {
    /// What findings call it, such as `R5`.
    var name: String { get }
    /// What must hold. `CONTRIBUTING.md` says it in the same words.
    var statement: String { get }

    /// Where it doesn't hold, in any order.
    func findings(in codebase: Codebase) throws -> [Finding]
}

extension Rule {
    /// A finding at the place where a module says that it uses another.
    func finding(at use: Codebase.Use, _ message: String, remedy: String) -> Finding {
        Finding(name, file: use.file, line: use.line, message: message, remedy: remedy)
    }

    /// A finding at the line of the manifest that declares a module.
    func finding(at module: Codebase.Module, in codebase: Codebase, _ message: String, remedy: String) -> Finding {
        let place = codebase.place(of: module)
        return Finding(name, file: place.file, line: place.line, message: message, remedy: remedy)
    }
}
