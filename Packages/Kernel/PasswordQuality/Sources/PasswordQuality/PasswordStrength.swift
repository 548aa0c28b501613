/// How many guesses a password takes, in the manner of zxcvbn (Wheeler,
/// "zxcvbn: Low-Budget Password Strength Estimation", USENIX Security 2016).
///
/// The password is cut into patterns and characters without order in the way
/// that takes an attacker the fewest guesses.
public struct PasswordStrength: Sendable {
    /// How many guesses it takes.
    public let guesses: Double
    /// The pattern that gives most of it away.
    public let pattern: PasswordPattern

    /// A password is as strong as its beginning, at least; so much of one is
    /// looked at, which bounds the work.
    private static let longest = 256

    /// Estimates a password of these scalars.
    public init(of scalars: [Unicode.Scalar]) {
        let scalars = Array(scalars.prefix(Self.longest))
        let password = FoldedPassword(scalars)
        let simple = PatternMatch.simple(in: password)
        let repetitions = PatternMatch.repetitions(in: password.folded) { unit in
            Segmentation(of: scalars, in: unit, by: Self.byEnd(simple)).guesses
        }
        let whole = Segmentation(of: scalars, in: scalars.indices, by: Self.byEnd(simple + repetitions))
        guesses = whole.guesses
        pattern = whole.longestPattern
    }

    private static func byEnd(_ matches: [PatternMatch]) -> [Int: [PatternMatch]] {
        Dictionary(grouping: matches, by: \.range.upperBound)
    }
}

/// A password and what it is compared by.
struct FoldedPassword {
    /// The scalars as they are.
    let scalars: [Unicode.Scalar]
    /// The same in lower case, one for one.
    let folded: [Unicode.Scalar]

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
        folded = scalars.map { scalar in
            let lower = scalar.properties.lowercaseMapping.unicodeScalars
            return lower.count == 1 ? lower.first ?? scalar : scalar
        }
    }
}
