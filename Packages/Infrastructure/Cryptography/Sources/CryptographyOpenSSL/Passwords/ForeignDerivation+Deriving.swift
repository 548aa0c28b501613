import COpenSSL
import CPasswordLibraries
import CoreModels
import CryptographyAPI
import FoundationEssentials

/// Of what the text of a hash by bcrypt consists: `$2b$10$`, the salt, and what came out (crypt(5)).
enum BcryptText {
    static let saltByteCount = 22
    static let digestByteCount = 31
    static let prefixByteCount = 7
}

/// What other programs do with passwords (RFC 8018, RFC 9106, bcrypt).
extension ForeignDerivation {
    /// How many bytes come out.
    var derivedByteCount: Int {
        switch self {
        case .bcrypt: BcryptText.digestByteCount
        case .pbkdf2(_, _, let count), .argon2id(_, _, _, let count): count
        }
    }

    func requireLibrary() throws(CryptographyError) {
        switch self {
        case .bcrypt: if !cpasswords_has_crypt() { throw .missingLibrary(package: "libcrypt1") }
        case .argon2id: if !cpasswords_has_argon2() { throw .missingLibrary(package: "libargon2-1") }
        case .pbkdf2: break
        }
    }

    /// Fills `output` with what follows from the password; takes long.
    func derive(
        from password: Secret, salt: Data, into output: UnsafeMutableRawBufferPointer
    ) throws(CryptographyError) {
        guard isWithinLimits else { throw .malformedPasswordHash }
        try requireLibrary()
        switch self {
        case .bcrypt(let cost): try unsafe Self.bcrypt(password, cost: cost, salt: salt, into: output)
        case .pbkdf2(let digest, let iterations, _):
            let iterations = try cLength(iterations), count = try cLength(output.count)
            let result = try unsafe salt.withBytes { salt throws(CryptographyError) in
                let saltCount = try cLength(salt.count)
                return try unsafe password.withUnsafeBytes { password throws(CryptographyError) in
                    unsafe PKCS5_PBKDF2_HMAC(
                        password.baseAddress?.assumingMemoryBound(to: CChar.self), try cLength(password.count),
                        salt.octets, saltCount, iterations, digest == .sha256 ? EVP_sha256() : EVP_sha512(), count,
                        output.octets)
                }
            }
            try LibraryFailure.check("PKCS5_PBKDF2_HMAC", result)
        case .argon2id(let memory, let passes, let lanes, _):
            let isDone = try unsafe salt.withBytes { salt throws(CryptographyError) in
                unsafe password.withUnsafeBytes { password in
                    unsafe cpasswords_argon2id(
                        UInt32(passes), UInt32(memory), UInt32(lanes), password.baseAddress, password.count,
                        salt.baseAddress, salt.count, output.baseAddress, output.count)
                }
            }
            guard isDone else { throw .libraryFailure(operation: "argon2id_hash_raw", details: []) }
        }
    }

    /// The library takes a text that ends at its first NUL; one with a NUL of its own is no password of
    /// anybody's, which whoever verifies sees to.
    private static func bcrypt(
        _ password: Secret, cost: Int, salt: Data, into output: UnsafeMutableRawBufferPointer
    ) throws(CryptographyError) {
        let setting = "$2b$\(cost < 10 ? "0" : "")\(cost)$" + String(decoding: salt, as: UTF8.self)
        let isDone = try unsafe withWipedBytes(password.count + 1 + 64) { bytes throws(CryptographyError) in
            let phrase = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[..<(password.count + 1)])
            let text = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[(password.count + 1)...])
            unsafe password.withUnsafeBytes { unsafe phrase.copyMemory(from: $0) }
            unsafe phrase[password.count] = 0
            guard
                unsafe cpasswords_bcrypt(
                    phrase.baseAddress?.assumingMemoryBound(to: CChar.self), setting,
                    text.baseAddress?.assumingMemoryBound(to: CChar.self))
            else { return false }
            let start = BcryptText.prefixByteCount + BcryptText.saltByteCount
            unsafe output.copyMemory(
                from: UnsafeRawBufferPointer(rebasing: text[start..<(start + BcryptText.digestByteCount)]))
            return true
        }
        guard isDone else { throw .libraryFailure(operation: "crypt_rn", details: []) }
    }
}
