import CoreModels

/// HTML whose tags and names of attributes are known to the compiler, and whose
/// texts are escaped: nothing else can be put into it.
package struct Markup: Sendable {
    private let html: String

    private init(html: String) {
        self.html = html
    }

    /// Text.
    static func text(_ text: String) -> Markup {
        Markup(html: HTML.escaped(text))
    }

    /// An element with its end tag.
    static func element(
        _ name: StaticString, _ attributes: [Attribute] = [], _ contents: [Markup] = []
    ) -> Markup {
        Markup(html: contents.reduce(tag(name, attributes)) { $0 + $1.html } + "</" + name.description + ">")
    }

    /// An element without contents (HTML Living Standard, section 13.1.2).
    static func void(_ name: StaticString, _ attributes: [Attribute]) -> Markup {
        Markup(html: tag(name, attributes))
    }

    /// A whole document, as it is sent.
    func document() -> String { "<!doctype html>\n" + html + "\n" }

    private static func tag(_ name: StaticString, _ attributes: [Attribute]) -> String {
        attributes.reduce("<" + name.description) { $0 + $1.html } + ">"
    }
}

/// An attribute of an element; its value is escaped.
struct Attribute {
    fileprivate let html: String

    init(_ name: StaticString, _ value: String) {
        html = " " + name.description + "=\"" + HTML.escaped(value) + "\""
    }

    init(_ name: StaticString, _ value: Int) {
        self.init(name, String(value))
    }

    /// What is there or isn't.
    init(_ name: StaticString) {
        html = " " + name.description
    }
}
