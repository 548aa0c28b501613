import Foundation

/// Requests one after another, and their answers as text.
struct BenchClient {
    private let port: Int

    init(_ server: BenchServer) {
        port = server.port
    }

    func get(_ path: String, fields: [String] = []) throws -> String {
        try Command.output(of: curl, ["-sf", address(path)] + fields.flatMap { ["-H", $0] })
    }

    func post(_ path: String, _ json: String, fields: [String] = []) throws -> String {
        try Command.output(
            of: curl,
            ["-sf", "--data-binary", json, address(path)]
                + (["Content-Type: application/json"] + fields).flatMap { ["-H", $0] })
    }

    private let curl = "/usr/bin/curl"

    private func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }
}

/// Somebody who made an account through the API.
struct BenchPerson: Sendable {
    let accessToken: String

    /// Makes an account, and the session that begins with it.
    ///
    /// - Parameter proof: Binds the session to the device that made it.
    init(_ name: String, on server: BenchServer, proof: String? = nil) throws {
        let answer = try BenchClient(server).post(
            "/auth/register",
            """
            {"name":"\(name)","email":"\(name)@example.com","password":"a bench has four legs, or three"}
            """, fields: proof.map { ["DPoP: \($0)"] } ?? [])
        guard let token = answer.firstMatch(of: /"access_token":"([^"]+)"/) else {
            throw BenchServer.Failure(reason: "nobody is logged in: \(answer)")
        }
        accessToken = String(token.1)
    }
}
