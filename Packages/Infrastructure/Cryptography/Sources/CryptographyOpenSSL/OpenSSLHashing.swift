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

    func makeSHA256() throws(CryptographyError) -> any IncrementalHashing { try OpenSSLDigest(library) }
}

/// SHA-256 of the library, piece by piece.
private final class OpenSSLDigest: IncrementalHashing {
    private let context: Owned

    init(_ library: OpenSSLLibrary) throws(CryptographyError) {
        context = try unsafe Owned("EVP_MD_CTX_new", EVP_MD_CTX_new(), free: EVP_MD_CTX_free)
        try unsafe context.withPointer { context throws(CryptographyError) in
            try unsafe LibraryFailure.check(
                "EVP_DigestInit_ex2", EVP_DigestInit_ex2(context, library.sha256, nil))
        }
    }

    func update(_ piece: Data) throws(CryptographyError) {
        try unsafe context.withPointer { context throws(CryptographyError) in
            try unsafe piece.withBytes { input throws(CryptographyError) in
                try unsafe LibraryFailure.check(
                    "EVP_DigestUpdate", EVP_DigestUpdate(context, input.baseAddress, input.count))
            }
        }
    }

    func finish() throws(CryptographyError) -> Data {
        try unsafe context.withPointer { context throws(CryptographyError) in
            try unsafe makeData(32) { output throws(CryptographyError) in
                try unsafe LibraryFailure.check(
                    "EVP_DigestFinal_ex", EVP_DigestFinal_ex(context, output.octets, nil))
            }
        }
    }
}
