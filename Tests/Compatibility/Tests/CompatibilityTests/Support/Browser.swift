import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import ServerTesting

/// A browser at the pages of a server: it shows what cookies it was given, and goes where it is led.
struct Browser {
    let transport: any HTTPTransport
    /// By name.
    private(set) var cookies: [String: String] = [:]

    init(_ transport: any HTTPTransport, cookies: [String: String] = [:]) {
        self.transport = transport
        self.cookies = cookies
    }

    /// Opens a page.
    mutating func open(_ path: String) async throws -> String {
        try await follow(try await ask(.get, path))
    }

    /// Sends a form of a page.
    mutating func send(_ name: String, at path: String, _ values: [String: String]) async throws -> String {
        var form = URLComponents()
        form.queryItems = (["_form": name, "_at": path].merging(values) { $1 }).map {
            URLQueryItem(name: $0, value: $1)
        }
        return try await follow(try await ask(.post, path, form.percentEncodedQuery))
    }

    private mutating func follow(_ first: HTTPResponse) async throws -> String {
        var answer = first
        for _ in 0..<4 {
            guard answer.status == .seeOther, let place = answer.fields["Location"] else { break }
            answer = try await ask(.get, String(place.prefix { $0 != "#" }))
        }
        return String(decoding: answer.body, as: UTF8.self)
    }

    private mutating func ask(_ method: HTTPMethod, _ path: String, _ form: String? = nil) async throws -> HTTPResponse
    {
        guard let url = URL(string: ComposedServer.address + path) else { throw CancellationError() }
        var fields: HTTPFields = [.accept: "text/html", "Sec-Fetch-Site": "same-origin"]
        if form != nil { fields[.contentType] = "application/x-www-form-urlencoded" }
        if !cookies.isEmpty { fields["Cookie"] = cookies.map { "\($0)=\($1)" }.sorted().joined(separator: "; ") }
        let answer = try await transport.send(
            HTTPRequest(method: method, url: url, fields: fields, body: form.map { .bytes(Data($0.utf8)) }))
        for cookie in answer.fields.values(of: "Set-Cookie") {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
            if pair.count == 2 { cookies[pair[0]] = pair[1] }
        }
        return answer
    }
}
