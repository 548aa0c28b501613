package import Foundation

/// The source that carries the description of the API into `essentiald`.
package enum OpenAPISource {
    /// What people edit.
    package static let description = "docs/api/openapi.yaml"
    /// What is made of it.
    package static let source = "Apps/Server/Sources/ServerWiring/OpenAPIDocument+Members.swift"
    /// What makes it.
    package static let remedy = "Run `make openapi`, also after a conflict in it, and commit what it writes."

    /// Writes the source, unless the same is there.
    ///
    /// - Returns: Whether it was another one.
    /// - Throws: ``YAMLError``, or what Foundation says about the files.
    package static func write(in root: URL) throws -> Bool {
        let text = try render(String(contentsOf: root.appending(path: description), encoding: .utf8))
        let file = root.appending(path: source)
        guard (try? String(contentsOf: file, encoding: .utf8)) != text else { return false }
        try text.write(to: file, atomically: true, encoding: .utf8)
        return true
    }

    /// The text of the source.
    ///
    /// Each path and component has a line of its own, so that changes of
    /// different ones don't meet.
    ///
    /// - Parameter description: The description, in YAML.
    package static func render(_ description: String) throws(YAMLError) -> String {
        guard case .mapping(let members) = try YAMLReader.value(of: description) else {
            throw YAMLError(line: 1, reason: "The members of an OpenAPI document are expected.")
        }
        return """
            // Written by `make openapi` from \(Self.description), and not by hand.

            extension OpenAPIDocument {
                /// The members of the document in JSON, without `servers`.
                static let members = #\"""
            \(members.filter { $0.key != "servers" }.map(text).joined(separator: ",\n"))
            \(margin)\"""#
            }

            """
    }

    private static let margin = "        "

    /// The member over several lines, if it holds paths or components.
    private static func text(_ member: YAMLValue.Member) -> String {
        switch member.key {
        case "paths": lines(of: member, depth: 1)
        case "components": lines(of: member, depth: 2)
        default: margin + member.json
        }
    }

    private static func lines(of member: YAMLValue.Member, depth: Int) -> String {
        guard depth > 0, case .mapping(let members) = member.value else { return margin + member.json }
        let inner = members.map { lines(of: $0, depth: depth - 1) }.joined(separator: ",\n")
        return "\(margin)\(YAMLValue.string(member.key).json):{\n\(inner)\n\(margin)}"
    }
}
