import COpenSSL
package import CoreModels
package import CryptographyAPI
package import FoundationEssentials

/// Random bytes of the library's generators, which the kernel seeds
/// (RAND_bytes(3)).
package struct OpenSSLRandomSource: RandomSource {
    package init() {}

    package func bytes(_ count: Int) throws(CryptographyError) -> Data {
        try Self.validate(count)
        return try unsafe makeData(count) { buffer throws(CryptographyError) in
            guard unsafe !buffer.isEmpty else { return }
            try unsafe LibraryFailure.check("RAND_bytes", RAND_bytes(buffer.octets, cLength(count)))
        }
    }

    package func secret(byteCount: Int) throws(CryptographyError) -> Secret {
        try Self.validate(byteCount)
        return try unsafe withWipedBytes(byteCount) { buffer throws(CryptographyError) in
            guard unsafe !buffer.isEmpty else { return Secret(EmptyCollection()) }
            try unsafe LibraryFailure.check("RAND_priv_bytes", RAND_priv_bytes(buffer.octets, cLength(byteCount)))
            return unsafe Secret(buffer)
        }
    }

    private static func validate(_ count: Int) throws(CryptographyError) {
        guard count >= 0 else { throw .invalidInput(reason: "a negative number of bytes") }
    }
}
