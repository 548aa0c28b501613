import COpenSSL
import CryptographyAPI
import FoundationEssentials

/// HMAC-SHA-256 of the library.
struct HMACAuthentication: MessageAuthenticating {
    private let comparison = OpenSSLConstantTimeComparison()

    func authenticationCode(for data: Data, using key: any SymmetricKey) throws(CryptographyError) -> Data {
        try unsafe data.withBytes { input throws(CryptographyError) in
            try unsafe authenticationCode(for: input, using: key)
        }
    }

    func isValid(_ code: Data, for data: Data, using key: any SymmetricKey) throws(CryptographyError) -> Bool {
        comparison.areEqual(code, try authenticationCode(for: data, using: key))
    }

    /// The code of bytes that may be secret.
    func authenticationCode(
        for input: UnsafeRawBufferPointer, using key: any SymmetricKey
    ) throws(CryptographyError) -> Data {
        try unsafe makeData(32) { output throws(CryptographyError) in
            let result = unsafe key.withUnsafeBytes { key in
                unsafe EVP_Q_mac(
                    nil, "HMAC", nil, "SHA256", nil, key.baseAddress, key.count, input.octets, input.count,
                    output.octets, output.count, nil)
            }
            guard unsafe result != nil else { throw LibraryFailure.drained("EVP_Q_mac") }
        }
    }
}
