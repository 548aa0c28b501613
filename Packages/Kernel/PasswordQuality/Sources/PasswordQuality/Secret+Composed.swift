public import CoreModels

extension Secret {
    /// The same text in its composed form (NFC), so that a password is right
    /// whichever way a keyboard puts accents together (NIST SP 800-63B-4,
    /// section 3.1.1.2); bytes that aren't UTF-8 stay as they are.
    public var composed: Secret {
        let isPlain = unsafe withUnsafeBytes { unsafe $0.allSatisfy { $0 < 0x80 } }
        if isPlain { return self }
        return withText { text in
            guard let text else { return self }
            return Secret(text.composedScalars.flatMap { UTF8.encode($0) ?? UTF8.encodedReplacementCharacter })
        }
    }
}
