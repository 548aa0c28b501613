import COpenSSL
import CoreModels
import CryptographyAPI
import FoundationEssentials

/// A key pair of the library, whose secret half lives in its secure heap.
struct OpenSSLSigningKey: SigningKey {
    let verificationKey: any VerificationKey
    private let algorithm: SignatureAlgorithm
    private let handle: KeyHandle

    init(_ algorithm: SignatureAlgorithm, _ handle: KeyHandle, hashing: any Hashing) throws(CryptographyError) {
        self.algorithm = algorithm
        self.handle = handle
        verificationKey = try OpenSSLVerificationKey(algorithm, handle, hashing: hashing)
    }

    func signature(for data: Data) throws(CryptographyError) -> Data {
        let context = try unsafe Owned("EVP_MD_CTX_new", EVP_MD_CTX_new(), free: EVP_MD_CTX_free)
        let signature = try unsafe context.withPointer { context throws(CryptographyError) in
            try unsafe handle.withPointer { key throws(CryptographyError) in
                try unsafe LibraryFailure.check(
                    "EVP_DigestSignInit_ex",
                    EVP_DigestSignInit_ex(context, nil, algorithm.digestName, nil, nil, key, nil))
            }
            return try unsafe data.withBytes { data throws(CryptographyError) in try unsafe sign(data, context) }
        }
        guard let raw = algorithm.rawSignature(fromLibrary: signature) else {
            throw .libraryFailure(operation: "EVP_DigestSign", details: ["a signature of unknown form"])
        }
        return raw
    }

    func exportPrivateKey() throws(CryptographyError) -> Secret {
        let info = try unsafe handle.withPointer { key throws(CryptographyError) in
            try unsafe Owned("EVP_PKEY2PKCS8", EVP_PKEY2PKCS8(key), free: PKCS8_PRIV_KEY_INFO_free)
        }
        return try unsafe info.withPointer { info throws(CryptographyError) in
            let count = unsafe i2d_PKCS8_PRIV_KEY_INFO(info, nil)
            guard count > 0 else { throw LibraryFailure.drained("i2d_PKCS8_PRIV_KEY_INFO") }
            return try unsafe withWipedBytes(Int(count)) { output throws(CryptographyError) in
                var next = unsafe output.octets
                guard unsafe i2d_PKCS8_PRIV_KEY_INFO(info, &next) == count else {
                    throw LibraryFailure.drained("i2d_PKCS8_PRIV_KEY_INFO")
                }
                return unsafe Secret(output)
            }
        }
    }

    private func sign(_ data: UnsafeRawBufferPointer, _ context: OpaquePointer) throws(CryptographyError) -> Data {
        // 72 bytes hold every signature of P-256 in DER; Ed25519 has 64.
        var count = 72
        let signature = try unsafe makeData(count) { output throws(CryptographyError) in
            try unsafe LibraryFailure.check(
                "EVP_DigestSign", EVP_DigestSign(context, output.octets, &count, data.octets, data.count))
        }
        return signature.prefix(count)
    }
}

extension OpenSSLSigningKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "<redacted>" }
    var debugDescription: String { "<redacted>" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
