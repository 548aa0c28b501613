import COpenSSL
import CoreModels
import CryptographyAPI
import FoundationEssentials

/// Scrypt of the library (RFC 7914).
enum Scrypt {
    private static let maximumByteCount = 1 << 30

    /// Says what is wrong with a cost, if anything is.
    static func validate(_ cost: ScryptCost) throws(CryptographyError) {
        guard 1...30 ~= cost.logN, 1...256 ~= cost.blockSize, 1...256 ~= cost.parallelization else {
            throw .invalidInput(reason: "scrypt wants a logarithm of N from 1 to 30, r and p from 1 to 256")
        }
        // RFC 7914 section 2: N is less than 2^(128 * r / 8).
        guard cost.logN < 16 * cost.blockSize else { throw .invalidInput(reason: "scrypt's N is too large for its r") }
        guard memory(of: cost) <= maximumByteCount else {
            throw .invalidInput(reason: "scrypt would need more than 1 GiB")
        }
    }

    /// Fills `output` with what follows from the pass phrase; takes long.
    static func derive(
        from passphrase: Secret, salt: Data, cost: ScryptCost, into output: UnsafeMutableRawBufferPointer
    ) throws(CryptographyError) {
        try validate(cost)
        try unsafe salt.withBytes { salt throws(CryptographyError) in
            let result = unsafe passphrase.withUnsafeBytes { passphrase in
                unsafe EVP_PBE_scrypt(
                    passphrase.baseAddress?.assumingMemoryBound(to: CChar.self), passphrase.count, salt.octets,
                    salt.count, 1 << UInt64(cost.logN), UInt64(cost.blockSize), UInt64(cost.parallelization),
                    UInt64(memory(of: cost)), output.octets, output.count)
            }
            try LibraryFailure.check("EVP_PBE_scrypt", result)
        }
    }

    /// The bytes that the library counts against its limit.
    ///
    /// These are N blocks, two more for its own use, and p blocks. The default
    /// limit of 32 MiB would refuse the standard cost (EVP_PBE_scrypt(3),
    /// "maxmem").
    private static func memory(of cost: ScryptCost) -> Int {
        128 * cost.blockSize * ((1 << cost.logN) + 2 + cost.parallelization)
    }
}
