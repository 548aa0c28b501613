@_spi(_Unicode) import Swift

/// The composed form of text (NFC, Unicode Standard Annex 15).
///
/// Neither FoundationEssentials nor the public standard library normalises text,
/// and full Foundation would bring tens of megabytes; this is how the library
/// itself compares it. Nothing else uses that interface, which may go with a new
/// toolchain: then this file doesn't compile, or its tests fail.
extension StringProtocol {
    /// The characters of the composed form.
    public var composedScalars: [Unicode.Scalar] { Array(String(self)._nfc) }

    /// The characters of the decomposed form (NFD), in which marks stand by themselves.
    var decomposedScalars: [Unicode.Scalar] { Array(String(self)._nfd) }

    /// The text in its composed form.
    public var composed: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return String(self) }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: composedScalars)
        return String(scalars)
    }
}
