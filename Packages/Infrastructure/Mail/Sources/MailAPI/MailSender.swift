public import CoreModels

/// Who messages come from.
public struct MailSender: Hashable, Sendable, CustomStringConvertible {
    /// The name that people see; may be empty.
    public let name: String
    /// The address.
    public let address: EmailAddress

    /// What the product is called where the operator gives it no name.
    public static let usualName = "Essential"

    /// What the product is called in messages: like their sender.
    public var product: String { name.isEmpty ? Self.usualName : name }

    /// Reads `no-reply@example.com` or `Essential <no-reply@example.com>`, and
    /// answers nil if it is neither.
    public init?(_ text: String) {
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return nil }
        if let address = EmailAddress(text) {
            name = ""
            self.address = address
        } else {
            guard text.hasSuffix(">"), let open = text.lastIndex(of: "<"),
                let address = EmailAddress(text[text.index(after: open)...].dropLast())
            else { return nil }
            name = String(text[..<open].drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            self.address = address
        }
    }

    /// As it is read.
    public var description: String { name.isEmpty ? "\(address)" : "\(name) <\(address)>" }
}
