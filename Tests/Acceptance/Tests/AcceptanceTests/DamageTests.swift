import FoundationEssentials
import KernelTesting
import Testing

/// Files that were damaged or exchanged.
struct DamageTests {
    private func vaultFiles(_ stage: Stage, _ part: String) -> [String] {
        stage.folder.files().filter { $0.contains("/vault/" + part) }
    }

    private func listFile(_ stage: Stage) -> String? {
        vaultFiles(stage, "records-").first { $0.hasSuffix("/list") }
    }

    private func write(_ bytes: [UInt8], to name: String, in folder: TemporaryFolder) throws {
        try Data(bytes).write(to: URL(filePath: folder.path(of: name)))
    }

    @Test(.requirement("STORE-14", "STORE-15", "STORE-16"))
    func damagedRecordsAreSetAsideAndReported() async throws {
        let stage = try await Stage()
        let client = stage.client
        _ = try await client.logIn(as: .ana)
        // Their names don't tell which of them is the session.
        let records = vaultFiles(stage, "records-").filter { !$0.hasSuffix("/list") }
        var damaged: Set<[UInt8]> = []
        for record in records {
            var bytes = try #require(stage.folder.contents(of: record))
            // A record is in one of two slots of 4 KB.
            for slot in stride(from: 0, to: bytes.count, by: 4_096) { bytes[slot + 100] ^= 1 }
            try write(bytes, to: record, in: stage.folder)
            damaged.insert(bytes)
        }
        let who = try await client.run("whoami", "--json")
        #expect(who.exit != .status(0) && who.errorCode != nil, "\(who.outputText)")
        _ = try await client.run("vault", "check")
        #expect(try await client.vault().damaged == records.count)
        #expect(Set(vaultFiles(stage, "set-aside/").compactMap { stage.folder.contents(of: $0) }) == damaged)
        _ = try await client.logIn(as: .ana)
        #expect(try await client.object("whoami")["user"]?["email"]?.text == Person.ana.email)
    }

    @Test(.requirement("STORE-07", "STORE-14", "STORE-16"), arguments: ["records", "list"])
    func whatIsGoneIsNotAbsent(_ gone: String) async throws {
        let stage = try await Stage()
        let client = stage.client
        _ = try await client.logIn(as: .ana)
        for file in vaultFiles(stage, "records-") where file.hasSuffix("/list") == (gone == "list") {
            try FileManager.default.removeItem(atPath: stage.folder.path(of: file))
        }
        let who = try await client.run("whoami", "--json")
        #expect(who.exit == .status(1) && who.errorCode != nil, "it isn't logged out: \(who.errorText)")
        #expect(try await client.object("status")["session"]?["state"]?.text == "unavailable")
        let check = try await client.run("vault", "check")
        #expect(check.exit == .status(1) && check.outputText.contains(gone == "list" ? "list" : "missing"))
        if gone == "records" { _ = try await client.logIn(as: .ana) }
        #expect(try await client.object("whoami")["user"]?["email"]?.text == Person.ana.email)
    }

    @Test(.requirement("STORE-14")) func aRecordThatIsPutBackIsTold() async throws {
        let stage = try await Stage()
        let client = stage.client
        _ = try await client.logIn(as: .ana)
        let older = Dictionary(
            uniqueKeysWithValues: vaultFiles(stage, "records-").filter { !$0.hasSuffix("/list") }
                .map { ($0, stage.folder.contents(of: $0)) })
        _ = try await client.logIn(as: .ana)
        for (file, bytes) in older { try write(try #require(bytes), to: file, in: stage.folder) }
        let who = try await client.run("whoami", "--json")
        #expect(who.exit == .status(1) && who.errorCode != nil, "\(who.outputText)\(who.errorText)")
        _ = try await client.logIn(as: .ana)
        #expect(try await client.object("whoami")["user"]?["email"]?.text == Person.ana.email)
    }

    @Test(.requirement("STORE-14"), arguments: ["flipped", "emptied", "nonsense"])
    func aDamagedHeaderIsReportedAndLeftAsItIs(damage: String) async throws {
        let stage = try await Stage()
        let client = stage.client
        _ = try await client.logIn(as: .ana)
        let header = try #require(vaultFiles(stage, "header").first)
        let good = try #require(stage.folder.contents(of: header))
        var bad = good
        switch damage {
        case "flipped": bad[bad.count / 2] ^= 1
        case "emptied": bad = []
        default: bad = Array("nonsense".utf8)
        }
        try write(bad, to: header, in: stage.folder)
        let who = try await client.run("whoami", "--json")
        #expect(who.exit == .status(1) && who.errorCode != nil, "\(who.outputText)\(who.errorText)")
        #expect(try await client.vault().problem?.isEmpty == false)
        let login = try await client.run(
            "login", "--email", Person.ana.email, "--password-stdin", "--json", input: Person.ana.password + "\n")
        #expect(login.exit == .status(1) && login.errorCode == "token_storage_failed", "\(login.errorText)")
        #expect(stage.folder.contents(of: header) == bad)
        // Nothing was lost: with its header the vault is whole again.
        try write(good, to: header, in: stage.folder)
        #expect(try await client.object("whoami")["user"]?["email"]?.text == Person.ana.email)
    }

    @Test(.requirement("STORE-07")) func aWrongKeyIsAnErrorAndNoGarbage() async throws {
        let stage = try await Stage()
        let client = stage.client
        _ = try await client.logIn(as: .ana)
        let key = try #require(vaultFiles(stage, "key-").first)
        let good = try #require(stage.folder.contents(of: key))
        try write(good.map { $0 ^ 0x55 }, to: key, in: stage.folder)
        let who = try await client.run("whoami", "--json")
        #expect(who.exit == .status(1) && who.errorCode != nil, "\(who.outputText)\(who.errorText)")
        let login = try await client.run(
            "login", "--email", Person.ana.email, "--password-stdin", "--json", input: Person.ana.password + "\n")
        #expect(login.exit == .status(1) && login.errorCode == "token_storage_failed", "\(login.errorText)")
        try write(good, to: key, in: stage.folder)
        #expect(try await client.object("whoami")["user"]?["email"]?.text == Person.ana.email)
        #expect(try await client.vault().damaged == 0)
    }

    /// Nothing of it can be read then, and whoever leaves wants it gone.
    @Test(.requirement("STORE-14", "LOGOUT-01")) func whoLogsOutNeedsNoListOfSecrets() async throws {
        let stage = try await Stage()
        let client = stage.client
        _ = try await client.logIn(as: .ana)
        try FileManager.default.removeItem(atPath: stage.folder.path(of: try #require(listFile(stage))))
        let who = try await client.run("whoami")
        #expect(who.exit == .status(1) && who.errorText.contains("essential vault check"), "\(who.errorText)")
        let status = try await client.run("status", "--language", "es")
        #expect(status.outputText.contains("essential vault check") && status.outputText.contains("falta"))
        let logout = try await client.run("logout")
        #expect(logout.exit == .status(0) && logout.outputText == "You are logged out.\n", "\(logout.outputText)")
        #expect(logout.errorText.contains("A new one was made"), "\(logout.errorText)")
        #expect(try await client.object("status")["session"]?["state"]?.text == "logged_out")

        _ = try await client.logIn(as: .ana)
        try write([], to: try #require(listFile(stage)), in: stage.folder)
        let check = try await client.run("vault", "check")
        #expect(check.exit == .status(1) && check.outputText.contains("can be used again"), "\(check.outputText)")
        #expect(try await client.run("vault", "check").exit == .status(0))
        #expect(try await client.object("whoami")["user"]?["name"]?.text == Person.ana.name)
    }

    @Test(.requirement("FEED-21", "FEED-31")) func aDamagedCacheIsLoadedAnew() async throws {
        let stage = try await Stage()
        let client = stage.client
        let feed = try await client.object("feed")
        let file = try #require(stage.folder.files().first { $0.hasSuffix("/feed.json") })
        try write(Array("{\"items\":[".utf8), to: file, in: stage.folder)
        #expect(try await client.object("status").names.contains("server"))
        #expect(try await client.object("feed") == feed)
        #expect(await stage.server.stop() == .status(0))
        #expect(try await client.object("feed")["items"] == feed["items"])
    }

    @Test(arguments: ["header", "pages", "emptied", "truncated"])
    func aDamagedDatabaseStopsTheStartAndIsLeftAsItIs(damage: String) async throws {
        let seed = try await SeededData.shared
        let folder = try TemporaryFolder()
        let data = folder.path(of: "data"), name = "data/essentiald.sqlite"
        try await seed.copy(to: data)
        var bytes = try #require(folder.contents(of: name))
        switch damage {
        case "header": bytes.replaceSubrange(0..<100, with: [UInt8](repeating: 0xAA, count: 100))
        case "pages": for offset in stride(from: 4_096, to: bytes.count, by: 3) { bytes[offset] = 0xAA }
        case "emptied": bytes = []
        default: bytes.removeLast(bytes.count / 2)
        }
        try write(bytes, to: name, in: folder)
        let child = try Server.spawn(data: data, ["--listen", "127.0.0.1:0", "--json"])
        #expect(await child.outcome().exit == .status(1))
        let log = Server.log(of: data)
        #expect(log.contains(#""code":"database""#) && log.contains("backup"), "\(log)")
        #expect(log.replacing(#"\/"#, with: "/").contains("\(folder.path(of: name)); it was left"), "\(log)")
        #expect(folder.contents(of: name) == bytes)
    }

    @Test(.requirement("STORE-14"), arguments: ["flipped", "cut", "emptied", "missing"], [true, false])
    func aDamagedPictureIsNeverServed(damage: String, isRunning: Bool) async throws {
        let seed = try await SeededData.shared
        let folder = try TemporaryFolder()
        try await seed.copy(to: folder.path(of: "data"))
        var server = try await Server(data: folder.path(of: "data"))
        let path = "/image/\(seed.picture)"
        let good = try #require(try await server.ask("GET", path))
        let tag = try #require(good.fields["etag"]), digest = tag.filter { $0 != "\"" }
        let name = "data/images/\(digest.prefix(2))/\(digest)"
        #expect(folder.contents(of: name) == good.body)
        if !isRunning { #expect(await server.stop() == .status(0)) }
        var bad = good.body
        switch damage {
        case "flipped": bad[bad.count / 2] ^= 1
        case "cut": bad.removeLast(bad.count / 3)
        default: bad = []
        }
        if damage == "missing" {
            try FileManager.default.removeItem(atPath: folder.path(of: name))
        } else {
            try write(bad, to: name, in: folder)
        }
        if !isRunning { server = try await Server(data: folder.path(of: "data")) }
        for _ in 0..<2 {
            let answer = try #require(try await server.ask("GET", path))
            #expect(answer.status == 500 && answer.code == "image_damaged")
            let part = try await server.ask(raw: "GET \(path) HTTP/1.1\r\nHost: x\r\nRange: bytes=0-9\r\n\r\n")
            #expect(part?.code == "image_damaged")
        }
        // Who has it already keeps it.
        let kept = try await server.ask(raw: "GET \(path) HTTP/1.1\r\nHost: x\r\nIf-None-Match: \(tag)\r\n\r\n")
        #expect(kept?.status == 304)
        let ready = try #require(try await server.ask("GET", "/readyz"))
        #expect(ready.status == 200 && ready.json?["checks"]?["pictures"]?.text?.contains(": 1.") == true)
        let metrics = try #require(try await server.ask("GET", "/metrics"))
        #expect(String(decoding: metrics.body, as: UTF8.self).contains("essentiald_pictures_damaged 1"))
        let lines = Server.log(of: server.data).split(separator: "\n").filter { $0.contains("damaged or missing") }
        #expect(lines.count == 1 && lines[0].contains(digest), "\(lines)")
        // Restored from a backup, it is served again.
        try write(good.body, to: name, in: folder)
        #expect(try await server.ask("GET", path)?.body == good.body)
        #expect(try await server.ask("GET", "/readyz")?.json?["checks"]?["pictures"]?.text == "ok")
    }

    @Test func anotherServersKeyIsRefused() async throws {
        let seed = try await SeededData.shared
        let folder = try TemporaryFolder()
        try await seed.copy(to: folder.path(of: "data"))
        let good = try #require(folder.contents(of: "data/server.key"))
        #expect(await (try await Server(data: folder.path(of: "other"))).stop() == .status(0))
        try write(try #require(folder.contents(of: "other/server.key")), to: "data/server.key", in: folder)
        let child = try Server.spawn(data: folder.path(of: "data"), ["--listen", "127.0.0.1:0", "--json"])
        #expect(await child.outcome().exit == .status(1))
        let log = Server.log(of: folder.path(of: "data"))
        #expect(log.contains(#""code":"server_keys""#), "\(log)")
        #expect(log.contains("server.key does not belong to this database. Nothing was changed."), "\(log)")
        let spanish = try Server.spawn(
            data: folder.path(of: "data"), ["--listen", "127.0.0.1:0", "--language", "es"])
        #expect(await spanish.outcome().exit == .status(1))
        #expect(Server.log(of: folder.path(of: "data")).contains("Restaura el que se copió"))
        try write(good, to: "data/server.key", in: folder)
        let server = try await Server(data: folder.path(of: "data"))
        #expect(try await server.ask("POST", "/auth/login", json: Person.ana.login)?.status == 200)
    }
}
