import COpenSSL
import CryptographyAPI
import FoundationEssentials

/// HMAC of the library.
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

    func oneTimeCode(for data: Data, using key: any SymmetricKey) throws(CryptographyError) -> Data {
        try unsafe data.withBytes { input throws(CryptographyError) in
            try unsafe code(for: input, by: "SHA1", byteCount: 20, using: key)
        }
    }

    /// The code of bytes that may be secret.
    func authenticationCode(
        for input: UnsafeRawBufferPointer, using key: any SymmetricKey
    ) throws(CryptographyError) -> Data {
        try unsafe code(for: input, by: "SHA256", byteCount: 32, using: key)
    }

    private func code(
        for input: UnsafeRawBufferPointer, by digest: String, byteCount: Int, using key: any SymmetricKey
    ) throws(CryptographyError) -> Data {
        try unsafe makeData(byteCount) { output throws(CryptographyError) in
            let result = unsafe key.withUnsafeBytes { key in
                unsafe EVP_Q_mac(
                    nil, "HMAC", nil, digest, nil, key.baseAddress, key.count, input.octets, input.count,
                    output.octets, output.count, nil)
            }
            guard unsafe result != nil else { throw LibraryFailure.drained("EVP_Q_mac") }
        }
    }
}
