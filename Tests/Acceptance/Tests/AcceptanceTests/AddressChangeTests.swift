import KernelTesting
import Testing

/// A change of the address with the built programs, by its owner and by a thief.
struct AddressChangeTests {
    private static let new = "ana@example.net"
    private static let password = "seven blue coffee cups 42"

    /// The code in the letter to a new address.
    private func code(for email: String, _ stage: Stage) async throws -> String {
        let letter = try await Outbox(data: stage.server.data)
            .message(to: email, containing: "type this code where you asked for it")
        let lines = letter.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " }.prefix { $0.isNumber } }
        return String(try #require(lines.first { $0.count == 8 }))
    }

    private func change(to email: String, on client: Client, _ stage: Stage) async throws {
        #expect(try await client.object("address", email)["status"]?.text == "check_mail")
        let changed = try await client.object("address", "confirm", code(for: email, stage))
        #expect(changed["user"]?["email"]?.text == email)
    }

    private func logsIn(_ client: Client, as email: String, _ password: String) async throws -> Bool {
        try await client.run("login", "--email", email, "--password-stdin", input: password + "\n").exit == .status(0)
    }

    @Test(.requirement("DATA-02")) func theDevicesKnowItAndTheOldAddressLogsNobodyIn() async throws {
        let stage = try await Stage(), ana = Person.ana, laptop = stage.client
        let phone = Client(home: stage.folder.path(of: "phone"), address: stage.server.address)
        let other = Client(home: stage.folder.path(of: "other"), address: stage.server.address)
        _ = try await laptop.logIn(as: ana)
        _ = try await phone.logIn(as: ana)
        let events = try phone.spawn(["events", "--json"])
        #expect(await events.readOutput(until: #""ready""#).contains(#""ready""#))

        let wrong = try await laptop.run("address", "confirm", "00000000", "--json")
        #expect(wrong.exit == .status(1) && wrong.errorCode == "invalid_code")
        let same = try await laptop.run("address", "ANA@example.com", "--json")
        #expect(same.exit == .status(2) && same.errorCode == "same_address")
        try await change(to: Self.new, on: laptop, stage)

        let told = await events.readOutput(until: "renewed")
        #expect(told.contains(#""way_in":{"change":"renewed","way":"address"}"#), "\(told)")
        events.send(15)
        _ = await events.outcome()
        #expect(try await phone.object("whoami")["user"]?["email"]?.text == Self.new, "sessions stay")
        #expect(try await !logsIn(other, as: ana.email, ana.password))
        #expect(try await logsIn(other, as: Self.new, ana.password))
        let letter = try await Outbox(data: stage.server.data).message(to: ana.email, containing: "/address?token=")
        #expect(!letter.contains(Self.new))
        #expect(!Server.log(of: stage.server.data).contains(Self.new))

        await stage.server.kill()
        for device in [laptop, phone] {
            let known = try await device.object("whoami")
            #expect(known["user"]?["email"]?.text == Self.new, "without a connection, too")
        }
        let refused = try await laptop.run("address", "b@example.net", "--json")
        #expect(refused.exit == .status(4) && refused.errorCode == "no_connectivity")
        #expect(try await laptop.object("queue", "list")["items"]?.items.isEmpty == true)
    }

    @Test(.requirement("DATA-02")) func theOwnerTakesTheAccountBackFromAThief() async throws {
        let stage = try await Stage(), ana = Person.ana, owner = stage.client
        let thief = Client(home: stage.folder.path(of: "thief"), address: stage.server.address)
        _ = try await owner.logIn(as: ana)
        _ = try await thief.logIn(as: ana)
        try await change(to: "eve@example.net", on: thief, stage)
        try await change(to: "eve@example.org", on: thief, stage)
        // Nobody else gets the address meanwhile.
        let taken = try await thief.run(
            "register", "--name", "Eve", "--email", ana.email, "--password-stdin", "--json",
            input: "eleven odd paper kites\n")
        #expect(taken.exit != .status(0) && taken.errorCode == "email_already_in_use")

        let outbox = Outbox(data: stage.server.data), browser = RawBrowser(stage.server)
        let link = try await outbox.newestLink(for: ana.email, to: "address")
        let path = String(link.dropFirst(stage.server.address.count))
        for _ in 0..<2 {
            let page = try await browser.open(path)
            #expect(page.status == 200 && page.fields["cache-control"] == "no-store" && page.text.contains(ana.email))
        }
        #expect(try await owner.run("whoami").exit == .status(0), "looking changes nothing")
        func send(_ password: String) async throws -> Answer {
            let token = String(path.split(separator: "=").last ?? "")
            return try await browser.send(
                [("_form", "restore"), ("token", token), ("secret-new_password", password)], to: "/address")
        }
        let known = try await send(ana.password)
        #expect(known.status == 422 && known.text.contains("Whoever changed the address may know it"))
        #expect(try await send(Self.password).status == 200)

        for client in [owner, thief] { #expect(try await client.run("whoami").exit == .status(3), "all are out") }
        for email in [ana.email, "eve@example.net", "eve@example.org"] {
            #expect(try await !logsIn(thief, as: email, ana.password))
        }
        #expect(try await logsIn(owner, as: ana.email, Self.password))
        #expect(try await browser.open(path).status == 410)
        // Whoever reads at the address in between had the account for moments, and has no link.
        let between = try await outbox.message(to: "eve@example.net", containing: "has another one now")
        #expect(!between.contains("token="))
        _ = try await outbox.message(to: ana.email, containing: "has this address again")
        _ = try await outbox.message(to: "eve@example.org", containing: "took back")
        let notices = try await owner.object("notices")["items"]?.items ?? []
        #expect(notices.contains { $0["way_in"]?["change"]?.text == "restored" })
        #expect(!Server.log(of: stage.server.data).contains("token="), "links are in no log")
        #expect(await stage.server.stop() == .status(0))
    }

    @Test(.requirement("DATA-02", "D2")) func whoeverHasTheAddressIsToldAndNobodyElse() async throws {
        let stage = try await Stage(), ben = Person.ben
        _ = try await stage.client.logIn(as: .ana)
        let other = Client(home: stage.folder.path(of: "other"), address: stage.server.address)
        try await other.object(
            "register", "--name", ben.name, "--email", ben.email, "--password-stdin", input: ben.password + "\n")
        let free = try await stage.client.run("address", "free@example.net", "--json")
        let taken = try await stage.client.run("address", ben.email, "--json")
        #expect(free.exit == .status(0) && taken.exit == .status(0) && free.outputText == taken.outputText)
        let letter = try await Outbox(data: stage.server.data)
            .message(to: ben.email, containing: "belongs to an account already")
        #expect(!letter.contains(Person.ana.email) && letter.contains("/recover"))
        // The code for the free one ended with it, as it would have for another free one.
        let code = try await code(for: "free@example.net", stage)
        #expect(try await stage.client.run("address", "confirm", code, "--json").errorCode == "invalid_code")
        #expect(try await stage.client.object("whoami")["user"]?["email"]?.text == Person.ana.email)
        #expect(await stage.server.stop() == .status(0))
    }
}
