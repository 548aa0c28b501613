import COpenSSL
import CryptographyAPI
import FoundationEssentials

/// The key agreement X25519 of the library (RFC 7748).
struct X25519 {
    let arena: LockedArena

    private static let name = "X25519"

    func publicKey(of key: any SymmetricKey) throws(CryptographyError) -> Data {
        let handle = try privateKey(key)
        return try unsafe handle.withPointer { key throws(CryptographyError) in
            try unsafe makeData(32) { output throws(CryptographyError) in
                var count = output.count
                try unsafe LibraryFailure.check(
                    "EVP_PKEY_get_raw_public_key", EVP_PKEY_get_raw_public_key(key, output.octets, &count))
            }
        }
    }

    /// What both sides can compute.
    ///
    /// - Throws: ``CryptographyError/invalidKey(reason:)`` for a public key with which it would be the same whatever
    ///   the private key is (RFC 7748 section 6.1).
    func agree(_ key: any SymmetricKey, with publicKey: Data) throws(CryptographyError) -> any SymmetricKey {
        let own = try privateKey(key)
        let other = try unsafe publicKey.withBytes { bytes throws(CryptographyError) in
            try unsafe KeyHandle(
                "EVP_PKEY_new_raw_public_key_ex",
                adopting: EVP_PKEY_new_raw_public_key_ex(nil, Self.name, nil, bytes.octets, bytes.count))
        }
        return try unsafe own.withPointer { own throws(CryptographyError) in
            try unsafe other.withPointer { other throws(CryptographyError) in try unsafe derive(own, other) }
        }
    }

    private func derive(_ own: OpaquePointer, _ other: OpaquePointer) throws(CryptographyError) -> any SymmetricKey {
        let context = try unsafe Owned(
            "EVP_PKEY_CTX_new_from_pkey", EVP_PKEY_CTX_new_from_pkey(nil, own, nil), free: EVP_PKEY_CTX_free)
        return try unsafe context.withPointer { context throws(CryptographyError) in
            try unsafe LibraryFailure.check("EVP_PKEY_derive_init", EVP_PKEY_derive_init(context))
            try unsafe LibraryFailure.check("EVP_PKEY_derive_set_peer", EVP_PKEY_derive_set_peer(context, other))
            return try unsafe LockedKey(byteCount: 32, in: arena) { output throws(CryptographyError) in
                var count = output.count
                guard unsafe EVP_PKEY_derive(context, output.octets, &count) == 1 else {
                    ERR_clear_error()
                    throw .invalidKey(reason: "a public key of low order")
                }
            }
        }
    }

    private func privateKey(_ key: any SymmetricKey) throws(CryptographyError) -> KeyHandle {
        try unsafe key.withUnsafeBytes { bytes throws(CryptographyError) in
            try unsafe KeyHandle(
                "EVP_PKEY_new_raw_private_key_ex",
                adopting: EVP_PKEY_new_raw_private_key_ex(nil, Self.name, nil, bytes.octets, bytes.count))
        }
    }
}
