import CryptographyAPI
import FoundationEssentials
import KernelTesting
import Testing

struct Base64URLTests {
    @Test(arguments: [
        // RFC 4648 section 10, without padding.
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
    ])
    func encodesAndDecodesAsPublished(plain: String, encoded: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == encoded)
        #expect(Base64URL.decode(encoded) == Data(plain.utf8))
    }

    @Test func usesTheAlphabetOfAddresses() {
        // RFC 7515 appendix C.
        #expect(Base64URL.encode([3, 236, 255, 224, 193]) == "A-z_4ME")
        #expect(Base64URL.decode("A-z_4ME") == Data([3, 236, 255, 224, 193]))
    }

    @Test func returnsWhatItWasGiven() {
        var generator = SeededGenerator(seed: 1)
        for count in 0..<300 {
            let bytes = Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
            let text = Base64URL.encode(bytes)
            #expect(text.utf8.count == (count * 4 + 2) / 3)
            #expect(Base64URL.decode(text) == bytes)
        }
    }

    @Test(arguments: [
        "A", "AAAAA",  // a lone character
        "Zg==", "Zg=", "=",  // padding
        "Zh", "Zm9=", "Zm8=", "Zm9",  // stray bits
        "Z g", "Zg\n", " Zg", "Zg\0", "Zg.",  // anything else
        "+/8", "ÁA", "Zg\u{200B}", "ｚg",
    ])
    func refusesEveryOtherText(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test func hasOneTextForEachValue() {
        let alphabet = (0..<128).map { String(UnicodeScalar(UInt8($0))) }
        var decoded: [Data: String] = [:]
        for first in alphabet {
            for second in alphabet {
                guard let bytes = Base64URL.decode(first + second) else { continue }
                #expect(decoded.updateValue(first + second, forKey: bytes) == nil)
            }
        }
        #expect(decoded.count == 256)
    }
}
