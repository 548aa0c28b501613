/// A Swift source file of a target.
package struct SourceFile: Sendable {
    /// One import statement.
    package struct Import: Hashable, Sendable {
        /// The module, without the submodule or the declaration that is named.
        package let module: String
        /// `public`, `package` or another access level, if one is written.
        package let access: String?
        /// The attributes, such as `@testable`.
        package let attributes: [String]
        /// The line, from 1.
        package let line: Int

        package init(module: String, access: String?, attributes: [String], line: Int) {
            self.module = module
            self.access = access
            self.attributes = attributes
            self.line = line
        }
    }

    /// Relative to the root of the repository.
    package let path: String
    package let lines: [String]
    /// The same lines with comments and the text of literals blanked.
    package let code: [String]
    /// The import statements in the order of the file.
    ///
    /// Those in all branches of an `#if` are among them.
    package let imports: [Import]

    package init(path: String, text: String) {
        self.path = path
        lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        code = SwiftCode.lines(of: text)
        imports = Self.imports(in: code)
    }

    /// A line, from 1, as a sentence may quote it.
    func quote(line: Int) -> String {
        lines[line - 1].split(separator: " ").joined(separator: " ")
    }
}

// MARK: - Imports

extension SourceFile {
    private static let accessLevels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    private static let declarationKinds: Set<Substring> = [
        "typealias", "struct", "class", "actor", "enum", "protocol", "let", "var", "func",
    ]

    private static func imports(in code: [String]) -> [Import] {
        var found: [Import] = []
        // Attributes and access levels on lines of their own.
        var pending: [Substring] = []
        for (index, line) in code.enumerated() {
            for statement in line.split(separator: ";") {
                let words = pending + statement.split { $0 == " " || $0 == "\t" }
                let rest = words.drop { $0.hasPrefix("@") || accessLevels.contains($0) }
                pending = rest.isEmpty ? words : []
                guard rest.first == "import" else { continue }
                found += parse(modifiers: words.prefix(rest.startIndex), words: rest.dropFirst(), line: index + 1)
            }
        }
        return found
    }

    private static func parse(
        modifiers: ArraySlice<Substring>, words: ArraySlice<Substring>, line: Int
    ) -> [Import] {
        let path = words.count > 1 && declarationKinds.contains(words.first ?? "") ? words.dropFirst() : words
        guard let module = path.first?.split(separator: ".").first else { return [] }
        return [
            Import(
                module: module.filter { $0 != "`" },
                access: modifiers.last(where: accessLevels.contains).map(String.init),
                attributes: modifiers.filter { $0.hasPrefix("@") }.map(String.init), line: line)
        ]
    }
}
