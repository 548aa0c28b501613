public import AdministrationAPI
import Localization
public import PluginKit
public import ScreensAPI

/// Installs the administrators' pages, and the one where people become that.
public enum AdministrationScreensPlugin: Plugin {
    /// What the pages need.
    public struct Dependencies: Sendable {
        /// Tells whether somebody is an administrator; nil for no pages.
        public let standing: Scoped<any AdministratorStanding>?
        /// What an administrator sees and does; nil for no pages.
        public let administrating: Scoped<any Administrating>?

        /// Creates the dependencies.
        public init(standing: Scoped<any AdministratorStanding>?, administrating: Scoped<any Administrating>?) {
            self.standing = standing
            self.administrating = administrating
        }
    }

    /// The name `administration-screens`.
    public static let manifest = PluginManifest(
        id: "administration-screens",
        summary: LocalizedText(en: "Administrators' pages in a browser", es: "Páginas para administrar en un navegador")
    )

    /// Builds the pages.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        guard let standing = dependencies.standing, let administrating = dependencies.administrating else {
            return Assembly()
        }
        let seat = AdministratorSeat(standing: standing, administrating: administrating)
        var contributions = Contributions()
        contributions.add(
            InvitationScreen(standing: standing).screen, OverviewScreen(seat: seat).screen,
            EventsScreen(seat: seat).screen, IncidentsScreen(seat: seat).screen, IncidentScreen(seat: seat).screen,
            PeopleScreen(seat: seat).screen, PersonScreen(seat: seat).screen, ActScreen(seat: seat).screen,
            InvitationsScreen(seat: seat).screen, WithdrawalScreen(seat: seat).screen,
            PicturesScreen(seat: seat).screen, PictureScreen(seat: seat).screen, ServerScreen(seat: seat).screen,
            FiguresScreen(seat: seat).screen, to: Screens.self)
        contributions.add(HiddenPicture.file(seat), EventExportFile(seat: seat).file, to: ScreenFiles.self)
        contributions.add(
            NavigationItem(OverviewScreen.link, for: .people, isOfAccount: true) { await seat.isThere(at: $0) },
            to: ScreenNavigation.self)
        return Assembly(contributions: contributions)
    }
}
