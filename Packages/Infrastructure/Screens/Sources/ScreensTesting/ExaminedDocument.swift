/// A document as a browser would read it, with what is wrong in it.
///
/// It reads what screens are written of and nothing else: every element has an
/// end tag or can't have contents, every value is quoted.
struct ExaminedDocument {
    struct Element {
        let name: String
        let attributes: [String: String]
    }

    private(set) var elements: [Element] = []
    /// The texts, in their order.
    private(set) var texts: [String] = []
    private(set) var problems: [String] = []
    private var open: [String] = []

    private static let voids: Set = ["meta", "link", "img", "input"]

    init(_ html: String) {
        let declaration = "<!doctype html>\n"
        if !html.hasPrefix(declaration) { problems.append("it doesn't begin with a doctype") }
        var rest = html.dropFirst(declaration.count)
        while let character = rest.first {
            if character == "<" {
                guard let end = rest.firstIndex(of: ">") else { break }
                read(tag: rest[rest.index(after: rest.startIndex)..<end])
                rest = rest[rest.index(after: end)...]
            } else {
                let end = rest.firstIndex(of: "<") ?? rest.endIndex
                texts.append(Self.unescaped(rest[..<end]))
                rest = rest[end...]
            }
        }
        if !open.isEmpty || !rest.isEmpty { problems.append("\(open) aren't closed") }
    }

    private mutating func read(tag: Substring) {
        if tag.hasPrefix("/") {
            let name = String(tag.dropFirst())
            if open.popLast() != name { problems.append("</\(name)> closes something else") }
            return
        }
        let name = String(tag.prefix { $0 != " " })
        var rest = tag.dropFirst(name.count), attributes: [String: String] = [:]
        while rest.first == " " {
            rest = rest.dropFirst()
            let key = String(rest.prefix { $0 != "=" && $0 != " " })
            rest = rest.dropFirst(key.count)
            var value = ""
            if rest.hasPrefix("=\"") {
                rest = rest.dropFirst(2)
                let raw = rest.prefix { $0 != "\"" }
                value = Self.unescaped(raw)
                rest = rest.dropFirst(raw.count + 1)
            }
            if attributes.updateValue(value, forKey: key) != nil { problems.append("\(name) has two \(key)") }
        }
        if !rest.isEmpty { problems.append("<\(tag)> can't be read") }
        elements.append(Element(name: name, attributes: attributes))
        if !Self.voids.contains(name) { open.append(name) }
    }

    private static func unescaped(_ text: Substring) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(String(text)) {
            $0.replacing($1.0, with: $1.1)
        }
    }
}
