import CoreModels
import FoundationEssentials
import Testing

struct UUIDTextTests {
    @Test func isFoundationsInLowerCase() {
        for _ in 0..<1000 {
            let uuid = UUID()
            #expect(uuid.lowercaseText == uuid.uuidString.lowercased())
            #expect(UUID(text: uuid.uuidString) == uuid && UUID(text: uuid.lowercaseText) == uuid)
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
