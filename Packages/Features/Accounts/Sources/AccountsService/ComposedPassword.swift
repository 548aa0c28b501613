package import CoreModels
@_spi(_Unicode) import Swift

extension Secret {
    /// The same text in its composed form (NFC), so that a password is right
    /// whichever way a keyboard puts accents together (NIST SP 800-63B-4,
    /// section 3.1.1.2); bytes that aren't UTF-8 stay as they are.
    package var composed: Secret {
        let isPlain = withUnsafeBytes { $0.allSatisfy { $0 < 0x80 } }
        if isPlain { return self }
        return withText { text in
            guard let text else { return self }
            // Neither FoundationEssentials nor the public standard library
            // normalises text, and full Foundation would bring tens of
            // megabytes; this is how the library itself compares it.
            return Secret(text._nfc.flatMap { UTF8.encode($0) ?? UTF8.encodedReplacementCharacter })
        }
    }
}
