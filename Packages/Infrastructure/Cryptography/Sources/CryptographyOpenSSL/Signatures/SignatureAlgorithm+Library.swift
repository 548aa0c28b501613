import CryptographyAPI
import FoundationEssentials

extension SignatureAlgorithm {
    /// Whether a key of that kind is for it.
    func isFor(keyType: String, curve: String?) -> Bool {
        switch self {
        case .es256: keyType == "EC" && curve == "P-256"
        case .edDSA: keyType == "OKP" && curve == "Ed25519"
        case .rs256, .ps256: keyType == "RSA"
        }
    }

    /// The digest that the library is told to use; Ed25519 brings its own.
    var digestName: String? {
        switch self {
        case .es256, .rs256, .ps256: "SHA256"
        case .edDSA: nil
        }
    }

    /// What the library wants for a signature, or nil if it isn't one in form; that
    /// one of RSA is as long as its key is looked at by the library.
    func librarySignature(fromRaw signature: Data) -> Data? {
        switch self {
        case .es256: ECDSASignature.der(fromRaw: signature)
        case .edDSA: signature.count == 64 ? signature : nil
        case .rs256, .ps256: signature
        }
    }

    /// The 64 bytes for what the library gave; nil for what nobody signs here.
    func rawSignature(fromLibrary signature: Data) -> Data? {
        switch self {
        case .es256: ECDSASignature.raw(fromDER: signature)
        case .edDSA: signature.count == 64 ? signature : nil
        case .rs256, .ps256: nil
        }
    }
}
