import ConsoleAPI
import ConsoleTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import PluginKit
import Presenting
import SessionsAPI
import SessionsPresentation
import SessionsTesting
import Testing

struct SessionsCommandsTests {
    private let date = ManualDate()
    private let laptop: DeviceSession
    private let phone: DeviceSession
    private let spy: SessionManagingSpy

    init() {
        laptop = .sample(device: "laptop", location: "Madrid", createdAt: date.value - 7_200, isCurrent: true)
        phone = .sample(
            device: nil, createdAt: date.value - 3 * 86_400, lastSeenAt: date.value - 300, isSuspicious: true)
        spy = SessionManagingSpy([laptop, phone])
    }

    private func runner(proving: (any Reauthenticating)? = nil) throws -> CommandRunner {
        var host = PluginHost()
        try host.install(
            SessionsPresentationPlugin.self,
            .init(
                management: spy, notices: SecurityNoticesStub(), noticeList: SecurityNoticeListFake(),
                proving: proving, now: date.now))
        return CommandRunner(try host.composed())
    }

    @Test func areDeclaredWithoutAMistake() throws {
        try runner().expectWellFormed()
    }

    @Test(
        .requirement("SESS-01", "SESS-02", "SESS-03", "SESS-12", "SESS-13"),
        arguments: [
            ("en", ["this device", "suspicious", "2 h ago", "3 d ago", "5 min ago", "just now", "unknown"]),
            ("es", ["este dispositivo", "sospechosa", "hace 2 h", "hace 3 d", "hace 5 min", "ahora mismo"]),
        ])
    func showsTheDevicesToAPerson(language: String, words: [String]) async throws {
        for path in [["sessions"], ["sessions", "list"]] {
            let run = try await runner().run(path + ["--language", language])
            #expect(run.exit == .success)
            for word in words + ["laptop", "Madrid", "\(laptop.id)", "sessions confirm \("\(phone.id)".prefix(8))"] {
                #expect(run.output.contains(word), "\(word) is not in \(run.output)")
            }
        }
    }

    private struct Answer: Decodable {
        struct Item: Decodable {
            let id: SessionID
            let device: String
            let location: String
            let created_at: Date
            let last_seen_at: Date
            let current: Bool
            let suspicious: Bool
        }
        let items: [Item]
    }

    @Test func givesScriptsTheNamesOfTheWire() async throws {
        let items = try await runner().run("sessions", "--json").json(Answer.self).items
        #expect(items.map(\.id) == [laptop.id, phone.id])
        #expect(items.map(\.device) == ["laptop", "unknown"] && items.map(\.location) == ["Madrid", "unknown"])
        #expect(items.map(\.current) == [true, false] && items.map(\.suspicious) == [false, true])
        #expect(items[1].created_at == phone.createdAt && items[1].last_seen_at == phone.lastSeenAt)
    }

    @Test(.requirement("SESS-02", "SESS-22"), arguments: ["en", "es"])
    func withoutALocatorTheListSaysSoOnce(language: String) async throws {
        func shown(knowing knowsPlaces: Bool?) async throws -> CommandRun {
            var host = PluginHost()
            try host.install(
                SessionsPresentationPlugin.self,
                .init(
                    management: SessionManagingSpy([.sample(), .sample()], knowsPlaces: knowsPlaces),
                    notices: SecurityNoticesStub(), noticeList: SecurityNoticeListFake(), proving: nil, now: date.now))
            return await CommandRunner(try host.composed()).run("sessions", "--language", language)
        }
        let words = language == "en" ? "this server has no locator" : "este servidor no tiene localizador"
        #expect(try await shown(knowing: false).output.components(separatedBy: words).count == 2)
        for other in [true, nil] { #expect(try await !shown(knowing: other).output.contains(words)) }
    }

    @Test(.requirement("SESS-02", "SESS-22", "L10N-01")) func placesHaveTheirNamesInEachLanguage() async throws {
        let place = DevicePlace(LocalizedText(en: "Lisbon, Portugal", es: "Lisboa, Portugal"), country: "PT")
        var host = PluginHost()
        try host.install(
            SessionsPresentationPlugin.self,
            .init(
                management: SessionManagingSpy([.sample(location: place)], knowsPlaces: true),
                notices: SecurityNoticesStub(), noticeList: SecurityNoticeListFake(), proving: nil, now: date.now))
        let runner = CommandRunner(try host.composed())
        #expect(await runner.run("sessions", "--language", "en").output.contains("Lisbon, Portugal"))
        #expect(await runner.run("sessions", "--language", "es").output.contains("Lisboa, Portugal"))
        let json = await runner.run("sessions", "--json").output
        #expect(json.contains(#""knows_places":true"#) && json.contains(#""location":"Lisbon, Portugal""#))
        #expect(json.contains(#""place":{"country":"PT","en":"Lisbon, Portugal","es":"Lisboa, Portugal"}"#))
    }

    @Test(.requirement("SESS-04", "SESS-05", "SESS-13")) func endsOneAndShowsWhatIsLeft() async throws {
        let run = try await runner().run("sessions", "end", "\(phone.id)")
        #expect(run.exit == .success)
        #expect(spy.calls == [.end(phone.id), .list], "nobody is asked, so nothing is looked at before")
        #expect(run.output.contains("The session is over."))
        #expect(run.output.contains("choose a new password"))
        #expect(run.output.contains("\(laptop.id)") && !run.output.contains("\(phone.id)"))
    }

    /// As the list shows it: a number may be that of an older list.
    @Test(.requirement("SESS-04", "L10N-01")) func asksForTheDeviceThatItNames() async throws {
        let tablet = DeviceSession.sample(device: "Ana's tablet", location: "Lyon"),
            spy = SessionManagingSpy([laptop, tablet])
        var host = PluginHost()
        try host.install(
            SessionsPresentationPlugin.self,
            .init(
                management: spy, notices: SecurityNoticesStub(), noticeList: SecurityNoticeListFake(),
                proving: nil, now: date.now))
        let runner = CommandRunner(try host.composed()), command = ["sessions", "end", "\(tablet.id)"]
        let terminal = TerminalSpy(answers: [.text("n")])
        let declined = await runner.run(command, on: terminal)
        #expect(declined.exit == .success && declined.output.contains("Nothing was changed"))
        #expect(terminal.questions.map(\.text) == ["End the session of Ana's tablet (Lyon)?"])
        #expect(spy.calls == [.list])
        let own = await runner.run(["sessions", "end", "\(laptop.id)"], on: TerminalSpy(answers: []))
        #expect(own.errors.contains("Log out to end it"), "nobody is asked about what can't be done")
        let agreed = await runner.run(command + ["--language", "es"], on: TerminalSpy(answers: [.text("y")]))
        #expect(agreed.output.contains("La sesión de Ana's tablet (Lyon) ha terminado."))
    }

    @Test func aListThatFailsAfterwardsUndoesNothing() async throws {
        let spy = spy
        let run = try await runner().run(["sessions", "confirm", "\(phone.id)"])
        #expect(run.exit == .success && spy.calls == [.confirm(phone.id), .list])
        spy.fail(with: .server)
        let failing = try await runner().run("sessions", "end", "nonsense")
        #expect(failing.exit == .usage && spy.calls.count == 2)
    }

    @Test(.requirement("SESS-07", "SESS-08", "SESS-09")) func asksBeforeItEndsAllOthers() async throws {
        let declined = try await runner().run("sessions", "end-others", on: TerminalSpy(answers: [.text("n")]))
        #expect(declined.exit == .success && declined.output.contains("Nothing was changed"))
        #expect(spy.calls == [.list])
        let agreed = try await runner().run("sessions", "end-others", on: TerminalSpy(answers: [.text("y")]))
        #expect(agreed.exit == .success && !agreed.output.contains("\(phone.id)"))
        #expect(spy.calls == [.list, .list, .endOthers, .list])
        let terminal = TerminalSpy(answers: [])
        let none = try await runner().run("sessions", "end-others", on: terminal)
        #expect(none.exit == .success && none.output.contains("logged in on this device only"))
        #expect(terminal.questions.isEmpty, "nobody is asked about what there isn't")
        spy.fail(with: .notLoggedIn)
        let stranger = try await runner().run("sessions", "end-others", on: terminal)
        #expect(stranger.exit == .notLoggedIn && terminal.questions.isEmpty)
    }

    /// Only a yes is one.
    @Test(.requirement("SESS-08"), arguments: ["", "n", "no", "maybe", "yesterday"])
    func anythingButAYesEndsNothing(answer: String) async throws {
        let terminal = TerminalSpy(answers: [.text(answer), .text("n"), .text("n")])
        let run = try await runner().run("sessions", "end-others", on: terminal)
        #expect(run.exit == .success && run.output.contains("Nothing was changed"))
        #expect(spy.calls == [.list])
        #expect(!terminal.questions.isEmpty)
    }

    @Test(.requirement("SESS-08")) func withoutATerminalItWantsToBeTold() async throws {
        let run = try await runner().run("sessions", "end-others")
        #expect(run.exit != .success && spy.calls.isEmpty)
        let told = try await runner().run("sessions", "end-others", "--yes", "--json")
        #expect(try told.json(Answer.self).items.map(\.id) == [laptop.id])
    }

    @Test(.requirement("SESS-07", "MFA-03")) func itAsksWhoItIsAndGoesOn() async throws {
        let proving = ReauthenticatingSpy(
            Secret("hunter2"), code: Secret("287082"), otherwise: SessionManagingError.server)
        spy.fail(with: .notRecent)
        let terminal = TerminalSpy(answers: [.text("hunter2"), .text("287082")])
        let run = try await runner(proving: proving).run("sessions", "end-others", "--yes", on: terminal)
        #expect(run.exit == .success && proving.proofs == [true])
        #expect(spy.calls == [.endOthers, .endOthers, .list])
        #expect(run.errors.contains("a recent proof") && !(run.output + run.errors).contains("hunter2"))
        // A script brings it, which is looked at first, or is told what to do.
        let script = try await runner(proving: proving).run(
            "sessions", "end-others", "--yes", "--password-stdin", "--code", "287082",
            on: TerminalSpy(input: ["hunter2"]))
        #expect(script.exit == .success && proving.proofs == [true, true])
        spy.fail(with: .notRecent)
        let silent = try await runner(proving: proving).run("sessions", "end-others", "--yes", "--json")
        #expect(try silent.exit == .notLoggedIn && silent.failureCode() == "insufficient_user_authentication")
        spy.fail(with: .notRecent)
        let told = try await runner(proving: proving).run("sessions", "end-others", "--yes")
        #expect(told.exit == .notLoggedIn && told.errors.contains("--password-stdin"))
        // What isn't right changes nothing.
        spy.fail(with: .notRecent)
        let wrong = try await runner(proving: proving).run(
            "sessions", "end-others", "--yes", "--password-stdin", on: TerminalSpy(input: ["nonsense"]))
        #expect(wrong.exit == .failure && proving.proofs == [true, true, false])
    }

    /// Nobody is asked for a password that isn't there, or that the server doesn't ask for.
    @Test(
        .requirement("SESS-07", "MFA-03"), arguments: [PasswordProof.noPassword, .notOffered],
        [[], ["--password-stdin"], ["--json"]])
    func whomNoPasswordProvesIsToldToLogInOnceMore(proof: PasswordProof, options: [String]) async throws {
        let proving = ReauthenticatingSpy(Secret("hunter2"), otherwise: SessionManagingError.server, proof: proof)
        spy.fail(with: .notRecent)
        let terminal = options.isEmpty ? TerminalSpy(answers: []) : TerminalSpy(input: ["hunter2"])
        let run = try await runner(proving: proving).run(
            ["sessions", "end-others", "--yes"] + options, on: terminal)
        #expect(run.exit == .notLoggedIn && terminal.questions.isEmpty && proving.proofs.isEmpty)
        if options == ["--json"] {
            #expect(try run.failureCode() == "insufficient_user_authentication")
        } else {
            #expect(run.errors.contains("Log in once more") && run.errors.contains("server's own pages"))
            #expect(run.errors.contains("has no password") == (proof == .noPassword))
            #expect(!run.errors.contains("--password-stdin"), "\(run.errors)")
        }
    }

    /// On a device that a typed code let in.
    @Test(.requirement("SESS-07", "MFA-03"), arguments: ["end", "confirm"])
    func itAsksWhoItIsBeforeAnotherSessionIsTouched(word: String) async throws {
        let proving = ReauthenticatingSpy(Secret("hunter2"), code: nil, otherwise: SessionManagingError.server)
        // Which device it is can't be had either.
        if word == "end" { spy.fail(with: .server) }
        spy.fail(with: .notRecent)
        let run = try await runner(proving: proving).run(
            "sessions", word, "\(phone.id)", on: TerminalSpy(answers: [.text("hunter2")]))
        #expect(run.exit == .success && proving.proofs == [true])
        let call = word == "end" ? SessionManagingSpy.Call.end(phone.id) : .confirm(phone.id)
        #expect(spy.calls.filter { $0 != .list } == [call, call])
        spy.fail(with: .notRecent)
        let script = try await runner(proving: proving).run("sessions", word, "\(laptop.id)", "--json")
        #expect(try script.exit == .notLoggedIn && script.failureCode() == "insufficient_user_authentication")
    }

    @Test(.requirement("SESS-14", "SESS-15")) func offersToTryAgain() async throws {
        let off = SessionManagingError.connectivity(LocalizedText(en: "no way", es: "sin camino"))
        spy.fail(with: off, off, .server)
        let terminal = TerminalSpy(answers: [.text(""), .text("y")])
        let run = try await runner().run("sessions", "end", "\(phone.id)", on: terminal)
        #expect(run.exit == .success)
        #expect(run.errors.contains("no way"))
        #expect(terminal.questions.map(\.text) == ["Try again?", "Try again?"])
        #expect(spy.calls == [.list, .end(phone.id), .end(phone.id), .end(phone.id), .list])

        for answers in [[TerminalSpy.Answer.text("n")], []] {
            spy.fail(with: .server)
            let declined = try await runner().run("sessions", "--json", on: TerminalSpy(answers: answers))
            #expect(declined.exit == .failure)
            spy.fail(with: .server)
            let told = try await runner().run("sessions", on: TerminalSpy(answers: answers))
            #expect(told.exit == .failure && told.errors.contains(SessionManagingError.server.text.english))
        }
    }

    @Test(
        .requirement("SESS-14", "SESS-15"),
        arguments: [
            (SessionManagingError.notLoggedIn, ConsoleAPI.ExitStatus.notLoggedIn, "not_logged_in"),
            (.unknownSession, .failure, "not_found"), (.currentSession, .failure, "current_session"),
            (.busy(retryAfter: .seconds(3)), .failure, "too_many_requests"),
            (.connectivity(LocalizedText(verbatim: "off")), .noConnectivity, "no_connectivity"),
            (
                .impossible(Obstacle(code: "insecure_address", LocalizedText(verbatim: "plain"))), .failure,
                "insecure_address"
            ),
            (.storage(Obstacle(code: "locked", LocalizedText(verbatim: "locked"))), .failure, "storage_failed"),
            (.server, .failure, "server_error"), (.cancelled, .interrupted, "cancelled"),
        ])
    func eachFailureHasItsStatusCodeAndWords(
        error: SessionManagingError, exit: ConsoleAPI.ExitStatus, code: String
    ) async throws {
        spy.fail(with: error, error, error)
        let script = try await runner().run("sessions", "end", "\(phone.id)", "--json")
        #expect(script.exit == exit)
        #expect(try script.failureCode() == code)
        let run = try await runner().run("sessions", "end", "\(phone.id)")
        #expect(run.exit == exit)
        #expect(run.errors.contains("essential sessions end \(phone.id)") == error.isWorthRetrying)
        #expect(run.errors.contains("Nothing is known to have changed") == error.isWorthRetrying)
    }

    @Test func nobodyIsToldThatReadingChangedNothing() async throws {
        spy.fail(with: .server)
        let run = try await runner().run("sessions")
        #expect(run.exit == .failure && !run.errors.contains("changed"))
    }
}
