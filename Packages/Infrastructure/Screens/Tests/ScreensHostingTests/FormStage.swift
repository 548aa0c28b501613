import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Localization
import Locking
import PluginKit
import Presenting
import ScreensAPI
import ScreensHosting
import ScreensHostingAPI
import Testing

/// A program with a form, a login, and browsers that it knows again.
struct FormStage {
    let router: Router
    let browsers: BrowserKeepingFake
    let done = Locked<[String]>([])
    let isLocked = Locked(false)
    /// Whether a hidden screen is there.
    let isThere = Locked(false)
    /// What happens while somebody logs out.
    let whileLeaving = Locked<@Sendable () async throws -> Void>({})
    let locks = AsyncStream.makeStream(of: Void.self), departures = AsyncStream.makeStream(of: Void.self)
    let endings = AsyncStream.makeStream(of: Void.self)

    /// - Parameters:
    ///   - isOwn: Whether the program is on the person's own machine.
    ///   - proxies: The networks of proxies that are believed.
    init(isOwn: Bool = false, trusting proxies: [String] = []) throws {
        browsers = try BrowserKeepingFake()
        let hasEnded = browsers.hasEnded
        let (done, isLocked, whileLeaving, screens) = (done, isLocked, whileLeaving, ScreenRoute("/write"))
        let form = ScreenForm(
            "write", to: screens.place(),
            [
                ScreenField("text", .text, words("Text")),
                ScreenField("code", .code(digits: 6), words("Code")),
                ScreenField("theme", .choice([ScreenField.Choice("dark", words("Dark"))]), words("Theme")),
            ],
            button: words("Send"))
        let write = ScreenAction("write") { sent in
            switch sent["text"] {
            case "refused": throw FieldRefusal(Refusal(steps: []), at: "text")
            case "stranger" where sent.request.person == nil: throw Refusal(steps: [.logIn])
            case "broken": throw Broken()
            case "later":
                done.withLock { $0.append("later") }
                throw Later()
            case "elsewhere":
                guard let address = URL(string: "http://127.0.0.1:40123/?code=a&state=b") else { throw Broken() }
                return .leave(for: address, ScreenContents(.written("On its way"), .column([])))
            case "nothing": throw ScreenFailure.notFound(words("Nothing."))
            default:
                done.withLock { $0.append(sent["text"]) }
                return .go(screens.place().with("code", sent.secret("code").withText { $0 }))
            }
        }
        let signIn = ScreenRoute("/sign-in")
        let all = [
            Screen(screens, actions: [write]) { _ in ScreenContents(.written("Write"), .column([.form(form)])) },
            Screen(
                signIn,
                actions: [
                    ScreenAction("sign-in") { sent in
                        guard sent["email"] != "wrong" else { throw Refusal(steps: []) }
                        guard sent["email"] != "closed" else { throw Refusal(steps: [], text: words("It is closed.")) }
                        if sent["email"] == "back" {
                            return .signedIn(.home, noting: ScreenNotice(.success, words("It stays.")))
                        }
                        return .signedIn(.home)
                    }
                ]
            ) { request in
                let form = ScreenForm("sign-in", to: request.place, button: words("Log in"))
                let why = hasEnded.current ? ScreenNotice(.remark, words("It is closed.")) : nil
                return ScreenContents(.written("Log in"), noting: why, .column([.form(form)]))
            },
            Screen(ScreenRoute("/gone"), actions: [ScreenAction("write") { _ in throw Refusal(steps: []) }]) { _ in
                throw ScreenFailure.notFound(words("It is gone."))
            },
            Screen(
                ScreenRoute("/unlock"), isForLocked: true,
                actions: [
                    ScreenAction("unlock") { _ in
                        isLocked.withLock { $0 = false }
                        return .unlocked(.home)
                    }
                ]
            ) { request in
                ScreenContents(
                    .written("Unlock"),
                    .column([.form(ScreenForm("unlock", to: request.place, button: words("Unlock")))]))
            },
            Screen(
                ScreenRoute("/vault"),
                actions: [
                    ScreenAction("lock") { _ in
                        isLocked.withLock { $0 = true }
                        return .go(ScreenRoute("/unlock").place())
                    }
                ]
            ) { _ in ScreenContents(.written("Vault"), .column([])) },
            Screen(ScreenRoute("/offline"), actions: [ScreenAction("write") { _ in throw Later() }]) { _ in
                throw Refusal(steps: [])
            },
            Screen(
                ScreenRoute("/out"), for: .people, inviting: words("Log in to leave."), leadsBack: false,
                actions: [
                    ScreenAction("out") { _ in
                        try await whileLeaving.current()
                        return .signedOut(.home)
                    },
                    ScreenAction("close") { _ in
                        try await whileLeaving.current()
                        return .show(ScreenContents(.written("Closed"), .column([])))
                    },
                ]
            ) { _ in
                ScreenContents(.written("Out"), .column([]))
            },
            Screen(
                ScreenRoute("/hidden/{id}"), isThere: { [isThere] _ in isThere.current },
                actions: [ScreenAction("hide") { _ in throw ScreenFailure.absent }]
            ) { request in
                guard request.values["id"] != "recent" else { throw Recent() }
                return ScreenContents(.written("Hidden"), .column([]))
            },
            Screen(
                ScreenRoute("/prefer"),
                actions: [
                    ScreenAction("prefer") { sent in
                        let all = ScreenPreferences(theme: .dark, language: .spanish, usesKeys: false, masks: false)
                        return .prefer(sent["choice"] == "all" ? all : ScreenPreferences(), screens.place())
                    }
                ]
            ) { _ in ScreenContents(.written("Prefer"), .column([])) },
            Screen(
                ScreenRoute("/ask"),
                actions: [
                    ScreenAction("ask") { _ in
                        let primer = PermissionPrimer(.sample, button: words("Ask"), form: "write", field: "text")
                        return .show(ScreenContents(.written("Ask"), .column([.permission(primer)])))
                    }
                ]
            ) { _ in ScreenContents(.written("Ask"), .column([])) },
        ]
        let passages = [
            ScreenPassage(ScreenRoute("/away")) { request in
                switch request.query["to"] {
                case "problem": throw Refusal(steps: [])
                case "nothing": throw ScreenFailure.notFound(words("Nothing."))
                default: .leave(for: URL(string: "https://id.example/?a=b")!, carrying: CarriedText("kept"))
                }
            },
            ScreenPassage(ScreenRoute("/back"), formFields: ["ok", "code"]) { request in
                done.withLock { $0.append(request.carried?.text ?? "nothing") }
                guard let ok = request.query["ok"] else {
                    return .go(signIn.place().with("refused", "yes").with("then", request.query["then"]))
                }
                return .signedIn(.home, noting: ok == "back" ? ScreenNotice(.success, words("It stays.")) : nil)
            },
        ]
        let keys = Locked(0)
        let file = ScreenFile(ScreenRoute("/file")) { _ in
            FileContents(Data("bytes".utf8), type: "text/plain", version: nil, isFinal: true)
        }
        let absent = ScreenFile(ScreenRoute("/absent")) { _ in
            throw AbsentPicture(LocalizedText(en: "Not <here>. It comes later.", es: "No está. Llega luego."))
        }
        var needs = ScreensHostingPlugin.Dependencies(
            screens: { all }, passages: { passages }, files: { [file, absent] },
            navigation: { [NavigationItem(ScreenLink(words("Log in"), to: signIn.place()), for: .strangers)] },
            steps: {
                [
                    ScreenStep(.logIn, ScreenLink(words("Log in"), to: signIn.place())),
                    ScreenStep(.unlock, ScreenLink(words("Unlock"), to: ScreenRoute("/unlock").place())),
                ]
            }, live: { [LiveSource("account", for: .people) { _, _, _ in }] }, browsers: browsers,
            hashing: try Cryptography.real().hashing, root: "/",
            makeKey: { "key-of-sixteen-\(keys.withLock { $0 += 1; return $0 })" },
            now: { Date(timeIntervalSince1970: 1_800_000_000) })
        if isOwn { needs.cookies = .process }
        needs.isLocked = { isLocked.current }
        let locks = locks.stream, departures = departures.stream, endings = endings.stream
        needs.ends = WindowEnds(
            untilLocked: { for await _ in locks {} }, untilLeft: { _ in for await _ in departures {} },
            untilOver: { for await _ in endings {} })
        let assembly = try ScreensHostingPlugin.assemble(needs)
        router = try Router(
            routes: assembly.exports.routes(), middlewares: assembly.exports.middlewares,
            settings: RouterSettings(trustedProxies: proxies.compactMap { IPNetwork($0) }),
            observer: RequestObserverSpy(), page: assembly.exports.problem)
    }

    private struct Broken: Error {}

    /// What was asked for is kept, to be done when somebody is logged in.
    private struct Later: PresentableError {
        let code = "no_connectivity", nature = FailureNature.credentials, text = words("It waits.")
        let nextSteps = [NextStep.logIn], isWaiting = true
    }

    /// Somebody logged in too long ago.
    private struct Recent: PresentableError {
        let code = "insufficient_user_authentication", nature = FailureNature.credentials
        let text = words("Once more."), nextSteps = [NextStep.logIn]
    }

    private struct Refusal: PresentableError {
        let steps: [NextStep]
        let code = "refused"
        var text = words("It can't be <b>.")
        var nature: FailureNature { steps.contains(.logIn) ? .credentials : .refused }
        var nextSteps: [NextStep] { steps }
    }

    /// Remembers tokens.
    final class BrowserKeepingFake: BrowserKeeping {
        static let person = User(
            id: UserID(UUID()), name: "Ana", email: EmailAddress("ana@example.com")!, isVerified: true,
            createdAt: Date(timeIntervalSince1970: 1_700_000_000))
        let tokens = Locked<[String]>([])
        let drafts: any DraftKeeping
        /// Who is signed in where somebody is.
        let present = Locked(BrowserKeepingFake.person)
        /// Whether their session ended.
        let hasEnded = Locked(false)
        private let visits = Locked<UInt64>(0)
        private let signedIn = Locked<Set<Browser>>([])
        private let known = Locked<Set<Browser>>([])

        init() throws {
            drafts = InMemoryDrafts(random: try Cryptography.real().random) {
                Date(timeIntervalSince1970: 1_800_000_000)
            }
        }

        func visit<Value: Sendable>(
            _ visitor: Visitor, _ body: @Sendable (Browser) async throws -> Value
        ) async throws -> Value {
            let shown = visitor.token?.withText { $0 } ?? ""
            let id: UInt64 =
                tokens.current.last == shown
                ? 1
                : visits.withLock { visits in
                    visits += 1
                    return visits + 1
                }
            if tokens.current.contains(shown) { known.withLock { _ = $0.insert(Browser(id: id)) } }
            return try await body(Browser(id: id))
        }

        func isKnown(_ browser: Browser) -> Bool { known.current.contains(browser) }

        func person(at browser: Browser) async -> User? {
            hasEnded.current ? nil : browser.id == 1 || signedIn.current.contains(browser) ? present.current : nil
        }

        func renew(_ browser: Browser) async throws -> Secret? {
            signedIn.withLock { _ = $0.insert(browser) }
            return tokens.withLock { tokens in
                tokens.append("token\(tokens.count)")
                return browser.id == 1 ? nil : Secret(tokens[tokens.count - 1])
            }
        }
    }

    static let own: HTTPFields = [
        .accept: "text/html", .contentType: "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin",
        "Host": "localhost:8080",
    ]
}

private func words(_ text: String) -> LocalizedText { LocalizedText(verbatim: text) }
