import FoundationEssentials
import HTTPServingAPI

/// A value that was received; the order of its members is nobody's promise.
struct ReadJSON: Decodable {
    let value: JSONValue

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            value = .null
        } else if let boolean = try? container.decode(Bool.self) {
            value = .boolean(boolean)
        } else if let number = try? container.decode(Int.self) {
            value = .integer(number)
        } else if let text = try? container.decode(String.self) {
            value = .string(text)
        } else if let elements = try? container.decode([ReadJSON].self) {
            value = .array(elements.map(\.value))
        } else {
            let members = try container.decode([String: ReadJSON].self)
            value = .object(members.map { .init($0.key, $0.value.value) })
        }
    }
}

extension JSONValue {
    /// The value as it goes over the wire.
    var text: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
}
