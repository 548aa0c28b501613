/// What one proxy says of a request that it passes on (RFC 7239, section 4).
struct ForwardedElement: Hashable {
    /// Values by their names in small letters, without quotation marks.
    private(set) var parameters: [String: String] = [:]

    /// Reads a `Forwarded` field: the element of the nearest proxy is the last.
    ///
    /// A field that can't be read is one element that says nothing: where its
    /// elements begin is anybody's guess then.
    static func read(_ field: String) -> [ForwardedElement] {
        var elements = [ForwardedElement()], rest = field[...]
        func skipBlanks() { rest = rest.drop { $0 == " " || $0 == "\t" } }
        while true {
            skipBlanks()
            if rest.first == "," {
                elements.append(ForwardedElement())
                rest.removeFirst()
            } else if rest.first == ";" {
                rest.removeFirst()
            } else if rest.isEmpty {
                return elements
            } else {
                guard let name = token(from: &rest), rest.first == "=",
                    let value = value(from: &rest), elements[elements.count - 1].add(name, value)
                else { return [ForwardedElement()] }
                skipBlanks()
                guard rest.isEmpty || rest.first == "," || rest.first == ";" else { return [ForwardedElement()] }
            }
        }
    }

    /// - Returns: Whether the name is the first of its kind, as it has to be.
    private mutating func add(_ name: String, _ value: String) -> Bool {
        parameters.updateValue(value, forKey: name.lowercased()) == nil
    }

    /// A name; an address without its quotation marks passes for one as well.
    private static func token(from rest: inout Substring) -> String? {
        let token = rest.prefix { !" \t\",;=".contains($0) }
        rest = rest[token.endIndex...]
        return token.isEmpty ? nil : String(token)
    }

    /// What comes after an equals sign: a token or a quoted string (RFC 9110,
    /// section 5.6.4).
    private static func value(from rest: inout Substring) -> String? {
        rest.removeFirst()
        guard rest.first == "\"" else { return token(from: &rest) }
        rest.removeFirst()
        var value = ""
        while let character = rest.popFirst() {
            if character == "\"" { return value }
            guard let next = character == "\\" ? rest.popFirst() : character else { return nil }
            value.append(next)
        }
        return nil
    }
}
