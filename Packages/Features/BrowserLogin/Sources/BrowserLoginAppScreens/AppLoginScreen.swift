import BrowserLoginAPI
import CoreModels
import FoundationEssentials
import Localization
import LoginScreensAPI
import Presenting
import ScreensAPI

/// The way from a program's own pages to the server's, where any way in is good, and back.
struct AppLoginScreen: Sendable {
    let login: AppLogin
    /// At which address the server is, to be read.
    let server: String

    private static let route = ScreenRoute("/sign-in/browser")
    private static let departure = ScreenRoute("/sign-in/browser/there"), arrival = ScreenRoute("/sign-in/browser/back")
    private static let place = route.place()

    /// On the screen on which people log in.
    var section: SignInSection {
        SignInSection(notice: notice) { request in
            let link = ScreenLink(AppLoginTexts.title, to: Self.place.with("then", request.query["then"]))
            return [
                .section(
                    ScreenSection(
                        "browser", AppLoginTexts.otherWays, [.text(.words(AppLoginTexts.what)), .links([link])]))
            ]
        }
    }

    var screen: Screen {
        Screen(
            Self.route, limit: ScreenLimit("browser-login", forms: 30),
            actions: [
                ScreenAction("begin", perform: begin),
                ScreenAction("stop") { sent in
                    await login.stop()
                    let place = sent.request.person == nil ? SignInSection.place : Self.place
                    return .go(place.with("then", sent.request.query["then"]))
                },
            ]
        ) { request in
            if let person = request.person, !isOnceMore(request) {
                return ScreenContents(
                    .words(AppLoginTexts.title),
                    .column([
                        .notice(
                            ScreenNotice(
                                .remark, login.refusal?.text ?? AppLoginTexts.already(person),
                                nextSteps: [.seePictures, .logOut]))
                    ]))
            }
            return login.way.map { waiting($0, request) } ?? offer(request)
        }
    }

    var passages: [ScreenPassage] {
        [
            ScreenPassage(Self.departure, limit: ScreenLimit("browser-departures", forms: 60)) { request in
                guard let way = login.way else {
                    return .go(Self.place.with("then", request.query["then"]))
                }
                return .leave(for: way.address, carrying: nil)
            },
            ScreenPassage(Self.arrival, limit: ScreenLimit("browser-returns", forms: 60), comesFromElsewhere: true) {
                request in
                // What the browser carried would be gone sooner than a login is over.
                let then = login.then
                if request.query["then"] == nil, let then { return .go(Self.arrival.place().with("then", then)) }
                return await arrive(request)
            },
        ]
    }

    private func arrive(_ request: ScreenRequest) async -> PassageOutcome {
        let end = await login.end(), person = request.person
        return switch end {
        case .success?: .signedIn(.home)
        case .failure(let error)? where error.isOfSomebodyElse && person != nil && !login.isBegun(by: person):
            .go(Self.place)
        case .failure(let error)?:
            // On the other screen whoever is logged in would only read that they are.
            .go(
                (isOnceMore(request) ? Self.place : SignInSection.place)
                    .with("browser", error.code).with("then", request.query["then"]))
        case nil where person != nil && !isOnceMore(request): .go(.home)
        case nil: .go(Self.place.with("then", request.query["then"]))
        }
    }

    /// Whether somebody is logged in who has to do so once more: they have somewhere to go on,
    /// and whoever is only there has not.
    private func isOnceMore(_ request: ScreenRequest) -> Bool {
        request.person != nil && request.query["then"] != nil
    }

    private func begin(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        let request = sent.request
        guard request.person == nil || isOnceMore(request) else { return .go(request.place) }
        guard let origin = request.reachedAt, let page = URL(string: Self.arrival.place().address(at: origin)) else {
            throw BrowserLoginError.server
        }
        try await login.begin(comingBackTo: page, then: request.query["then"], by: request.person)
        return .go(request.place)
    }

    private func notice(_ request: ScreenRequest) -> ScreenNotice? {
        login.failure(called: request.query["browser"]).map { error in
            if let person = request.person, error.isOfSomebodyElse {
                return ScreenNotice(.failure, AppLoginTexts.another(than: person))
            }
            // To log in is what the screen is for.
            return ScreenNotice(
                error.nature == .cancelled ? .remark : .failure, error.text,
                nextSteps: error.nextSteps.filter { $0 != .logIn })
        }
    }

    // MARK: What is shown

    private func offer(_ request: ScreenRequest) -> ScreenContents {
        ScreenContents(
            .words(AppLoginTexts.title), noting: request.person == nil ? nil : notice(request),
            .column(
                [
                    .text(.words(AppLoginTexts.explanation)), .lines([.words(AppLoginTexts.page), .written(server)]),
                    .form(
                        ScreenForm(
                            "begin", to: Self.place.with("then", request.query["then"]), button: AppLoginTexts.goOn)),
                ] + (request.person == nil ? [.links([withPassword(request)])] : [])))
    }

    private func waiting(_ way: BrowserLoginWay, _ request: ScreenRequest) -> ScreenContents {
        let there = Self.departure.place().with("then", request.query["then"])
        return ScreenContents(
            .words(AppLoginTexts.lettersTitle),
            .column([
                .text(.words(AppLoginTexts.letters)), .code(way.word),
                .lines([.words(AppLoginTexts.page), .written(server)]),
                .links([ScreenLink(AppLoginTexts.there, to: there)]), .text(.words(AppLoginTexts.patience)),
                .form(ScreenForm("begin", to: request.place, button: AppLoginTexts.anew, .quiet)),
                .form(ScreenForm("stop", to: request.place, button: AppLoginTexts.stop, .quiet)),
            ]))
    }

    private func withPassword(_ request: ScreenRequest) -> ScreenLink {
        ScreenLink(AppLoginTexts.withPassword, to: SignInSection.place.with("then", request.query["then"]))
    }
}
