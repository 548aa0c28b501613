import CoreModels
import FoundationEssentials
public import KernelTesting

/// What fuzzers try of the package.
public enum CoreModelsFuzzing {
    /// JSON, and addresses of people.
    public static let readers: [FuzzedReader] = [json, emailAddress]

    private static let json = FuzzedReader("json") { bytes in
        let text = Data(bytes)
        var reader = JSONReader(text)
        let isRead: Bool
        do throws(JSONError) {
            try reader.object(["items"]) { (_, reader) throws(JSONError) in
                try reader.array { (reader) throws(JSONError) in _ = try reader.textIfPresent() }
            }
            try reader.end()
            isRead = true
        } catch {
            precondition((0...bytes.count).contains(error.offset), "the mistake is outside of the text")
            isRead = false
        }
        // Where it reads, Foundation's decoder does. Of the other direction only
        // the differences that its description names may be.
        guard isRead else { return }
        precondition((try? WireCoding.decoder().decode(Message.self, from: text)) != nil, "others refuse it")
    }

    private struct Message: Decodable {
        let items: [String?]?
    }

    private static let emailAddress = FuzzedReader("email-address") { bytes in
        guard let address = EmailAddress(String(decoding: bytes, as: UTF8.self)) else { return }
        let again = EmailAddress(address.description)
        precondition(again == address, "an address isn't its own text")
        precondition(
            !address.description.utf8.contains { $0 <= 0x20 || $0 == 0x7F }, "a control character in an address")
    }
}
