/// What an answer asks for in `WWW-Authenticate` (RFC 9110, section 11.6.1).
public struct AuthenticationChallenge: Hashable, Sendable {
    /// The scheme, in lower case.
    public let scheme: String
    /// The parameters, with their names in lower case; without the quotes.
    public let parameters: [String: String]

    /// The error in terms of OAuth (RFC 6750, section 3), if there is one.
    public var error: String? { parameters["error"] }
}

extension HTTPFields {
    /// The challenges of an answer, in order.
    ///
    /// What isn't one is passed over, and so are the tokens of schemes that have
    /// no parameters.
    public var challenges: [AuthenticationChallenge] {
        values(of: .wwwAuthenticate).flatMap { value in
            var challenges: [(scheme: String, parameters: [String: String])] = []
            for element in Self.elements(of: value) {
                var parameter = ChallengeElement(element)
                let scheme = parameter.scheme()
                if let scheme { challenges.append((scheme, [:])) }
                // Without a scheme before it, a parameter is of the challenge before.
                guard let (name, value) = parameter.parameter(), !challenges.isEmpty else { continue }
                let last = challenges.count - 1
                if challenges[last].parameters[name] == nil { challenges[last].parameters[name] = value }
            }
            return challenges.map { AuthenticationChallenge(scheme: $0.scheme, parameters: $0.parameters) }
        }
    }

    /// The elements of a list (RFC 9110, section 5.6.1); a comma in quotes is
    /// none between two.
    private static func elements(of value: String) -> [ArraySlice<UInt8>] {
        var isQuoted = false, isEscaped = false
        return Array(value.utf8).split { byte in
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isQuoted: isEscaped = true
            case UInt8(ascii: "\""): isQuoted.toggle()
            default: return byte == UInt8(ascii: ",") && !isQuoted
            }
            return false
        }
    }
}

/// Reads an element of a list of challenges: a scheme, a parameter, or a scheme
/// and the first of its parameters.
private struct ChallengeElement {
    private var rest: ArraySlice<UInt8>

    init(_ element: ArraySlice<UInt8>) {
        rest = element.drop(while: Self.isBlank)
    }

    /// The scheme, if it begins with one: a word that no sign follows.
    mutating func scheme() -> String? {
        let word = rest.prefix(while: HTTPFieldName.isTokenByte)
        let behind = rest[word.endIndex...]
        let next = behind.drop(while: Self.isBlank)
        guard !word.isEmpty, behind.first.map(Self.isBlank) ?? true, next.first != UInt8(ascii: "=") else { return nil }
        rest = next
        return String(decoding: word, as: UTF8.self).lowercased()
    }

    /// The parameter, if what is left is one (section 11.2).
    mutating func parameter() -> (name: String, value: String)? {
        let name = rest.prefix(while: HTTPFieldName.isTokenByte)
        rest = rest[name.endIndex...].drop(while: Self.isBlank)
        guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "=") else { return nil }
        rest = rest.drop(while: Self.isBlank)
        guard let value = rest.first == UInt8(ascii: "\"") ? quotedString() : word(),
            rest.allSatisfy(Self.isBlank)
        else { return nil }
        return (String(decoding: name, as: UTF8.self).lowercased(), String(decoding: value, as: UTF8.self))
    }

    private mutating func word() -> [UInt8]? {
        let word = rest.prefix(while: HTTPFieldName.isTokenByte)
        rest = rest[word.endIndex...]
        return word.isEmpty ? nil : Array(word)
    }

    /// What stands in quotes, which may hold any character behind a backslash
    /// (section 5.6.4); nil if they don't close.
    private mutating func quotedString() -> [UInt8]? {
        var value: [UInt8] = []
        rest.removeFirst()
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return value
            case UInt8(ascii: "\\"):
                guard let escaped = rest.popFirst() else { return nil }
                value.append(escaped)
            default: value.append(byte)
            }
        }
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
