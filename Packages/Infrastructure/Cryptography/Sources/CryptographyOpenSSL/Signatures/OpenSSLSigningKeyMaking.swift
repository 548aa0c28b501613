import COpenSSL
import CoreModels
import CryptographyAPI
import FoundationEssentials

/// Makes, imports and reads keys with the library.
struct OpenSSLSigningKeyMaking: SigningKeyMaking {
    let hashing: any Hashing

    func makeSigningKey(_ algorithm: SignatureAlgorithm) throws(CryptographyError) -> any SigningKey {
        let handle =
            switch algorithm {
            case .es256: try unsafe KeyHandle("EVP_PKEY_Q_keygen", adopting: copenssl_generate_p256())
            case .edDSA: try unsafe KeyHandle("EVP_PKEY_Q_keygen", adopting: copenssl_generate_ed25519())
            case .rs256, .ps256: throw .invalidInput(reason: "nothing is signed with RSA here")
            }
        return try OpenSSLSigningKey(algorithm, handle, hashing: hashing)
    }

    func importPrivateKey(_ pkcs8: Secret) throws(CryptographyError) -> any SigningKey {
        let handle: KeyHandle
        do {
            handle = try unsafe pkcs8.withUnsafeBytes { bytes throws(CryptographyError) in try unsafe parse(bytes) }
        } catch {
            throw .invalidKey(reason: "not a private key in the form of PKCS #8")
        }
        let algorithm = try algorithm(of: handle)
        try unsafe check(handle, EVP_PKEY_pairwise_check, "the halves of the key pair don't belong together")
        return try OpenSSLSigningKey(algorithm, handle, hashing: hashing)
    }

    func makeVerificationKey(_ jsonWebKey: JSONWebKey) throws(CryptographyError) -> any VerificationKey {
        try makeVerificationKey(jsonWebKey, among: SignatureAlgorithm.own)
    }

    func makeForeignVerificationKey(_ jsonWebKey: JSONWebKey) throws(CryptographyError) -> any VerificationKey {
        try makeVerificationKey(jsonWebKey, among: SignatureAlgorithm.allCases)
    }

    private func makeVerificationKey(
        _ jsonWebKey: JSONWebKey, among algorithms: [SignatureAlgorithm]
    ) throws(CryptographyError) -> any VerificationKey {
        let ofKind = algorithms.filter { $0.isFor(keyType: jsonWebKey.keyType, curve: jsonWebKey.curve) }
        guard !ofKind.isEmpty else { throw .invalidKey(reason: "keys of this kind and curve aren't supported") }
        let algorithm = ofKind.first { jsonWebKey.algorithm ?? $0.rawValue == $0.rawValue }
        guard let algorithm, jsonWebKey.use ?? "sig" == "sig" else {
            throw .invalidKey(reason: "the key is for another use or algorithm")
        }
        let handle =
            switch algorithm {
            case .es256: try publicKeyOfP256(jsonWebKey)
            case .edDSA: try publicKeyOfEd25519(jsonWebKey)
            case .rs256, .ps256: try publicKeyOfRSA(jsonWebKey)
            }
        return try OpenSSLVerificationKey(algorithm, handle, hashing: hashing)
    }

    private func parse(_ bytes: UnsafeRawBufferPointer) throws(CryptographyError) -> KeyHandle {
        var next = unsafe bytes.octets
        let info = try unsafe Owned(
            "d2i_PKCS8_PRIV_KEY_INFO", d2i_PKCS8_PRIV_KEY_INFO(nil, &next, bytes.count),
            free: PKCS8_PRIV_KEY_INFO_free)
        guard unsafe next == bytes.octets.map({ unsafe $0 + bytes.count }) else {
            throw .invalidKey(reason: "something follows the key")
        }
        return try unsafe info.withPointer { info throws(CryptographyError) in
            try unsafe KeyHandle("EVP_PKCS82PKEY", adopting: EVP_PKCS82PKEY(info))
        }
    }

    private func algorithm(of handle: KeyHandle) throws(CryptographyError) -> SignatureAlgorithm {
        try unsafe handle.withPointer { key throws(CryptographyError) in
            if unsafe EVP_PKEY_is_a(key, "ED25519") == 1 { return .edDSA }
            var name = [CChar](repeating: 0, count: 64)
            var count = 0
            guard unsafe EVP_PKEY_is_a(key, "EC") == 1,
                unsafe EVP_PKEY_get_group_name(key, &name, name.count, &count) == 1,
                name.prefix(count).elementsEqual("prime256v1".utf8.map { CChar(bitPattern: $0) })
            else {
                ERR_clear_error()
                throw .invalidKey(reason: "keys of this kind and curve aren't supported")
            }
            return .es256
        }
    }

    private func publicKeyOfP256(_ jsonWebKey: JSONWebKey) throws(CryptographyError) -> KeyHandle {
        // RFC 7518 section 6.2.1: coordinates have all of their 32 bytes.
        guard let x = jsonWebKey.x.flatMap({ Base64URL.decode($0) }),
            let y = jsonWebKey.y.flatMap({ Base64URL.decode($0) }),
            x.count == 32, y.count == 32
        else { throw .invalidKey(reason: "a coordinate is missing or malformed") }
        let handle: KeyHandle
        do {
            handle = try unsafe (Data([0x04]) + x + y).withBytes { point throws(CryptographyError) in
                try unsafe KeyHandle(
                    "EVP_PKEY_fromdata", adopting: copenssl_p256_public_key(point.baseAddress, point.count))
            }
        } catch {
            throw .invalidKey(reason: "the point isn't on the curve")
        }
        try unsafe check(handle, EVP_PKEY_public_check, "the point isn't on the curve")
        return handle
    }

    private func publicKeyOfEd25519(_ jsonWebKey: JSONWebKey) throws(CryptographyError) -> KeyHandle {
        guard let x = jsonWebKey.x.flatMap({ Base64URL.decode($0) }), x.count == 32, jsonWebKey.y == nil else {
            throw .invalidKey(reason: "the key is missing or malformed")
        }
        return try unsafe x.withBytes { x throws(CryptographyError) in
            try unsafe KeyHandle(
                "EVP_PKEY_new_raw_public_key_ex",
                adopting: EVP_PKEY_new_raw_public_key_ex(nil, "ED25519", nil, x.octets, x.count))
        }
    }

    /// Of the sizes that are strong enough and don't take long (RFC 7518 section 3.3).
    private func publicKeyOfRSA(_ jsonWebKey: JSONWebKey) throws(CryptographyError) -> KeyHandle {
        guard let modulus = jsonWebKey.modulus.flatMap({ Base64URL.decode($0) }),
            let exponent = jsonWebKey.exponent.flatMap({ Base64URL.decode($0) })
        else { throw .invalidKey(reason: "the modulus or the exponent is missing or malformed") }
        // RFC 7518 section 6.3.1: as few bytes as the numbers need. Nobody uses another exponent than 65537 or 3,
        // and a large one is a burden for whoever verifies.
        guard (256...512).contains(modulus.count), let first = modulus.first,
            first >= (modulus.count == 256 ? 0x80 : 1),
            modulus.last.map({ $0 & 1 == 1 }) == true, [[1, 0, 1], [3]].contains(Array(exponent))
        else { throw .invalidKey(reason: "the modulus or the exponent isn't one that is used") }
        return try unsafe modulus.withBytes { modulus throws(CryptographyError) in
            try unsafe exponent.withBytes { exponent throws(CryptographyError) in
                try unsafe KeyHandle(
                    "EVP_PKEY_fromdata",
                    adopting: copenssl_rsa_public_key(
                        modulus.octets, Int32(modulus.count), exponent.octets, Int32(exponent.count)))
            }
        }
    }

    private func check(
        _ handle: KeyHandle, _ check: (OpaquePointer?) -> Int32, _ complaint: String
    ) throws(CryptographyError) {
        let context = try unsafe handle.withPointer { key throws(CryptographyError) in
            try unsafe Owned(
                "EVP_PKEY_CTX_new_from_pkey", EVP_PKEY_CTX_new_from_pkey(nil, key, nil), free: EVP_PKEY_CTX_free)
        }
        let result = try unsafe context.withPointer { context in unsafe check(context) }
        guard result == 1 else {
            ERR_clear_error()
            throw .invalidKey(reason: complaint)
        }
    }
}
