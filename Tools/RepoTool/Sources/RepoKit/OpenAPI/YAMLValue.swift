/// A value of a YAML document, with members in the order of the text.
package indirect enum YAMLValue: Equatable, Sendable {
    /// One member of a mapping.
    package struct Member: Equatable, Sendable {
        package let key: String
        package let value: YAMLValue

        package init(_ key: String, _ value: YAMLValue) {
            self.key = key
            self.value = value
        }
    }

    case mapping([Member])
    case sequence([YAMLValue])
    case string(String)
    /// `true`, `12` and `null`, which JSON writes alike.
    case literal(String)

    /// The value as JSON, in one line.
    package var json: String {
        switch self {
        case .mapping(let members): "{\(members.map(\.json).joined(separator: ","))}"
        case .sequence(let items): "[\(items.map(\.json).joined(separator: ","))]"
        case .string(let text): Self.quoted(text)
        case .literal(let text): text
        }
    }

    fileprivate static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\n": "\\n"
            // No backslash stands before a number sign: in Swift that is an escape.
            case "\\", "\u{0}"..."\u{1F}": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}

extension YAMLValue.Member {
    /// The member as JSON, in one line.
    package var json: String { "\(YAMLValue.quoted(key)):\(value.json)" }
}
