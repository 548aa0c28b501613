import FoundationEssentials

/// Other ways to write a signature of P-256, which is 64 bytes in a JWT.
extension Data {
    /// As in certificates: two numbers in ASN.1 (RFC 3279, section 2.2.3).
    var der: Data {
        let numbers = [prefix(32), suffix(32)].flatMap { number in
            let bytes = number.first.map { $0 >= 0x80 } == true ? [0] + number : Array(number.drop { $0 == 0 })
            return [0x02, UInt8(bytes.count)] + bytes
        }
        return Data([0x30, UInt8(numbers.count)] + numbers)
    }

    /// The other signature that holds for the same bytes: (r, n − s) for (r, s).
    var mirrored: Data {
        var borrow = 0
        let difference = zip(Self.orderOfP256, suffix(32)).reversed().map { order, byte in
            let value = Int(order) - Int(byte) - borrow
            borrow = value < 0 ? 1 : 0
            return UInt8(truncatingIfNeeded: value)
        }
        return prefix(32) + difference.reversed()
    }

    /// FIPS 186-4, section D.1.2.3.
    private static let orderOfP256: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]
}
