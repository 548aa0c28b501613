import CryptographyAPI
import CryptographyOpenSSL
import CryptographyTesting
import FoundationEssentials
import Testing

struct ECDSASignatureTests {
    private static let one = String(repeating: "00", count: 31) + "01"
    private static let high = "80" + String(repeating: "00", count: 31)
    private static let plain = "7f" + String(repeating: "ff", count: 31)

    @Test(arguments: [
        (one + one, "3006 020101 020101"),
        (String(repeating: "00", count: 64), "3006 020100 020100"),
        (high + plain, "3045 022100" + high + "0220" + plain),
        (plain + high, "3045 0220" + plain + "022100" + high),
        (high + high, "3046 022100" + high + "022100" + high),
        (
            "00" + String(repeating: "ff", count: 31) + one,
            "3025 022000" + String(repeating: "ff", count: 31) + "020101"
        ),
        (String(repeating: "00", count: 31) + "80" + one, "3007 02020080 020101"),
    ])
    func convertsBothWays(raw: String, der: String) {
        #expect(ECDSASignature.der(fromRaw: hex(raw)) == hex(der))
        #expect(ECDSASignature.raw(fromDER: hex(der)) == hex(raw))
    }

    @Test(arguments: [
        "", "30", "3000", "3003020101", "3006020101", "3006 020101 0201", "3006 020101 020101 00",
        "3007 020101 020101 00", "3005 020101 020101", "3106 020101 020101", "3006 030101 020101",
        "3006 0201ff 020101",  // negative
        "3007 02020001 020101",  // not the shortest form
        "3007 020101 02020001", "3005 0200 020101", "308106 020101 020101", "3080 020101 020101 0000",
        "3026 0221 01" + String(repeating: "00", count: 32) + "020101",  // 33 bytes
        "3027 0222 0080" + String(repeating: "00", count: 32) + "020101",
    ])
    func refusesEverythingElse(der: String) {
        #expect(ECDSASignature.raw(fromDER: hex(der)) == nil)
    }

    @Test(arguments: [0, 1, 63, 65, 72, 128])
    func refusesOtherLengths(count: Int) {
        #expect(ECDSASignature.der(fromRaw: Data(repeating: 1, count: count)) == nil)
    }

    @Test func convertsAThousandSignatures() throws {
        let key = try Cryptography.real().signatures.makeSigningKey(.es256)
        var shortCount = 0
        for number in 0..<1000 {
            let data = Data("\(number)".utf8)
            let raw = try key.signature(for: data)
            let der = try #require(ECDSASignature.der(fromRaw: raw))
            #expect(ECDSASignature.raw(fromDER: der) == raw)
            #expect(try key.verificationKey.isValid(raw, for: data))
            if raw[0] == 0 || raw[32] == 0 { shortCount += 1 }
        }
        // About 8 begin with a zero byte, the case that goes wrong most often;
        // none at all is a chance of 1 in 2500.
        #expect(shortCount < 40)
    }
}
