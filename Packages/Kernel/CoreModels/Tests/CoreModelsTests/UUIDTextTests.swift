import CoreModels
import FoundationEssentials
import Testing

struct UUIDTextTests {
    @Test func isFoundationsInLowerCase() {
        for _ in 0..<1000 {
            let uuid = UUID()
            #expect(uuid.lowercaseText == uuid.uuidString.lowercased())
            #expect(uuid.lowercaseText(behind: "a/ñ/") == "a/ñ/" + uuid.uuidString.lowercased())
            #expect(UUID(text: uuid.uuidString) == uuid && UUID(text: uuid.lowercaseText) == uuid)
        }
    }

    /// Each byte but for the digits, in each place.
    @Test func refusesEveryOtherCharacter() {
        let text = Array("6f9619ff-8b86-d011-b42d-00cf4fc964ff".utf8)
        let digits = Array("0123456789abcdefABCDEF".utf8)
        for place in text.indices {
            let isDash = text[place] == UInt8(ascii: "-")
            for byte in UInt8.min...UInt8.max where byte != text[place] && (isDash || !digits.contains(byte)) {
                var changed = text
                changed[place] = byte
                let isRead = changed.withUnsafeBytes { UUID(text: $0) } != nil
                if isRead { Issue.record("byte \(byte) at \(place) was read") }
            }
        }
    }

    @Test(arguments: [
        "", "6f9619ff-8b86-d011-b42d-00cf4fc964f", "6f9619ff-8b86-d011-b42d-00cf4fc964ff0",
        "6f9619ff8b86-d011-b42d-00cf4fc964ff00", "{6f9619ff-8b86-d011-b42d-00cf4fc964}",
        "6f9619fg-8b86-d011-b42d-00cf4fc964ff", "6f9619ff_8b86-d011-b42d-00cf4fc964ff",
        " f9619ff-8b86-d011-b42d-00cf4fc964ff", "６f9619ff-8b86-d011-b42d-00cf4fc964",
        "6f9619ff-8b86-d011-b42d-00cf4fc964f-",
    ])
    func refusesWhatIsNoUUID(text: String) {
        #expect(UUID(text: text) == nil)
    }
}
