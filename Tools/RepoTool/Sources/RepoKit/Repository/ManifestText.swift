package import Foundation

/// Where a manifest says what, to point at it.
package struct ManifestText: Sendable {
    /// Relative to the root of the repository.
    package let path: String
    private let lines: [String]
    /// The line on which the list of targets starts, from 0.
    private let targets: Int

    package init(of package: PackageDescription, root: URL) throws {
        path = package.folder + "/Package.swift"
        lines = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        targets = lines.lastIndex { $0.drop { $0 == " " }.hasPrefix("targets: [") } ?? 0
    }

    /// The line, from 1, that names a package it depends on.
    package func line(ofPackage identity: String) -> Int {
        let name = "/\(identity)\""
        return 1 + (lines.firstIndex { $0.contains(".package(") && $0.lowercased().contains(name) } ?? 0)
    }

    /// The line, from 1, that names a target.
    package func line(ofTarget name: String) -> Int { start(of: name) + 1 }

    /// The line, from 1, on which a target declares that it depends on another.
    package func line(ofDependency name: String, in target: String) -> Int {
        let start = start(of: target)
        let after = start + 1
        let end = lines[min(after, lines.count)...].firstIndex(where: startsTarget) ?? lines.count
        let literal = "\"\(name)\""
        func isWritten(_ text: String) -> (Int) -> Bool {
            { index in lines[index].contains(text) && !(index == start && text == "\"\(target)\"") }
        }
        if let line = (start..<end).first(where: isWritten(literal)) { return line + 1 }
        // A constant at the top may stand for it.
        guard let definition = lines.firstIndex(where: { $0.contains(literal) && $0.contains("let ") }) else {
            return start + 1
        }
        let words = lines[definition].split { !$0.isLetter && !$0.isNumber }
        let constant = words.firstIndex(of: "let").flatMap { words.dropFirst($0 + 1).first } ?? ""
        let use = (start..<end).first { line in
            lines[line].split { !$0.isLetter && !$0.isNumber }.contains(constant)
        }
        return (use ?? definition) + 1
    }

    /// The text from the first line that contains a marker, to the end, and the
    /// number of that line, from 1.
    package func tail(from marker: String) -> (line: Int, text: String)? {
        lines.firstIndex { $0.contains(marker) }.map { ($0 + 1, lines[$0...].joined(separator: "\n")) }
    }

    /// How many lines there are.
    package var count: Int { lines.count }

    private func start(of target: String) -> Int {
        lines[targets...].firstIndex {
            $0.contains("name: \"\(target)\"") && !$0.contains(".product(name: \"\(target)\"")
        }
            ?? targets
    }

    private func startsTarget(_ line: String) -> Bool {
        [".target(", ".testTarget(", ".executableTarget(", ".systemLibrary("].contains { line.contains($0) }
    }
}
