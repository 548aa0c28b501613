import CoreModels

/// What makes a password acceptable, the same on both sides (D7).
///
/// There are no rules of composition: a long phrase in lower case is fine.
public struct PasswordRules: Sendable {
    /// How many characters a password must have, counted in NFC.
    public static let minimumLength = 8
    /// How many bytes a password may have; NIST SP 800-63B-4 asks for at least
    /// 64 characters, and the limit bounds the work of hashing.
    public static let maximumBytes = 1_024
    /// After how many guesses a password is strong enough: about those that an
    /// attack on a login can make in years, and twice what eight digits take.
    public static let minimumGuesses = 2e8

    /// The name that is in no password.
    public static let service = "essential"
    /// The shortest part of a name or an address that is looked for; shorter
    /// ones are in many words.
    public static let shortestPart = 4

    private let leaked: (any PasswordListing)?

    /// Creates the rules.
    ///
    /// - Parameter leaked: More passwords that are as good as known, besides the
    ///   common ones; nil for none.
    public init(leaked: (any PasswordListing)? = nil) {
        self.leaked = leaked
    }

    /// What is wrong with a password first; nil if it can be chosen.
    ///
    /// - Parameters:
    ///   - password: The password; nil if its bytes aren't text.
    ///   - name: The name of the person.
    ///   - email: The address of the person.
    public func problem(of password: String?, name: String, email: String) -> PasswordProblem? {
        problems(of: password, name: name, email: email).first
    }

    /// All that is wrong with a password; empty if it can be chosen.
    ///
    /// Whether one is common is asked if it is long enough, and whether it is
    /// predictable if nothing else is wrong: others have to be changed anyway.
    ///
    /// - Parameters:
    ///   - password: The password; nil if its bytes aren't text.
    ///   - name: The name of the person.
    ///   - email: The address of the person.
    public func problems(of password: String?, name: String, email: String) -> [PasswordProblem] {
        guard let password else { return [.tooShort] }
        let scalars = password.composedScalars
        if password.utf8.count > Self.maximumBytes { return [.tooLong] }
        let folded = Self.folded(password), isShort = scalars.count < Self.minimumLength
        var problems: [PasswordProblem] = isShort ? [.tooShort] : []
        if !isShort, isKnown(password.composed, folded) { problems.append(.common) }
        problems += Self.personalParts(in: folded, name: name, email: email).map { .personal($0) }
        if !problems.isEmpty { return problems }
        let strength = PasswordStrength(of: scalars)
        return strength.guesses < Self.minimumGuesses ? [.predictable(strength.pattern)] : []
    }

    /// The passwords of this rank or a lower one that are long enough, in lower
    /// case and in order, for who has to do without the whole list.
    public static func mostCommon(upTo rank: Int) -> [String] {
        CommonWords.words(upTo: rank).filter { length($0) >= minimumLength }.sorted()
    }

    private func isKnown(_ password: String, _ folded: String) -> Bool {
        if CommonWords.rank(folded.unicodeScalars) != nil { return true }
        guard let leaked else { return false }
        return leaked.contains(folded) || leaked.contains(password)
    }

    /// A password as it is looked up whatever its case: in lower case, in NFC.
    package static func folded(_ password: String) -> String { password.composed.lowercased() }

    /// How many characters a password has as it is hashed, in NFC.
    public static func length(_ password: String) -> Int { password.composedScalars.count }

    private static func personalParts(
        in password: String, name: String, email: String
    ) -> [PasswordProblem.PersonalPart] {
        let name = folded(name), email = folded(email)
        let localPart = email.prefix { $0 != "@" }
        let looked: [(PasswordProblem.PersonalPart, [Substring])] = [
            (.email, [email[...], localPart] + parts(localPart)),
            (.name, [name.filter { $0 != " " }[...]] + parts(name[...])), (.service, [service[...]]),
        ]
        return looked.filter { contains(password, anyOf: $0.1) }.map(\.0)
    }

    private static func parts(_ text: Substring) -> [Substring] {
        text.split { !$0.isLetter && !$0.isNumber }
    }

    private static func contains(_ password: String, anyOf parts: [Substring]) -> Bool {
        parts.contains { $0.unicodeScalars.count >= shortestPart && password.contains($0) }
    }
}
