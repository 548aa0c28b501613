import FoundationEssentials
import KernelTesting
import Testing

/// Disks that are full or can't be written.
@Suite(.enabled(if: SmallDisk.isAllowed, "mounting small disks needs root"))
struct DiskTests {
    @Test(.requirement("STORE-12", "FEED-42", "IMG-31"))
    func aFullDiskOfTheClientCostsOnlyWhatCannotBeKept() async throws {
        let stage = try await Stage()
        let disk = try SmallDisk(mebibytes: 4)
        let client = Client(home: disk.path + "/home", address: stage.server.address)
        _ = try await client.logIn(as: .ana)
        try await client.object("feed", "--limit", "3")
        try disk.fill()
        #expect(try await client.object("feed", "--limit", "100")["source"]?.text == "remote")
        try await client.object("image", stage.picture)
        #expect(try await client.object("whoami")["user"]?["email"]?.text == Person.ana.email)
        // What has its place on the disk is saved there.
        _ = try await client.logIn(as: .ana)
        #expect(try await client.object("whoami")["user"]?["email"]?.text == Person.ana.email)
        let vault = try await client.vault()
        #expect(vault.damaged == 0 && vault.records == 3, "the session, its key, the device's token")
        // What was kept can be removed on a full disk.
        #expect(try await client.object("logout")["logged_out"] == .bool(true))
        try disk.fill()
        let login = try await client.run(
            "login", "--email", Person.ana.email, "--password-stdin", "--json", input: Person.ana.password + "\n")
        #expect(login.exit == .status(1) && login.errorCode == "token_storage_failed", "\(login.errorText)")
        disk.empty()
        _ = try await client.logIn(as: .ana)
        #expect(try await client.vault().records == 3)
    }

    @Test(.requirement("STORE-12")) func aReadOnlyHomeIsReadAndSaidToBeOne() async throws {
        let stage = try await Stage()
        let disk = try SmallDisk(mebibytes: 4)
        let client = Client(home: disk.path + "/home", address: stage.server.address)
        _ = try await client.logIn(as: .ana)
        try await client.object("feed")
        try disk.makeReadOnly()
        #expect(try await client.object("whoami")["user"]?["email"]?.text == Person.ana.email)
        #expect(try await client.object("feed")["source"]?.text == "remote")
        try await client.object("image", stage.picture)
        let login = try await client.run(
            "login", "--email", Person.ana.email, "--password-stdin", "--json", input: Person.ana.password + "\n")
        #expect(login.exit == .status(1) && login.errorCode == "token_storage_failed", "\(login.errorText)")
        let logout = try await client.run("logout", "--json")
        #expect(logout.exit == .status(1) && logout.errorCode == "logout_incomplete", "\(logout.errorText)")
        #expect(try await client.vault().damaged == 0)
    }

    @Test func aFullDiskOfTheServerRefusesWritesAndLosesNone() async throws {
        let seed = try await SeededData.shared
        let disk = try SmallDisk(mebibytes: 24)
        try await seed.copy(to: disk.path + "/data")
        let folder = try TemporaryFolder()
        let server = try await Server(data: disk.path + "/data")
        let stage = Client(home: folder.path(of: "home"), address: server.address)
        _ = try await stage.logIn(as: .ana)
        try await stage.object("comment", seed.picture, "before")
        let login = try await server.ask("POST", "/auth/login", json: Person.ana.login)
        let token = login?.json?["token"]?["access_token"]?.text
        try disk.fill()
        // The write-ahead log may have room left in its last page.
        var refused: ChildProcess.Outcome?
        var kept = ["before"]
        for number in 0..<50 where refused == nil {
            let message = "full \(number) " + String(repeating: "x", count: 900)
            let outcome = try await stage.run("comment", seed.picture, message, "--json")
            if outcome.exit == .status(0) { kept.append(message) } else { refused = outcome }
        }
        #expect(refused?.errorCode != nil, "\(refused?.errorText ?? "never refused")")
        let bearer = try #require(token)
        let answer = try #require(
            try await server.ask(
                "POST", "/image/\(seed.picture)/comments",
                json: #"{"message":"\#(String(repeating: "y", count: 900))"}"#, token: bearer))
        #expect(answer.status == 507 && answer.code == "storage_full", "\(answer)")
        #expect(answer.fields["retry-after"].flatMap { Int($0) } ?? 0 > 0)
        let full = try #require(try await server.ask("GET", "/readyz"))
        #expect(full.status == 503 && full.json?["checks"]?["storage"]?.text?.contains("disk is full") == true)
        #expect(full.json?["checks"]?["database"]?.text == "ok")
        #expect(try await server.ask("GET", "/healthz")?.status == 200)
        #expect(try await stage.object("feed")["source"]?.text == "remote")
        disk.empty()
        #expect(try await server.ask("GET", "/readyz")?.status == 200)
        try await stage.object("comment", seed.picture, "after")
        kept.append("after")
        #expect(await server.stop() == .status(0))
        let again = try await Server(data: server.data)
        let comments = try await again.ask("GET", "/image/\(seed.picture)/comments")?.json?["items"]?.items ?? []
        #expect(Set(kept).isSubset(of: comments.compactMap { $0["message"]?.text }))
        #expect(await again.stop() == .status(0))
    }

    /// Whatever would have been written, whoever asked hears the same.
    @Test func onAFullDiskAllThatIsWrittenIsRefusedAlike() async throws {
        let seed = try await SeededData.shared
        let disk = try SmallDisk(mebibytes: 24), folder = try TemporaryFolder()
        try await seed.copy(to: disk.path + "/data")
        let log = folder.path(of: "server")
        let server = try await Server(data: disk.path + "/data", environment: ["LOG": log + ".log"])
        let login = try await server.ask("POST", "/auth/login", json: Person.ana.login)?.json?["token"]
        var refresh = try #require(login?["refresh_token"]?.text)
        try disk.fill()
        for (path, body) in [
            ("/auth/register", Person.ben.registration), ("/auth/login", Person.ana.login),
            ("/auth/password/recovery", #"{"email":"ben@example.com"}"#),
            ("/auth/verification/resend", #"{"email":"ben@example.com"}"#),
        ] {
            var answer: Answer?
            // The write-ahead log may have room left in its last page.
            for number in 0..<50 where answer.map({ $0.status < 300 }) ?? true {
                let body = body.replacing("ben@", with: "ben\(number)@")
                answer = try await server.ask("POST", path, json: body)
            }
            #expect(answer?.status == 507 && answer?.code == "storage_full", "\(path): \(String(describing: answer))")
            #expect(answer?.fields["retry-after"].flatMap { Int($0) } ?? 0 > 0)
        }
        var refreshed: Answer?
        for _ in 0..<50 where refreshed.map({ $0.status < 300 }) ?? true {
            refreshed = try await server.ask("POST", "/auth/refresh", json: #"{"refresh_token":"\#(refresh)"}"#)
            refresh = refreshed?.json?["token"]?["refresh_token"]?.text ?? refresh
        }
        #expect(refreshed?.status == 507, "\(String(describing: refreshed))")
        // No word of Swift, such as unavailable(reason: "…").
        #expect(Server.log(of: log).firstMatch(of: /\w\((\w+: |\))/) == nil, "\(Server.log(of: log))")
        disk.empty()
        let answer = try await server.ask("POST", "/auth/refresh", json: #"{"refresh_token":"\#(refresh)"}"#)
        #expect(answer?.status == 200, "the session is as it was: \(String(describing: answer))")
        #expect(await server.stop() == .status(0))
    }

    @Test func aServerThatStartsOnAFullDiskSaysSo() async throws {
        let seed = try await SeededData.shared
        let disk = try SmallDisk(mebibytes: 24)
        try await seed.copy(to: disk.path + "/data")
        try disk.fill()
        let outcome = try await ChildProcess.run(
            Programs.essentiald, ["serve", "--data", disk.path + "/data", "--listen", "127.0.0.1:0", "--json"],
            environment: Surroundings.variables)
        #expect(outcome.exit == .status(1))
        #expect(outcome.errorText.contains("The disk is full"), "\(outcome.errorText)")
        disk.empty()
        let folder = try TemporaryFolder()
        let server = try await Server(data: disk.path + "/data", environment: ["LOG": folder.path(of: "log")])
        #expect(try await server.ask("POST", "/auth/login", json: Person.ana.login)?.status == 200)
        #expect(await server.stop() == .status(0))
    }

    @Test func aServerOnAReadOnlyDiskSaysSo() async throws {
        let seed = try await SeededData.shared
        let disk = try SmallDisk(mebibytes: 24)
        try await seed.copy(to: disk.path + "/data")
        try disk.makeReadOnly()
        let outcome = try await ChildProcess.run(
            Programs.essentiald, ["serve", "--data", disk.path + "/data", "--listen", "127.0.0.1:0", "--json"],
            environment: Surroundings.variables)
        #expect(outcome.exit == .status(1))
        #expect(outcome.errorText.contains("can only be read"), "\(outcome.errorText)")
    }
}
