/// The passwords and words that are guessed first, with their rank.
///
/// They come from the lists of zxcvbn (see the README) and a list of Spanish
/// words, all in lower case.
enum CommonWords {
    /// The rank of a word by its scalars in lower case; nil for one that is not
    /// on the lists.
    static func rank(_ word: some Collection<Unicode.Scalar>) -> Int? {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: word)
        return ranks[String(text)]
    }

    /// The words of this rank or a lower one, in no order.
    static func words(upTo rank: Int) -> [String] { ranks.filter { $0.value <= rank }.map(\.key) }

    /// The length of the longest word.
    static let longest = ranks.keys.map(\.unicodeScalars.count).max() ?? 0

    private static let ranks: [String: Int] = {
        var ranks: [String: Int] = [:]
        for tier in tiers {
            var word = String.UnicodeScalarView()
            for scalar in tier.words.description.unicodeScalars {
                switch scalar {
                case "A"..."Z":
                    // A capital ends a word, and says how much of it the next
                    // one shares.
                    if !word.isEmpty { ranks[String(word)] = tier.rank }
                    word = String.UnicodeScalarView(word.prefix(Int(scalar.value) - 0x41))
                case "\n": continue
                default: word.append(scalar)
                }
            }
            if !word.isEmpty { ranks[String(word)] = tier.rank }
        }
        return ranks
    }()
}
