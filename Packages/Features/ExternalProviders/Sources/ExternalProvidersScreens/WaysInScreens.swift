import AccountsScreensAPI
import CoreModels
import ExternalProvidersAPI
import FoundationEssentials
import Localization
import Presenting
import ScreensAPI

/// The ways into a person's account: what there is, what can be added and taken
/// away.
struct WaysInScreens: Sendable {
    let providers: Scoped<any ProviderSigningIn>
    let ways: Scoped<any WaysInManaging>

    static let link = ScreenLink(ProviderScreenTexts.ways, to: place)
    static let place = route.place()
    static let linkPlace = linkRoute.place()
    private static let route = ScreenRoute("/account/ways-in")
    private static let linkRoute = ScreenRoute("/account/ways-in/link")

    var all: [Screen] { [list, offer] }

    // MARK: What there is

    private var list: Screen {
        Screen(
            Self.route, for: .people, sensitive: [.address],
            actions: [
                ScreenAction("unlink") { sent in
                    try await ways(at: sent.request.browser).unlink(sent["way"])
                    return .go(Self.place.with("done", "unlinked"))
                }
            ]
        ) { request in
            let ways = try await ways(at: request.browser).ways()
            let known = (try? await providers(at: request.browser).providers()) ?? []
            let count = ways.links.count + (ways.hasPassword ? 1 : 0) + ways.others
            let password = ScreenEntry(
                .words(ProviderScreenTexts.password),
                [.words(ways.hasPassword ? ProviderScreenTexts.isSet : ProviderScreenTexts.isNotSet)],
                ways.hasPassword
                    ? [] : [.notice(ScreenNotice(.remark, ProviderScreenTexts.setByMail, nextSteps: [.recover]))])
            let passkeys = ScreenEntry(
                .words(ProviderScreenTexts.others), [.words(ProviderScreenTexts.others(ways.others))])
            let links = ways.links.map { entry($0, isLast: count < 2) }
            let others = known.map { provider in
                let way = ProviderPassages.way(to: provider, comingBackTo: nil)
                return ScreenLink(ProviderScreenTexts.link(provider.title), to: way.place)
            }
            return ScreenContents(
                .words(ProviderScreenTexts.ways), noting: notice(request),
                .column(
                    [.entries([password] + (ways.others > 0 ? [passkeys] : []) + links)]
                        + (others.isEmpty
                            ? [] : [.section(ScreenSection("more", ProviderScreenTexts.more, [.links(others)]))])))
        }
    }

    private func notice(_ request: ScreenRequest) -> ScreenNotice? {
        switch request.query["done"] {
        case "linked": ScreenNotice(.success, ProviderScreenTexts.linked)
        case "unlinked": ScreenNotice(.success, ProviderScreenTexts.unlinked)
        default: ScreenNotice(refusing: request)
        }
    }

    private func entry(_ link: ProviderLink, isLast: Bool) -> ScreenEntry {
        let form = ScreenForm(
            "unlink", about: link.id, to: Self.place, [.unseen("way", link.id)], button: ProviderScreenTexts.unlink)
        let address = link.email.map { [ScreenBlock.ownAddress($0)] } ?? []
        return ScreenEntry(
            .written(link.title),
            [.words(ProviderScreenTexts.since(link.linkedAt))]
                + (isLast ? [.words(ProviderScreenTexts.isLast)] : []),
            address + (isLast ? [] : [.form(form)]))
    }

    // MARK: What can be linked

    /// Nothing is linked before the person says so, who is logged in.
    private var offer: Screen {
        Screen(
            Self.linkRoute, for: .people, sensitive: [.address],
            actions: [
                ScreenAction("link") { sent in
                    guard let carried = CarriedAttempt(sent.request.carried), carried.offer != nil else {
                        throw ProviderError.over
                    }
                    _ = try await ways(at: sent.request.browser).link(carried.secret)
                    return .go(Self.place.with("done", "linked"))
                }
            ]
        ) { request in
            let back = ScreenBlock.links([Self.link])
            guard let offer = CarriedAttempt(request.carried)?.offer, let person = request.person else {
                let notice = ScreenNotice(.remark, ProviderScreenTexts.nothingToLink)
                return ScreenContents(.words(ProviderScreenTexts.linkTitle), .column([.notice(notice), back]))
            }
            let known = (try? await providers(at: request.browser).providers()) ?? []
            let title = known.first { $0.name == offer.provider }?.title ?? offer.provider
            return ScreenContents(
                .words(ProviderScreenTexts.linkTitle),
                .column(
                    [
                        .text(.words(ProviderScreenTexts.question(title, person.name))),
                        .entries([
                            ScreenEntry(.written(title), [], offer.email.map { [.ownAddress($0)] } ?? [])
                        ]),
                        .form(ScreenForm("link", to: Self.linkPlace, button: ProviderScreenTexts.link(title))), back,
                    ]))
        }
    }
}
