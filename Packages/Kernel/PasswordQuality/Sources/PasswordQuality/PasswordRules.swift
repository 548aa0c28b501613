@_spi(_Unicode) import Swift

/// What makes a password acceptable, the same on both sides (D7).
///
/// There are no rules of composition: a long phrase in lower case is fine.
public enum PasswordRules {
    /// How many characters a password must have, counted in NFC.
    public static let minimumLength = 8
    /// How many bytes a password may have; NIST SP 800-63B-4 asks for at least
    /// 64 characters, and the limit bounds the work of hashing.
    public static let maximumBytes = 1_024
    /// After how many guesses a password is strong enough: about those that an
    /// attack on a login can make in years, and twice what eight digits take.
    public static let minimumGuesses = 2e8

    /// The name that is in no password.
    private static let service = "essential"
    /// The shortest part of a name or an address that is looked for; shorter
    /// ones are in many words.
    private static let shortestPart = 4

    /// What is wrong with a password; nil if it can be chosen.
    ///
    /// - Parameters:
    ///   - password: The password; nil if its bytes aren't text.
    ///   - name: The name of the person.
    ///   - email: The address of the person.
    public static func problem(of password: String?, name: String, email: String) -> PasswordProblem? {
        guard let password else { return .tooShort }
        let scalars = Array(password._nfc)
        if scalars.count < minimumLength { return .tooShort }
        if password.utf8.count > maximumBytes { return .tooLong }
        let lowercased = text(scalars).lowercased()
        if CommonWords.rank(lowercased.unicodeScalars) != nil { return .common }
        if let part = personalPart(in: lowercased, name: name, email: email) { return .personal(part) }
        let strength = PasswordStrength(of: scalars)
        return strength.guesses < minimumGuesses ? .predictable(strength.pattern) : nil
    }

    /// How many characters a password has as it is hashed, in NFC.
    public static func length(_ password: String) -> Int { password._nfc.reduce(0) { count, _ in count + 1 } }

    private static func personalPart(
        in password: String, name: String, email: String
    ) -> PasswordProblem.PersonalPart? {
        let name = text(Array(name._nfc)).lowercased(), email = text(Array(email._nfc)).lowercased()
        let localPart = email.prefix { $0 != "@" }
        if contains(password, anyOf: [email[...], localPart] + parts(localPart)) { return .email }
        if contains(password, anyOf: [name.filter { $0 != " " }[...]] + parts(name[...])) { return .name }
        return contains(password, anyOf: [service[...]]) ? .service : nil
    }

    private static func parts(_ text: Substring) -> [Substring] {
        text.split { !$0.isLetter && !$0.isNumber }
    }

    private static func contains(_ password: String, anyOf parts: [Substring]) -> Bool {
        parts.contains { $0.unicodeScalars.count >= shortestPart && password.contains($0) }
    }

    private static func text(_ scalars: [Unicode.Scalar]) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}
