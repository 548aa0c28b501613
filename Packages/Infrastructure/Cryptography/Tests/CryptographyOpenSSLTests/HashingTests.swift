import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import Testing

struct HashingTests {
    private let cryptography: Cryptography

    init() throws {
        cryptography = try Cryptography.real()
    }

    /// FIPS 180-4, the examples of NIST.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func hashesAsPublished(text: String, digest: String) throws {
        #expect(try cryptography.hashing.sha256(Data(text.utf8)) == hex(digest))
        #expect(try cryptography.hashing.sha256(Secret(text)) == hex(digest))
        let pieces = try cryptography.hashing.makeSHA256()
        for byte in text.utf8 { try pieces.update(Data([byte])) }
        #expect(try pieces.finish() == hex(digest))
    }

    /// RFC 4231 sections 4.2 to 4.8, all but 4.6 with its shortened code.
    @Test(arguments: [
        (
            String(repeating: "0b", count: 20), "4869205468657265",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            "4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            String(repeating: "aa", count: 20), String(repeating: "dd", count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            "0102030405060708090a0b0c0d0e0f10111213141516171819", String(repeating: "cd", count: 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        (
            String(repeating: "aa", count: 131),
            """
            54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a
            65204b6579202d2048617368204b6579204669727374
            """, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            String(repeating: "aa", count: 131),
            """
            5468697320697320612074657374207573696e672061206c6172676572207468
            616e20626c6f636b2d73697a65206b657920616e642061206c61726765722074
            68616e20626c6f636b2d73697a6520646174612e20546865206b6579206e6565
            647320746f20626520686173686564206265666f7265206265696e6720757365
            642062792074686520484d414320616c676f726974686d2e
            """, "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ])
    func authenticatesAsPublished(key: String, data: String, code: String) throws {
        let key = try cryptography.key(hex(key))
        #expect(try cryptography.authentication.authenticationCode(for: hex(data), using: key) == hex(code))
        #expect(try cryptography.authentication.isValid(hex(code), for: hex(data), using: key))
    }

    @Test func authenticatesNothingElse() throws {
        let key = try cryptography.keys.makeRandomKey()
        let data = Data("data".utf8)
        let code = try cryptography.authentication.authenticationCode(for: data, using: key)
        for index in code.indices {
            var changed = code
            changed[index] ^= 1
            #expect(try !cryptography.authentication.isValid(changed, for: data, using: key))
        }
        for wrong in [Data(), code.prefix(16), code.dropLast(), code + [0]] {
            #expect(try !cryptography.authentication.isValid(wrong, for: data, using: key))
        }
        #expect(try !cryptography.authentication.isValid(code, for: Data("date".utf8), using: key))
        #expect(try !cryptography.authentication.isValid(code, for: data, using: cryptography.keys.makeRandomKey()))
        #expect(try cryptography.authentication.authenticationCode(for: Data(), using: key).count == 32)
    }

    @Test func comparesBytes() {
        let comparison = cryptography.comparison
        #expect(comparison.areEqual(Data(), Data()))
        #expect(comparison.areEqual(Data([1, 2, 3]), Data([0, 1, 2, 3]).dropFirst()))
        #expect(!comparison.areEqual(Data([1, 2, 3]), Data([1, 2])))
        #expect(!comparison.areEqual(Data(), Data([0])))
        for index in 0..<32 {
            var other = Data(repeating: 7, count: 32)
            other[index] = 8
            #expect(!comparison.areEqual(other, Data(repeating: 7, count: 32)))
        }
    }

    @Test func randomnessMeetsTheContract() throws {
        try RandomSourceConformance(cryptography.random).run()
    }
}
