import HTTPTypes

/// How a request wants to be answered, for an answer to one whose head isn't read
/// to its end: a person whose cookies are too large still gets a page, in their
/// language.
///
/// Its room is kept from request to request, so that noting costs no allocation.
struct AnswerWishes {
    /// More than any browser says.
    private static let most = 512

    private var type: [UInt8] = []
    private var language: [UInt8] = []

    /// What was noted, as fields.
    var fields: HTTPFields {
        var fields = HTTPFields()
        if !type.isEmpty { fields[.accept] = String(decoding: type, as: UTF8.self) }
        if !language.isEmpty { fields[.acceptLanguage] = String(decoding: language, as: UTF8.self) }
        return fields
    }

    /// Forgets those of the request before.
    mutating func forget() {
        type.removeAll(keepingCapacity: true)
        language.removeAll(keepingCapacity: true)
    }

    mutating func noteType(_ value: Span<UInt8>) { Self.note(value, in: &type) }

    mutating func noteLanguage(_ value: Span<UInt8>) { Self.note(value, in: &language) }

    private static func note(_ value: Span<UInt8>, in bytes: inout [UInt8]) {
        guard bytes.isEmpty, value.count <= most else { return }
        for index in value.indices { bytes.append(value[index]) }
    }
}
