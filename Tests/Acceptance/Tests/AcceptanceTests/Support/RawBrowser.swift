import FoundationEssentials
import Testing

/// A browser that says whatever it is told: what the server is called, where a form
/// comes from, by what it is known.
struct RawBrowser: Sendable {
    let server: Server
    /// What it shows of itself, as it is sent.
    var cookie: String?
    /// What it calls the server.
    var host: String

    init(_ server: Server, cookie: String? = nil) {
        self.server = server
        self.cookie = cookie
        host = "127.0.0.1:\(server.port)"
    }

    /// The name of the cookie by which the server knows browsers.
    var cookieName: String { "__Host-Http-essential-\(server.port)" }

    static let ownPage = ["Sec-Fetch-Site": "same-origin"]

    func open(_ path: String) async throws -> Answer { try await ask("GET", path, [:], nil) }

    /// Sends a form as a page would, unless `fields` say otherwise.
    func send(
        _ form: [(String, String)], to path: String, _ fields: [String: String] = ownPage
    ) async throws -> Answer {
        let body = form.map { "\(Self.encoded($0))=\(Self.encoded($1))" }.joined(separator: "&")
        return try await ask(
            "POST", path, fields.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 }, body)
    }

    /// Logs in, and is known by another cookie afterwards.
    mutating func logIn(_ person: Person, at path: String = "/sign-in") async throws -> Answer {
        let answer = try await send(Self.login(person), to: path)
        cookie = answer.fields["set-cookie"].map { String($0.prefix { $0 != ";" }) } ?? cookie
        return answer
    }

    static func login(_ person: Person) -> [(String, String)] {
        [("_form", "sign-in"), ("email", person.email), ("secret-password", person.password)]
    }

    /// Whose account it shows; nil for a stranger.
    func isAt(_ person: Person) async throws -> Bool {
        let answer = try await open("/account")
        return answer.status == 200 && answer.text.contains(person.email)
    }

    private func ask(
        _ method: String, _ path: String, _ fields: [String: String], _ body: String?
    ) async throws -> Answer {
        var request = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nAccept: text/html\r\n"
        if let cookie { request += "Cookie: \(cookie)\r\n" }
        for (name, value) in fields { request += "\(name): \(value)\r\n" }
        if let body { request += "Content-Length: \(body.utf8.count)\r\n" }
        return try #require(try await server.ask(raw: request + "\r\n" + (body ?? "")))
    }

    /// As forms are encoded (URL Standard, section 5.2).
    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain =
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
        }.joined()
    }
}
