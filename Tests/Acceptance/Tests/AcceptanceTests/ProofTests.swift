import KernelTesting
import Testing

/// Sessions that are worth something on their own device only.
struct ProofTests {
    @Test(.requirement("D16", "REPLAY-01", "LOGIN-23")) func whoSeesARequestCanDoNothingWithIt() async throws {
        let stage = try await Stage("--tokens.require-dpop=true")
        let relay = try Relay(to: stage.server.port)
        let client = Client(home: stage.folder.path(of: "home"), address: "http://127.0.0.1:\(relay.port)")
        _ = try await client.logIn(as: .ana)
        try await client.object("comment", stage.picture, "Once.")

        let login = try #require(relay.request("POST /auth/login"))
        #expect(try await stage.server.ask(raw: login)?.code == "replay_detected")
        let comment = try #require(relay.request("POST /image/\(stage.picture)/comments"))
        #expect(try await stage.server.ask(raw: comment)?.code == "replay_detected")
        let unproven = Self.withoutProof(comment)
        #expect(unproven != comment)
        #expect(try await stage.server.ask(raw: unproven)?.code == "dpop_proof_required")
        let bearer = unproven.replacing("Authorization: DPoP ", with: "Authorization: Bearer ")
        #expect(bearer != unproven)
        #expect(try await stage.server.ask(raw: bearer)?.code == "dpop_proof_required")
        let elsewhere = comment.replacing("/image/\(stage.picture)/comments", with: "/auth/logout")
        #expect(try await stage.server.ask(raw: elsewhere)?.code == "dpop_address_mismatch")
        let refused = try await stage.server.ask("POST", "/auth/login", json: Person.ana.login)
        #expect(refused?.code == "dpop_proof_required")

        let comments = try await client.object("comments", stage.picture)["items"]?.items ?? []
        #expect(comments.count { $0["message"]?.text == "Once." } == 1)
        #expect(try await client.run("whoami").exit == .status(0))
    }

    @Test(.requirement("D16", "REPLAY-01")) func aKillOfTheServerEndsNoSessionAndLetsNothingBeRepeated() async throws {
        let stage = try await Stage("--tokens.require-dpop=true", "--tokens.access-lifetime=30s")
        let relay = try Relay(to: stage.server.port)
        let client = Client(home: stage.folder.path(of: "home"), address: "http://127.0.0.1:\(relay.port)")
        _ = try await client.logIn(as: .ana)
        let login = try #require(relay.request("POST /auth/login"))
        await stage.server.kill()
        for _ in 0..<3 {
            let server = try await Server(
                data: stage.server.data, ["--tokens.require-dpop=true", "--tokens.access-lifetime=30s"],
                port: stage.server.port)
            #expect(try await server.ask(raw: login)?.code == "dpop_proof_outdated")
            #expect(try await client.run("whoami").exit == .status(0))
            await server.kill()
        }
    }

    private static func withoutProof(_ request: String) -> String {
        request.split(separator: "\r\n", omittingEmptySubsequences: false)
            .filter { !$0.lowercased().hasPrefix("dpop:") }.joined(separator: "\r\n")
    }
}
