import COpenSSL
import CoreModels
import CryptographyAPI
import FoundationEssentials

/// HKDF and scrypt of the library, into locked memory.
struct OpenSSLKeyDerivation: KeyDerivation {
    let library: OpenSSLLibrary
    let arena: LockedArena
    let workers: BoundedWorkers

    func deriveKey(
        from key: any SymmetricKey, salt: Data, info: Data, byteCount: Int
    ) throws(CryptographyError) -> any SymmetricKey {
        guard 1...(255 * 32) ~= byteCount else {  // RFC 5869 section 2.3.
            throw .invalidInput(reason: "HKDF-SHA-256 gives 1 to 8160 bytes")
        }
        return try unsafe LockedKey(byteCount: byteCount, in: arena) { output throws(CryptographyError) in
            try unsafe salt.withBytes { salt throws(CryptographyError) in
                try unsafe info.withBytes { info throws(CryptographyError) in
                    let result = unsafe key.withUnsafeBytes { key in
                        unsafe copenssl_hkdf_sha256(
                            library.hkdf, key.baseAddress, key.count, salt.baseAddress, salt.count,
                            info.baseAddress, info.count, output.octets, output.count)
                    }
                    try LibraryFailure.check("EVP_KDF_derive", result)
                }
            }
        }
    }

    func deriveKey(
        fromPassphrase passphrase: Secret, salt: Data, cost: ScryptCost, byteCount: Int
    ) async throws(CryptographyError) -> any SymmetricKey {
        try Scrypt.validate(cost)
        return try await workers.run { [arena] () throws(CryptographyError) in
            try unsafe LockedKey(byteCount: byteCount, in: arena) { output throws(CryptographyError) in
                try unsafe Scrypt.derive(from: passphrase, salt: salt, cost: cost, into: output)
            }
        }
    }
}
