/// The name that a client gave to what it asks for.
struct IdempotencyKey: Hashable, Sendable {
    /// How long a key may be; a UUID has 36 characters.
    static let maximumLength = 128

    let text: String

    /// - Returns: nil for anything but 1 to 128 visible characters of ASCII.
    init?(_ text: String) {
        guard (1...Self.maximumLength).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        self.text = text
    }
}
