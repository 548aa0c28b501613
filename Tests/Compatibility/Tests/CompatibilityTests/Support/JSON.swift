import FoundationEssentials

/// A value of JSON.
enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([JSON])
    case object([String: JSON])

    init(_ data: Data) throws {
        self = try JSONDecoder().decode(JSON.self, from: data)
    }

    /// The value as it is written for people.
    var pretty: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self) + Data("\n".utf8)
        }
    }

    /// The value as it is sent.
    var data: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self)
        }
    }

    /// The member of an object.
    func member(_ name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The member of an object as text.
    func text(_ name: String) -> String? {
        guard case .object(let members) = self, case .text(let text) = members[name] else { return nil }
        return text
    }

    /// The value with a member that nobody knows in each of its objects.
    var withUnknownMembers: JSON {
        switch self {
        case .object(let members):
            var members = members.mapValues(\.withUnknownMembers)
            members["x_of_tomorrow"] = .object(["since": .number(2), "names": .list([.null, .text("a")])])
            return .object(members)
        case .list(let items): return .list(items.map(\.withUnknownMembers))
        case .null, .bool, .number, .text: return self
        }
    }
}

extension JSON: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let items): try container.encode(items)
        case .object(let members): try container.encode(members)
        }
    }
}
