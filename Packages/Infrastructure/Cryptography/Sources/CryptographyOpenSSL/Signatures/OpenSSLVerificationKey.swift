import COpenSSL
import CryptographyAPI
import FoundationEssentials

/// A public key of the library.
struct OpenSSLVerificationKey: VerificationKey {
    let algorithm: SignatureAlgorithm
    let jsonWebKey: JSONWebKey
    let thumbprint: String
    private let handle: KeyHandle

    /// Wraps a key, or the public half of a key pair.
    init(_ algorithm: SignatureAlgorithm, _ handle: KeyHandle, hashing: any Hashing) throws(CryptographyError) {
        let members =
            switch algorithm {
            case .es256: try Self.membersOfP256(handle)
            case .edDSA: try Self.membersOfEd25519(handle)
            case .rs256, .ps256: try Self.membersOfRSA(handle)
            }
        self.algorithm = algorithm
        self.handle = handle
        thumbprint = try JSONWebKeyThumbprint.compute(requiredMembers: members, hashing: hashing)
        jsonWebKey = JSONWebKey(
            keyType: members["kty", default: ""], curve: members["crv"], x: members["x"], y: members["y"],
            modulus: members["n"], exponent: members["e"], keyID: thumbprint, use: "sig",
            algorithm: algorithm.rawValue)
    }

    func isValid(_ signature: Data, for data: Data) throws(CryptographyError) -> Bool {
        guard let signature = algorithm.librarySignature(fromRaw: signature) else { return false }
        let context = try unsafe Owned("EVP_MD_CTX_new", EVP_MD_CTX_new(), free: EVP_MD_CTX_free)
        return try unsafe context.withPointer { context throws(CryptographyError) in
            try unsafe handle.withPointer { key throws(CryptographyError) in
                var own: OpaquePointer?
                try unsafe LibraryFailure.check(
                    "EVP_DigestVerifyInit_ex",
                    EVP_DigestVerifyInit_ex(context, &own, algorithm.digestName, nil, nil, key, nil))
                if algorithm == .ps256 {
                    try unsafe LibraryFailure.check("EVP_PKEY_CTX_set_rsa_padding", copenssl_expect_pss(own))
                }
            }
            return try unsafe signature.withBytes { signature throws(CryptographyError) in
                try unsafe data.withBytes { data throws(CryptographyError) in
                    // Any failure means that it isn't valid: the bytes come
                    // from strangers, and some upset the library's parser.
                    let result = unsafe EVP_DigestVerify(
                        context, signature.octets, signature.count, data.octets, data.count)
                    ERR_clear_error()
                    return result == 1
                }
            }
        }
    }

    private static func membersOfP256(_ handle: KeyHandle) throws(CryptographyError) -> [String: String] {
        let point = try unsafe handle.withPointer { key throws(CryptographyError) in
            try unsafe makeData(65) { output throws(CryptographyError) in
                var count = 0
                try unsafe LibraryFailure.check(
                    "EVP_PKEY_get_octet_string_param",
                    EVP_PKEY_get_octet_string_param(
                        key, OSSL_PKEY_PARAM_PUB_KEY, output.octets, output.count, &count))
                guard count == 65, unsafe output[0] == 0x04 else {
                    throw .invalidKey(reason: "the point isn't in uncompressed form")
                }
            }
        }
        return [
            "kty": "EC", "crv": "P-256", "x": Base64URL.encode(point[1..<33]), "y": Base64URL.encode(point[33..<65]),
        ]
    }

    private static func membersOfRSA(_ handle: KeyHandle) throws(CryptographyError) -> [String: String] {
        try unsafe handle.withPointer { key throws(CryptographyError) in
            [
                "kty": "RSA", "n": try unsafe number(OSSL_PKEY_PARAM_RSA_N, of: key),
                "e": try unsafe number(OSSL_PKEY_PARAM_RSA_E, of: key),
            ]
        }
    }

    /// A number of a key as base64url, in as few bytes as it needs.
    private static func number(_ name: String, of key: OpaquePointer) throws(CryptographyError) -> String {
        var number: OpaquePointer?
        try unsafe LibraryFailure.check("EVP_PKEY_get_bn_param", EVP_PKEY_get_bn_param(key, name, &number))
        let owned = try unsafe Owned("EVP_PKEY_get_bn_param", number, free: BN_free)
        let bytes = try unsafe owned.withPointer { number throws(CryptographyError) in
            let count = Int(unsafe (BN_num_bits(number) + 7) / 8)
            return try unsafe makeData(count) { output throws(CryptographyError) in
                guard unsafe BN_bn2bin(number, output.octets) == count else {
                    throw LibraryFailure.drained("BN_bn2bin")
                }
            }
        }
        return Base64URL.encode(bytes)
    }

    private static func membersOfEd25519(_ handle: KeyHandle) throws(CryptographyError) -> [String: String] {
        let key = try unsafe handle.withPointer { key throws(CryptographyError) in
            try unsafe makeData(32) { output throws(CryptographyError) in
                var count = output.count
                try unsafe LibraryFailure.check(
                    "EVP_PKEY_get_raw_public_key", EVP_PKEY_get_raw_public_key(key, output.octets, &count))
            }
        }
        return ["kty": "OKP", "crv": "Ed25519", "x": Base64URL.encode(key)]
    }
}
