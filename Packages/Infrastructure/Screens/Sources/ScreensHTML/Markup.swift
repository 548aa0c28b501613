import CoreModels

/// HTML whose tags and names of attributes are known to the compiler, and whose
/// texts are escaped: nothing else can be put into it.
package struct Markup: Sendable {
    private indirect enum Node: Sendable {
        case text(String)
        case element(StaticString, [Attribute], [Markup])
        case void(StaticString, [Attribute])
    }

    private let node: Node

    private init(_ node: Node) {
        self.node = node
    }

    /// Text.
    static func text(_ text: String) -> Markup {
        Markup(.text(text))
    }

    /// An element with its end tag.
    static func element(
        _ name: StaticString, _ attributes: [Attribute] = [], _ contents: [Markup] = []
    ) -> Markup {
        Markup(.element(name, attributes, contents))
    }

    /// An element without contents (HTML Living Standard, section 13.1.2).
    static func void(_ name: StaticString, _ attributes: [Attribute]) -> Markup {
        Markup(.void(name, attributes))
    }

    /// A whole document, as it is sent.
    func document() -> String {
        // Most screens are smaller.
        var output = HTMLOutput(capacity: 16_384)
        output.write("<!doctype html>\n")
        write(to: &output)
        output.write("\n")
        return output.text
    }

    private func write(to output: inout HTMLOutput) {
        switch node {
        case .text(let text): output.write(escaping: text)
        case .void(let name, let attributes): output.write(tag: name, attributes)
        case .element(let name, let attributes, let contents):
            output.write(tag: name, attributes)
            for part in contents { part.write(to: &output) }
            output.write("</")
            output.write(name)
            output.write(">")
        }
    }
}

/// An attribute of an element; its value is escaped.
struct Attribute: Sendable {
    fileprivate let name: StaticString
    fileprivate let value: String?

    init(_ name: StaticString, _ value: String) {
        self.name = name
        self.value = value
    }

    init(_ name: StaticString, _ value: Int) {
        self.init(name, String(value))
    }

    /// What is there or isn't.
    init(_ name: StaticString) {
        self.name = name
        value = nil
    }
}

/// A document that grows: written once from its beginning to its end, since pieces
/// that are put together again and again cost more than all else on a screen.
private struct HTMLOutput {
    private var bytes: [UInt8] = []

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func write(_ text: StaticString) {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func write(escaping text: String) {
        bytes.append(contentsOf: HTML.escaped(text).utf8)
    }

    mutating func write(tag name: StaticString, _ attributes: [Attribute]) {
        write("<")
        write(name)
        for attribute in attributes {
            write(" ")
            write(attribute.name)
            guard let value = attribute.value else { continue }
            write("=\"")
            write(escaping: value)
            write("\"")
        }
        write(">")
    }
}
