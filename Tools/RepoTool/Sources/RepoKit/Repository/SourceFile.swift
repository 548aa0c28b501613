import Foundation

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
    }

    /// Relative to the root of the repository.
    package let path: String
    package let lines: [String]

    package init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The import statements in the order of the file.
    ///
    /// Reads lines, and skips comments and string literals of several lines.
    /// The formatter writes each import on a line of its own.
    package var imports: [Import] {
        var found: [Import] = []
        var isInText = false
        var commentDepth = 0
        for (index, line) in lines.enumerated() {
            let code = line.trimmingCharacters(in: .whitespaces)
            if isInText {
                isInText = !code.contains("\"\"\"")
                continue
            }
            if code.hasPrefix("//") { continue }
            let wasComment = commentDepth > 0
            commentDepth += code.occurrences(of: "/*") - code.occurrences(of: "*/")
            if wasComment || code.hasPrefix("/*") { continue }
            if code.contains("\"\"\"") {
                isInText = code.occurrences(of: "\"\"\"") % 2 == 1
                continue
            }
            if let statement = Self.parse(code, line: index + 1) { found.append(statement) }
        }
        return found
    }

    private static let accessLevels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    private static let declarationKinds: Set<Substring> = [
        "typealias", "struct", "class", "enum", "protocol", "let", "var", "func",
    ]

    private static func parse(_ code: String, line: Int) -> Import? {
        var words = code.split(whereSeparator: { $0 == " " || $0 == ";" })[...]
        var attributes: [String] = []
        var access: String?
        while let word = words.first, word != "import" {
            if word.hasPrefix("@") {
                attributes.append(String(word))
            } else if accessLevels.contains(word) {
                access = String(word)
            } else {
                return nil
            }
            words.removeFirst()
        }
        guard words.popFirst() == "import" else { return nil }
        if let word = words.first, declarationKinds.contains(word), words.count > 1 { words.removeFirst() }
        guard let module = words.first?.split(separator: ".").first else { return nil }
        return Import(module: String(module), access: access, attributes: attributes, line: line)
    }
}

extension String {
    fileprivate func occurrences(of text: String) -> Int { ranges(of: text).count }
}
