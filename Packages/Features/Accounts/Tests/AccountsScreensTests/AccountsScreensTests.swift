import AccountsAPI
import AccountsScreens
import AccountsScreensAPI
import AccountsTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import PluginKit
import Presenting
import ScreensAPI
import ScreensTesting
import Testing

struct AccountsScreensTests {
    private func person(isVerified: Bool = true) -> User {
        User(
            id: UserID(UUID()), name: ScreenCheck.hostile[0], email: EmailAddress("ana@example.com")!,
            isVerified: isVerified, createdAt: Date(timeIntervalSince1970: 1_700_000_000))
    }

    private func contents(
        of person: User, _ account: AccountLoaderStub? = nil, as known: User? = nil
    ) async throws -> ScreenContents {
        func way(
            _ name: String, for audience: NavigationItem.Audience, isOfAccount: Bool, isLast: Bool = false,
            isThere: Bool = true
        ) -> NavigationItem {
            NavigationItem(
                ScreenLink(LocalizedText(verbatim: name), to: ScreenRoute("/x").place()), for: audience,
                isOfAccount: isOfAccount, isLast: isLast, isThere: { _ in isThere })
        }
        let ways = [
            way("log out", for: .people, isOfAccount: true, isLast: true),
            way("devices", for: .people, isOfAccount: true), way("elsewhere", for: .people, isOfAccount: false),
            way("log in", for: .strangers, isOfAccount: true),
            way("administration", for: .people, isOfAccount: true, isThere: false),
        ]
        var host = PluginHost()
        try host.install(
            AccountsScreensPlugin.self,
            .init(
                account: Scoped(always: account ?? AccountLoaderStub(person)), navigation: { ways },
                news: { [NavigationNews(at: ScreenRoute("/x/below").place()) { _ in 3 }] }))
        return try await ScreenRunner(try host.composed().values(of: Screens.self), as: known ?? person).show(
            "/account")
    }

    @Test(.requirement("SCREEN-01")) func aPersonSeesWhoTheyAreAndWhatTheyCanDo() async throws {
        let person = person(), contents = try await contents(of: person)
        let problems = ScreenCheck(places: ["/account", "/x"])
            .problems(of: contents, saying: [person.name, "ana@example.com", "devices"])
        #expect(problems == [])
        guard case .column(let blocks) = contents.body, case .links(let links)? = blocks.last else {
            Issue.record("\(contents.body)")
            return
        }
        #expect(links.map(\.label.english) == ["devices · 3 new", "log out · 3 new"], "both lead there")
        #expect(contents.sensitivities.map(\.name) == ["address"])
    }

    private func names(_ renaming: AccountRenamingSpy, of person: User) throws -> ScreenRunner {
        var host = PluginHost()
        try host.install(
            AccountsScreensPlugin.self,
            .init(
                account: Scoped(always: AccountLoaderStub(person)), renaming: Scoped(always: renaming),
                navigation: { [] }))
        return ScreenRunner(try host.composed().values(of: Screens.self), as: person)
    }

    @Test(.requirement("DATA-04")) func aPersonDeletesTheirAccount() async throws {
        let person = person(), day = Date(timeIntervalSince1970: 1_796_288_400)
        let deleting = AccountDeletingSpy(.failure(.notRecent), .success(day))
        var host = PluginHost()
        try host.install(
            AccountsScreensPlugin.self,
            .init(
                account: Scoped(always: AccountLoaderStub(person)), deleting: Scoped(always: deleting),
                navigation: { [] }))
        let screens = ScreenRunner(try host.composed().values(of: Screens.self), as: person)
        let check = ScreenCheck(places: ["/account", "/account/deletion"])
        let asked = try await screens.show("/account/deletion")
        #expect(check.problems(of: asked, saying: ["ana@example.com"]) == [])
        #expect("\(asked.body)".contains("Logging in takes it back for a week at least"))
        await #expect(throws: AccountDeletionError.notRecent) {
            try await screens.send("delete-account", to: "/account/deletion", [:])
        }
        guard case .show(let done) = try await screens.send("delete-account", to: "/account/deletion", [:]) else {
            Issue.record("nothing is told")
            return
        }
        #expect(check.problems(of: done) == [] && deleting.people.count == 2)
    }

    @Test(.requirement("DATA-01")) func aPersonChangesTheirName() async throws {
        let person = person(), renaming = AccountRenamingSpy(person), screens = try names(renaming, of: person)
        let check = ScreenCheck(places: ["/account", "/account/name"])
        let asked = try await screens.show("/account/name")
        #expect(asked.forms.first?.fields.map(\.value) == [person.name])
        #expect(check.problems(of: asked) == [])
        guard case .show(let told) = try await screens.send("rename", to: "/account/name", ["name": "<i>Bea</i>"])
        else {
            Issue.record("nothing is told")
            return
        }
        #expect(check.problems(of: told) == [])
        #expect(told.notice?.text.english == "Your name is <i>Bea</i> now, everywhere.")
        #expect(renaming.names == ["<i>Bea</i>"])
    }

    @Test(.requirement("DATA-01")) func whatIsNoNameIsSaidAtItsField() async throws {
        let person = person()
        let screens = try names(AccountRenamingSpy(person, failure: .unacceptable(.empty)), of: person)
        let refusal = await #expect(throws: FieldRefusal.self) { try await screens.send("rename", to: "/account/name") }
        #expect(refusal?.fields.map(\.pointer) == ["/name"] && refusal?.code == "empty_name")
    }

    @Test(.requirement("VERIFY-05")) func whoMayNotWriteYetIsToldSoInsteadOfAskedForWords() async {
        let unconfirmed = person(isVerified: false), now = Date(timeIntervalSince1970: 1_800_000_000)
        func obstacle(_ person: User?, _ account: AccountLoaderStub) async -> ScreenNotice? {
            await WritingPermit(account: Scoped(always: account))
                .obstacle(for: ScreenRequest(.home, person: person, now: now))
        }
        #expect(await obstacle(unconfirmed, AccountLoaderStub(unconfirmed))?.nextSteps == [.verify, .resend])
        // Confirmed meanwhile, in another browser; nobody; who can't be asked about.
        #expect(await obstacle(unconfirmed, AccountLoaderStub(person())) == nil)
        #expect(await obstacle(person(), AccountLoaderStub(unconfirmed)) == nil)
        #expect(await obstacle(nil, AccountLoaderStub(unconfirmed)) == nil)
        #expect(await obstacle(unconfirmed, AccountLoaderStub(failure: .notLoggedIn)) == nil)
    }

    @Test(.requirement("VERIFY-05")) func whoIsntConfirmedIsToldWhatToDo() async throws {
        let contents = try await contents(of: person(isVerified: false))
        guard case .column(let blocks) = contents.body else { return }
        let steps = blocks.flatMap { block in
            if case .notice(let notice) = block { notice.nextSteps } else { [NextStep]() }
        }
        #expect(steps == [.verify, .resend])
    }

    @Test(.requirement("OFFLINE-03")) func withoutAConnectionWhatIsKnownIsShown() async throws {
        let off = AccountLoaderStub(failure: .connectivity(LocalizedText(en: "Off.", es: "Sin red.")))
        let person = person(), contents = try await contents(of: person, off)
        #expect(contents.notice?.text.english == "Off. This is what was known when you logged in.")
        let check = ScreenCheck(places: ["/account", "/x"])
        #expect(check.problems(of: contents, saying: [person.name, "devices"]) == [])
    }
}
