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
        #expect(try await server.ask("GET", "/healthz")?.status == 200)
        #expect(try await stage.object("feed")["source"]?.text == "remote")
        disk.empty()
        try await stage.object("comment", seed.picture, "after")
        kept.append("after")
        #expect(await server.stop() == .status(0))
        let again = try await Server(data: server.data)
        let comments = try await again.ask("GET", "/image/\(seed.picture)/comments")?.json?["items"]?.items ?? []
        #expect(Set(kept).isSubset(of: comments.compactMap { $0["message"]?.text }))
        #expect(await again.stop() == .status(0))
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
