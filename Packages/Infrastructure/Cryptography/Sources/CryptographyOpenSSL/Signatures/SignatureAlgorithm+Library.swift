import CryptographyAPI
import FoundationEssentials

extension SignatureAlgorithm {
    /// The digest that the library is told to use; Ed25519 brings its own.
    var digestName: String? {
        switch self {
        case .es256: "SHA256"
        case .edDSA: nil
        }
    }

    /// What the library wants for a signature of 64 bytes, or nil if there
    /// aren't 64.
    func librarySignature(fromRaw signature: Data) -> Data? {
        switch self {
        case .es256: ECDSASignature.der(fromRaw: signature)
        case .edDSA: signature.count == 64 ? signature : nil
        }
    }

    /// The 64 bytes for what the library gave.
    func rawSignature(fromLibrary signature: Data) -> Data? {
        switch self {
        case .es256: ECDSASignature.raw(fromDER: signature)
        case .edDSA: signature.count == 64 ? signature : nil
        }
    }
}
