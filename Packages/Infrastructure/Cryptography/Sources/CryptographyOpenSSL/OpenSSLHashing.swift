import COpenSSL
import CoreModels
import CryptographyAPI
import FoundationEssentials

/// SHA-256 of the library.
struct OpenSSLHashing: Hashing {
    let library: OpenSSLLibrary

    func sha256(_ data: Data) throws(CryptographyError) -> Data {
        try unsafe data.withBytes { input throws(CryptographyError) in try unsafe digest(input) }
    }

    func sha256(_ secret: Secret) throws(CryptographyError) -> Data {
        try unsafe secret.withUnsafeBytes { input throws(CryptographyError) in try unsafe digest(input) }
    }

    private func digest(_ input: UnsafeRawBufferPointer) throws(CryptographyError) -> Data {
        try unsafe makeData(32) { output throws(CryptographyError) in
            try unsafe LibraryFailure.check(
                "EVP_Digest",
                EVP_Digest(input.baseAddress, input.count, output.octets, nil, library.sha256, nil))
        }
    }
}
