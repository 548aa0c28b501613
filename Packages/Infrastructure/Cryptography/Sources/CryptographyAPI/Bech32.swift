/// Text that is copied by hand: letters and digits that are hard to confuse, with a checksum that finds up to
/// four wrong ones (BIP 173).
///
/// Its limit of 90 characters isn't kept, as age doesn't keep it.
package enum Bech32 {
    private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
    private static let separator = UInt8(ascii: "1")
    private static let checksumCount = 6
    /// BIP 173, section “Checksum”.
    private static let generator: [UInt32] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3]

    /// Writes bytes, in lower case.
    package static func encode(_ bytes: some Sequence<UInt8>, prefix: String) -> [UInt8] {
        let values = regrouped(Array(bytes), from: 8, to: 5, isPadded: true) ?? []
        let sum = checksum(prefix, values + [UInt8](repeating: 0, count: checksumCount)) ^ 1
        let check = (0..<checksumCount).map { UInt8(sum >> (5 * UInt32(checksumCount - 1 - $0)) & 31) }
        return Array(prefix.utf8) + [separator] + (values + check).map { alphabet[Int($0)] }
    }

    /// Reads bytes; nil for another prefix, a wrong checksum, or what ``encode(_:prefix:)`` doesn't write but for its
    /// case, which is one for all letters.
    package static func decode(_ text: some Sequence<UInt8>, prefix: String) -> [UInt8]? {
        let text = Array(text), lower = text.map(lowercased)
        guard text == lower || text == lower.map(uppercased) else { return nil }
        let start = Array(prefix.utf8) + [separator]
        guard lower.starts(with: start), lower.count >= start.count + checksumCount else { return nil }
        var values: [UInt8] = []
        for letter in lower[start.count...] {
            guard let value = alphabet.firstIndex(of: letter) else { return nil }
            values.append(UInt8(value))
        }
        guard checksum(prefix, values) == 1 else { return nil }
        return regrouped(values.dropLast(checksumCount), from: 5, to: 8, isPadded: false)
    }

    private static func checksum(_ prefix: String, _ values: [UInt8]) -> UInt32 {
        let expanded = prefix.utf8.map { $0 >> 5 } + [0] + prefix.utf8.map { $0 & 31 }
        var sum: UInt32 = 1
        for value in expanded + values {
            let top = sum >> 25
            sum = (sum & 0x1ff_ffff) << 5 ^ UInt32(value)
            for (bit, part) in generator.enumerated() where top >> UInt32(bit) & 1 == 1 { sum ^= part }
        }
        return sum
    }

    /// Cuts bits into other groups; nil if what is left over is more than padding, or isn't zero.
    private static func regrouped(
        _ groups: some Sequence<UInt8>, from width: UInt32, to target: UInt32, isPadded: Bool
    ) -> [UInt8]? {
        var bits: UInt32 = 0, count: UInt32 = 0, result: [UInt8] = []
        for group in groups {
            bits = (bits << width | UInt32(group)) & 0xfff
            count += width
            while count >= target {
                count -= target
                result.append(UInt8(bits >> count & ((1 << target) - 1)))
            }
        }
        let rest = UInt8(truncatingIfNeeded: bits << (target - count)) & UInt8((1 << target) - 1)
        guard !isPadded else { return count > 0 ? result + [rest] : result }
        return count < width && rest == 0 ? result : nil
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }

    private static func uppercased(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte ? byte & ~0x20 : byte
    }
}
