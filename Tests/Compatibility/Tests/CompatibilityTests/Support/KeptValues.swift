import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes

/// What later requests of a fixture say that only an earlier answer tells: a body, or
/// `Authorization`, has `{{ticket}}` in the place of what was kept as `ticket`, and `{{code secret 1}}`
/// in that of the code which an authenticator with the kept secret shows one step
/// later; `{{mailed code}}` stands for the code of the newest letter.
struct KeptValues {
    private let date: Date
    private let mailedCode: @Sendable () -> String?
    private let mailedToken: @Sendable () -> String?
    private var values: [String: String] = [:]

    init(
        at date: Date, mailedCode: @escaping @Sendable () -> String?, mailedToken: @escaping @Sendable () -> String?
    ) {
        self.date = date
        self.mailedCode = mailedCode
        self.mailedToken = mailedToken
    }

    /// Keeps members of an answer that the request names.
    mutating func keep(_ names: [String]?, of response: HTTPResponse) throws {
        for name in names ?? [] {
            let answer = try JSON(response.body)
            values[name] = answer.text(name) ?? answer.member("token")?.text(name)
        }
    }

    /// The request with what was kept.
    func filled(_ request: Fixture.Request) throws -> HTTPRequest {
        var http = try request.http
        for (name, value) in values {
            http.fields[.authorization] = http.fields[.authorization]?.replacing("{{\(name)}}", with: value)
        }
        guard case .bytes(let data) = http.body, data.contains(Self.begin) else { return http }
        var text = String(decoding: data, as: UTF8.self).replacing("{{mailed code}}", with: mailedCode() ?? "")
            .replacing("{{mailed token}}", with: mailedToken() ?? "")
        for (name, value) in values {
            text = text.replacing("{{\(name)}}", with: value)
            for steps in 0...1 {
                let place = "{{code \(name) \(steps)}}"
                if text.contains(place) {
                    text = text.replacing(place, with: try TimedCode.make(value, at: date, steps: steps))
                }
            }
        }
        http.body = .bytes(Data(text.utf8))
        return http
    }

    private static let begin = UInt8(ascii: "{")
}
