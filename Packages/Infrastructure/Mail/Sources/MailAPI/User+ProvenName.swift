public import CoreModels

extension User {
    /// What the person is called in messages; nil until the address is proved, since until
    /// then a stranger may have chosen the name as the message.
    ///
    /// It is nil as well for what could be more than a name: whoever took an account would
    /// write the first line of the letter that is to save its owner, with an address to be
    /// followed or a sentence.
    public var provenName: String? { isVerified && name.canOnlyBeAName ? name : nil }
}

extension String {
    /// Whether it is a few words of letters, of any alphabet, as `Ana J. O'Brien-Sánchez`.
    fileprivate var canOnlyBeAName: Bool {
        let words = split(separator: " ", omittingEmptySubsequences: false)
        return unicodeScalars.count <= 60 && words.count <= 5 && words.allSatisfy { $0.isInitial || $0.isWordOfName }
    }
}

extension Substring {
    /// Whether it is one letter and a period, which no address on the web ends with.
    fileprivate var isInitial: Bool { hasSuffix(".") && dropLast().count == 1 && dropLast().isWordOfName }

    /// Whether it is letters alone, with apostrophes and hyphens between them.
    fileprivate var isWordOfName: Bool {
        unicodeScalars.split(omittingEmptySubsequences: false) { "'’-‐".unicodeScalars.contains($0) }.allSatisfy {
            part in
            part.first?.properties.generalCategory.isLetter == true
                && part.allSatisfy { $0.properties.generalCategory.isLetter || $0.properties.generalCategory.isMark }
        }
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isLetter: Bool {
        switch self {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    fileprivate var isMark: Bool { self == .nonspacingMark || self == .spacingMark }
}
