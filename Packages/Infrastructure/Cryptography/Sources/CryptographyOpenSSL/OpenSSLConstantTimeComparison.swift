import COpenSSL
import CryptographyAPI
import FoundationEssentials

/// Comparison by CRYPTO_memcmp(3).
struct OpenSSLConstantTimeComparison: ConstantTimeComparing {
    func areEqual(_ left: Data, _ right: Data) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe left.bytes.withUnsafeBytes { left in
            unsafe right.bytes.withUnsafeBytes { right in
                guard let first = left.baseAddress, let second = right.baseAddress else { return true }
                return unsafe CRYPTO_memcmp(first, second, left.count) == 0
            }
        }
    }
}
