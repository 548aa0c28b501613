/// What is stored in place of a password.
///
/// The text carries all parameters, in the manner of the PHC string format:
/// `$scrypt$ln=15,r=8,p=3,k=<pepper>$<salt>$<hash>`, and `$bcrypt$c=10,k=<pepper>$…` and its like for what
/// was adopted from another program. It doesn't show in print,
/// since a hash lets people guess at their leisure.
public struct PasswordHash: Hashable, Sendable {
    /// The text to store.
    public let encoded: String

    /// Wraps a stored text, whose form is checked when it is used.
    public init(encoded: String) {
        self.encoded = encoded
    }
}

extension PasswordHash: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `<redacted>`.
    public var description: String { "<redacted>" }
    /// Always `<redacted>`.
    public var debugDescription: String { "<redacted>" }
    /// Shows nothing, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
