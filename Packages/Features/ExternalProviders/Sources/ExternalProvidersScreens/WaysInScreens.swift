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
                },
                // Whoever has to log in once more does so before they go, and not with what they came back with.
                ScreenAction("begin") { sent in
                    guard try await ways(at: sent.request.browser).ways().isChangeable else {
                        throw ProviderError.notRecent
                    }
                    return .go(Self.place)
                },
            ]
        ) { request in
            let ways = try await ways(at: request.browser).ways()
            let known = (try? await providers(at: request.browser).providers()) ?? []
            let password = ScreenEntry(
                .words(ProviderScreenTexts.password),
                [.words(ways.hasPassword ? ProviderScreenTexts.isSet : ProviderScreenTexts.isNotSet)],
                ways.hasPassword
                    ? [] : [.notice(ScreenNotice(.remark, ProviderScreenTexts.setByMail, nextSteps: [.recover]))])
            let passkeys = ScreenEntry(
                .words(ProviderScreenTexts.others), [.words(ProviderScreenTexts.others(ways.others))])
            let links = ways.links.map { entry($0, isLast: ways.countWithout($0) == 0) }
            let others = more(known, beside: ways)
            return ScreenContents(
                .words(ProviderScreenTexts.ways), noting: notice(request),
                .column(
                    [.entries([password] + (ways.others > 0 ? [passkeys] : []) + links)]
                        + (others.isEmpty
                            ? [] : [.section(ScreenSection("more", ProviderScreenTexts.more, others))])))
        }
    }

    /// The ways to all providers.
    private func more(_ known: [SignInProvider], beside ways: AccountWaysIn) -> [ScreenBlock] {
        let all = known.map { provider in
            let isLinked = ways.links.contains { $0.provider == provider.name }
            let label = (isLinked ? ProviderScreenTexts.linkAnother : ProviderScreenTexts.link)(provider.title)
            return (provider, label)
        }
        if ways.isChangeable, !all.isEmpty {
            return [
                .links(
                    all.map { provider, label in
                        ScreenLink(label, to: ProviderPassages.way(to: provider, comingBackTo: nil).place)
                    })
            ]
        }
        return all.map { provider, label in
            .form(ScreenForm("begin", about: provider.name, to: Self.place, button: label, .quiet))
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
                + (link.leadsIn ? [] : [.words(ProviderScreenTexts.leadsNowhere(link.title))])
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
                    guard let carried = CarriedAttempt(sent.request.carried), let person = sent.request.person,
                        carried.isOffered(to: person)
                    else { throw ProviderError.over }
                    _ = try await ways(at: sent.request.browser).link(carried.secret)
                    return .go(Self.place.with("done", "linked"))
                }
            ]
        ) { request in
            let back = ScreenBlock.links([Self.link])
            let carried = CarriedAttempt(request.carried)
            guard let carried, let offer = carried.offer, let person = request.person, carried.isOffered(to: person)
            else {
                let another = carried?.offer.flatMap { $0.isKnown ? $0 : nil }
                let text = another.flatMap { offer in
                    request.person.map { ProviderScreenTexts.ofAnother(offer.title, $0.name) }
                }
                let notice = ScreenNotice(.remark, text ?? ProviderScreenTexts.nothingToLink)
                return ScreenContents(.words(ProviderScreenTexts.linkTitle), .column([.notice(notice), back]))
            }
            let title = offer.title
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

extension AccountWaysIn {
    /// How many ways lead in beside one.
    fileprivate func countWithout(_ link: ProviderLink) -> Int {
        (hasPassword ? 1 : 0) + others + links.count { $0.leadsIn && $0.id != link.id }
    }
}
