import CryptographyAPI
import FoundationEssentials
import Testing

struct SealedBoxTests {
    @Test func takesABoxApart() throws {
        let combined = Data((0..<33).map { UInt8($0) })
        let box = try SealedBox(combined: combined)
        #expect(box.nonce == Data(0..<12))
        #expect(box.ciphertext == Data(12..<17))
        #expect(box.tag == Data(17..<33))
    }

    @Test func takesSlices() throws {
        let combined = Data(repeating: 9, count: 10) + Data((0..<28).map { UInt8($0) })
        let box = try SealedBox(combined: combined.dropFirst(10))
        #expect(box.combined.startIndex == 0)
        #expect(box.ciphertext.isEmpty)
        #expect(box.tag == Data(12..<28))
    }

    @Test(arguments: 0..<28)
    func refusesTornBoxes(count: Int) {
        #expect(throws: CryptographyError.authenticationFailed) {
            try SealedBox(combined: Data(repeating: 0, count: count))
        }
    }
}
