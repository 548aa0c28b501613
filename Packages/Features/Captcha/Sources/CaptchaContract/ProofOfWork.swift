/// The challenges of the built-in CAPTCHA, and what answers them.
///
/// A challenge is `proof-of-work.BITS.REST`; its answer is the challenge, a dot
/// and a number in decimal digits, so that the SHA-256 of all of it begins with
/// so many zero bits (Back, "Hashcash", 2002).
package enum ProofOfWork {
    /// What challenges of this kind begin with.
    package static let kind = "proof-of-work"
    /// How many zero bits are ever asked for: some four million tries.
    package static let hardest = 22
    /// The path that gives a challenge.
    package static let path = "/auth/captcha"

    /// What is answered at ``path``.
    package struct Offer: Codable, Sendable {
        package let captcha: String

        package init(captcha: String) {
            self.captcha = captcha
        }
    }

    /// How many zero bits a challenge asks for; nil if it is none of this kind.
    package static func difficulty(of challenge: some StringProtocol) -> Int? {
        let words = challenge.split(separator: ".", omittingEmptySubsequences: false)
        guard words.count >= 3, words[0] == kind else { return nil }
        return Int(words[1])
    }

    /// The challenge and the number of an answer.
    package static func parts(of answer: some StringProtocol) -> (challenge: String, number: UInt64)? {
        guard let dot = answer.lastIndex(of: "."), let number = UInt64(answer[answer.index(after: dot)...]) else {
            return nil
        }
        return (String(answer[..<dot]), number)
    }

    /// Whether a digest begins with so many zero bits.
    package static func holds(_ digest: some Collection<UInt8>, difficulty: Int) -> Bool {
        var zeros = 0
        for byte in digest {
            zeros += byte.leadingZeroBitCount
            if byte != 0 { break }
        }
        return zeros >= difficulty
    }
}
