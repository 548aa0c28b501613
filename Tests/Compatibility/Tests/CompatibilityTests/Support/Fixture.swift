import FoundationEssentials
import Testing

/// A released request, its answer, and what a client made of it, in a file.
struct Fixture: Codable, Sendable {
    /// What it shows, for people.
    var about: String
    /// How the server stood; nil for as it is without configuration.
    var server: Server?
    /// What was asked of the server before.
    var before: [Request]?
    var request: Request
    /// Whether the answer is one that the description promises and no server
    /// gives yet: clients know it, and it is written by hand.
    var isPromised: Bool?
    /// What was answered; nil in a file that has yet to be recorded.
    var response: Response?
    /// What in the answer differs each time: JSON Pointers, and header fields.
    var varies: [String]?
    /// What a client made of the answer; nil for what clients never ask, and
    /// an empty object in a file that has yet to be recorded.
    var understood: JSON?

    private enum CodingKeys: String, CodingKey {
        case about, server, before, request, response, varies, understood
        case isPromised = "promised"
    }

    struct Server: Codable, Sendable {
        /// The time of day; nil for two minutes after the last thing happened.
        var time: Date?
        /// Keys of the configuration and their values.
        var settings: [String: String]?
        /// Whether the database answers.
        var databaseFails: Bool?
        /// Whether what happened before is signed, which is done every ten seconds.
        var signsTrail: Bool?
        /// What opens an invitation for an administrator, which was made on the machine.
        var invitation: String?
        /// Whether it has a file of places, and believes 127.0.0.1 where somebody is.
        var knowsPlaces: Bool?
        /// An address to which an invitation to make an account went, also on the machine.
        var invited: String?

        private enum CodingKeys: String, CodingKey {
            case time, settings, invitation, invited
            case databaseFails = "database_fails"
            case signsTrail = "signs_trail"
            case knowsPlaces = "knows_places"
        }
    }

    struct Request: Codable, Sendable {
        var method: String
        /// The path, with the query.
        var path: String
        var headers: [String: String]?
        /// A body of JSON.
        var body: JSON?
        /// A body that is no JSON.
        var text: String?
        /// How many spaces follow the body.
        var padding: Int?
        /// How often it is sent; nil for once.
        var times: Int?
        /// Members of its answer that later requests name (``KeptValues``).
        var keep: [String]?
    }

    struct Response: Codable, Sendable {
        var status: Int
        /// The fields that matter.
        var headers: [String: String]
        /// A body of JSON.
        var body: JSON?
        /// A body of text.
        var text: String?
        /// A body of bytes.
        var base64: String?
    }
}

extension Fixture {
    static func decode(_ data: Data) throws -> Fixture {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(Fixture.self, from: data)
    }

    /// The fixture as it is written in a file.
    var file: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .iso8601
            return try JSON(encoder.encode(self)).pretty
        }
    }
}

extension Fixture.Request {
    /// The method and the route, such as `GET /image/{id}`.
    var operation: String {
        let path = path.prefix { $0 != "?" }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            UUID(uuidString: String(part)) == nil ? String(part) : "{id}"
        }
        return method + " " + parts.joined(separator: "/")
    }

    /// The access token that the request carries.
    var accessToken: String? {
        headers?["Authorization"].map { String($0.dropFirst("Bearer ".count)) }
    }

    /// A value of the query.
    func query(_ name: String) -> String? {
        path.drop { $0 != "?" }.dropFirst().split(separator: "&").first { $0.hasPrefix(name + "=") }
            .map { String($0.dropFirst(name.count + 1)) }
    }
}

/// A fixture with the file in which it is.
struct ReleasedFixture: Sendable, CustomTestStringConvertible {
    /// The path below the folder of all fixtures, such as `v1/login/logged-in.json`.
    let path: String
    let fixture: Fixture

    var testDescription: String { path }

    /// The release, such as `v1`.
    var release: String { String(path.prefix { $0 != "/" }) }
}
