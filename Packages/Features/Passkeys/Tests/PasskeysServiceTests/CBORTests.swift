import CryptographyTesting
import FoundationEssentials
import KernelTesting
import PasskeysFuzzing
import PasskeysService
import Testing

/// The bytes of hexadecimal text.
func hex(_ text: String) -> Data {
    let digits = text.compactMap(\.hexDigitValue)
    precondition(digits.count % 2 == 0 && digits.count == text.count)
    return Data(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
}

struct CBORTests {
    /// Those of RFC 8949, appendix A, that authenticators may write.
    @Test(
        arguments: [
            ("00", .unsigned(0)), ("01", .unsigned(1)), ("0a", .unsigned(10)), ("17", .unsigned(23)),
            ("1818", .unsigned(24)), ("1819", .unsigned(25)), ("1864", .unsigned(100)), ("1903e8", .unsigned(1_000)),
            ("1a000f4240", .unsigned(1_000_000)), ("1b000000e8d4a51000", .unsigned(1_000_000_000_000)),
            ("1bffffffffffffffff", .unsigned(.max)), ("3bffffffffffffffff", .negative(.max)), ("20", .negative(0)),
            ("29", .negative(9)), ("3863", .negative(99)), ("3903e7", .negative(999)), ("f4", .bool(false)),
            ("f5", .bool(true)), ("40", .bytes(Data())), ("4401020304", .bytes(Data([1, 2, 3, 4]))), ("60", .text("")),
            ("6161", .text("a")), ("6449455446", .text("IETF")), ("62225c", .text("\"\\")), ("62c3bc", .text("ü")),
            ("63e6b0b4", .text("水")), ("64f0908591", .text("𐅑")), ("80", .array([])),
            ("83010203", .array([.unsigned(1), .unsigned(2), .unsigned(3)])),
            (
                "8301820203820405",
                .array([
                    .unsigned(1), .array([.unsigned(2), .unsigned(3)]), .array([.unsigned(4), .unsigned(5)]),
                ])
            ), ("a0", .map([:])), ("a201020304", .map([.unsigned(1): .unsigned(2), .unsigned(3): .unsigned(4)])),
            (
                "a26161016162820203",
                .map([.text("a"): .unsigned(1), .text("b"): .array([.unsigned(2), .unsigned(3)])])
            ), ("826161a161626163", .array([.text("a"), .map([.text("b"): .text("c")])])),
        ] as [(String, CBOR)])
    func readsThePublishedValues(_ text: String, _ value: CBOR) throws {
        #expect(try CBOR(hex(text)) == value)
    }

    /// Those of appendix A that they don't write, and of appendix F that nobody may.
    @Test(
        arguments: [
            ("c249010000000000000000", .unsupported), ("f93c00", .unsupported), ("fb3ff199999999999a", .unsupported),
            ("f6", .unsupported), ("f7", .unsupported), ("f0", .unsupported), ("f8ff", .unsupported),
            ("c11a514b67b0", .unsupported), ("5f42010243030405ff", .unsupported), ("9fff", .unsupported),
            ("bf61610161629f0203ffff", .unsupported), ("1c", .unsupported), ("ff", .unsupported), ("18", .truncated),
            ("1900", .truncated), ("41", .truncated), ("5bffffffffffffffff010203", .truncated), ("81", .truncated),
            ("9bffffffffffffffff", .truncated), ("bbffffffffffffffff", .truncated), ("a1", .truncated),
            ("a20102", .truncated), ("", .truncated), ("0000", .trailing), ("1817", .notCanonical),
            ("190001", .notCanonical), ("1a00000001", .notCanonical), ("1b0000000000000001", .notCanonical),
            ("580101", .notCanonical), ("a203010102", .notCanonical), ("a201010102", .notCanonical),
            ("a2626161016162 02", .notCanonical), ("6180", .notText), ("62c328", .notText), ("8181818100", .tooDeep),
            ("a100a100a100a100a100a0", .tooDeep),
        ] as [(String, CBORFailure)])
    func refusesEverythingElse(_ text: String, _ failure: CBORFailure) {
        #expect(throws: failure) { try CBOR(hex(text.filter { $0 != " " })) }
    }

    /// Ten thousand, each the same on every run.
    @Test(.requirement("PASSKEY-02"), arguments: PasskeysFuzzing.readers)
    func readsWhatFuzzersBeginWithAndMalformedCopies(_ reader: FuzzedReader) async throws {
        #expect(try await reader.replay(mutations: 2_500) >= 10_000)
    }
}
