/// What somebody has from a message, and others don't.
public enum MailedProof: Hashable, Sendable {
    /// The digits that are typed.
    case code(MailedCode)
    /// The token of the link.
    case link(MailedToken)

    /// Reads what somebody typed or pasted: a code, a whole link, or its token.
    public init?(_ text: String) {
        let word = text.drop(while: \.isWhitespace).prefix { !$0.isNewline }
        if let code = MailedCode(word.filter { !$0.isWhitespace }) {
            self = .code(code)
        } else {
            let word = word.prefix { !$0.isWhitespace }
            let value = word.split(separator: "token=", maxSplits: 1).dropFirst().first
            guard let token = MailedToken(value?.prefix { $0 != "&" && $0 != "#" } ?? word) else { return nil }
            self = .link(token)
        }
    }
}
