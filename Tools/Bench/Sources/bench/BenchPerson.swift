import Foundation

/// Requests one after another, and their answers as text.
struct BenchClient {
    private let port: Int

    init(_ server: BenchServer) {
        port = server.port
    }

    func get(_ path: String) throws -> String { try Command.output(of: curl, ["-sf", address(path)]) }

    func post(_ path: String, _ json: String) throws -> String {
        try Command.output(
            of: curl, ["-sf", "-H", "Content-Type: application/json", "--data-binary", json, address(path)])
    }

    private let curl = "/usr/bin/curl"

    private func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }
}

/// Somebody who made an account through the API, on one device.
struct BenchPerson: Sendable {
    let email: String
    let accessToken: String
    let refreshToken: String

    private static let password = "a bench has four legs, or three"

    /// Makes an account.
    init(on server: BenchServer, _ email: String) throws {
        let answer = try BenchClient(server).post(
            "/auth/register", #"{"name":"Ada","email":"\#(email)","password":"\#(Self.password)"}"#)
        try self.init(email, answer)
    }

    /// The same person, logged in once more.
    func onAnotherDevice(of server: BenchServer) throws -> BenchPerson {
        let answer = try BenchClient(server).post(
            "/auth/login", #"{"email":"\#(email)","password":"\#(Self.password)"}"#)
        return try BenchPerson(email, answer)
    }

    private init(_ email: String, _ answer: String) throws {
        guard let access = answer.firstMatch(of: /"access_token":"([^"]+)"/),
            let refresh = answer.firstMatch(of: /"refresh_token":"([^"]+)"/)
        else { throw BenchFailure(reason: "nobody is logged in: \(answer)") }
        self.email = email
        accessToken = String(access.1)
        refreshToken = String(refresh.1)
    }
}
