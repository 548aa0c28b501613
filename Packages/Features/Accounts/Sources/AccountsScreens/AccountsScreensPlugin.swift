public import AccountsAPI
import AccountsScreensAPI
import CoreModels
import Localization
public import PluginKit
import Presenting
public import ScreensAPI

/// Installs the screens of a person's own account, from which all others are found.
public enum AccountsScreensPlugin: Plugin {
    /// What the screen needs.
    public struct Dependencies: Sendable {
        /// Reads the account; nil for no screen.
        public let account: Scoped<any AccountLoading>?
        /// Changes its name; nil for no screen of that.
        public let renaming: Scoped<any AccountRenaming>?
        /// Deletes it; nil for no screen of that.
        public let deleting: Scoped<any AccountDeleting>?
        /// The ways of all plugins.
        public let navigation: @Sendable () -> [NavigationItem]
        /// What tells how much is new behind them.
        public let news: @Sendable () -> [NavigationNews]

        /// Creates the dependencies.
        public init(
            account: Scoped<any AccountLoading>?, renaming: Scoped<any AccountRenaming>? = nil,
            deleting: Scoped<any AccountDeleting>? = nil,
            navigation: @escaping @Sendable () -> [NavigationItem],
            news: @escaping @Sendable () -> [NavigationNews] = { [] }
        ) {
            self.account = account
            self.renaming = renaming
            self.deleting = deleting
            self.navigation = navigation
            self.news = news
        }
    }

    /// The name `accounts-screens`.
    public static let manifest = PluginManifest(
        id: "accounts-screens",
        summary: LocalizedText(en: "The account in a browser", es: "La cuenta en un navegador"))

    /// Builds the screen.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        guard let account = dependencies.account else { return Assembly() }
        let person = PresentPerson(account: account)
        let screen = AccountScreen(person: person, navigation: dependencies.navigation, news: dependencies.news)
        var contributions = Contributions(screen.screen, to: Screens.self)
        contributions.add(NavigationItem(AccountScreen.link, for: .people), to: ScreenNavigation.self)
        contributions.add(ScreenStep(.seeAccount, AccountScreen.link), to: ScreenSteps.self)
        if let renaming = dependencies.renaming {
            contributions.add(NameScreen(renaming: renaming, person: person).screen, to: Screens.self)
            contributions.add(
                NavigationItem(NameScreen.link, for: .people, isOfAccount: true), to: ScreenNavigation.self)
        }
        if let deleting = dependencies.deleting {
            contributions.add(DeletionScreen(deleting: deleting, person: person).screen, to: Screens.self)
            contributions.add(
                NavigationItem(DeletionScreen.link, for: .people, isOfAccount: true, isLast: true),
                to: ScreenNavigation.self)
        }
        return Assembly(contributions: contributions)
    }
}

/// A person's own account.
private struct AccountScreen: Sendable {
    let person: PresentPerson
    let navigation: @Sendable () -> [NavigationItem]
    let news: @Sendable () -> [NavigationNews]

    static let link = ScreenLink(
        LocalizedText(en: "Your account", es: "Tu cuenta"), to: ScreenRoute("/account").place())

    var screen: Screen {
        Screen(ScreenRoute("/account"), for: .people, sensitive: [.address]) { request in
            let (person, notice) = try await person(for: request)
            var ways: [NavigationItem] = []
            for way in navigation() where way.isOfAccount && way.audience != .strangers {
                if await way.isThere?(request.browser) ?? true { ways.append(way) }
            }
            // Who can't be asked for the account can't be asked for this.
            let counts = notice == nil ? await news().counts(at: request.browser) : [:]
            let inOrder = ways.filter { !$0.isLast } + ways.filter(\.isLast)
            return ScreenContents(
                .words(Self.link.label), noting: notice,
                .column(
                    [
                        .lines([.written(person.name), .words(Self.since(person))]),
                        .ownAddress("\(person.email)"),
                    ]
                        + (person.isVerified ? [] : [.notice(WritingPermit.unconfirmed)]) + [
                            .links(inOrder.map { $0.link.telling(counts) })
                        ]))
        }
    }

    private static func since(_ person: User) -> LocalizedText {
        let day = LocalizedText.dayInUTC(of: person.createdAt)
        return LocalizedText(en: "Here since \(day.english)", es: "Aquí desde el \(day.spanish)")
    }
}
