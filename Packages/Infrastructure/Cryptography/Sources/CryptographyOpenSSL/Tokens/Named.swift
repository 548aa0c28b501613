/// A JSON object that is read once: as a value, and as the names of its members.
struct Named<Value: Decodable>: Decodable {
    /// The names of all members.
    let names: Set<String>
    /// The names of those whose value isn't null.
    let namesOfValues: Set<String>
    /// The value, or why it isn't one.
    let value: Result<Value, any Error>

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        var names: Set<String> = [], namesOfValues: Set<String> = []
        for member in members.allKeys {
            names.insert(member.stringValue)
            if try !members.decodeNil(forKey: member) { namesOfValues.insert(member.stringValue) }
        }
        (self.names, self.namesOfValues) = (names, namesOfValues)
        value = Result { try Value(from: decoder) }
    }
}

/// Any name; not within the generic type, which the runtime would look up each
/// time.
private struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// Two views of one JSON object; the second may fail alone.
struct Both<First: Decodable, Second: Decodable>: Decodable {
    let first: First
    let second: Result<Second, any Error>

    init(from decoder: any Decoder) throws {
        first = try First(from: decoder)
        second = Result { try Second(from: decoder) }
    }
}
