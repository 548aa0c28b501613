import AdministrationAPI
import CoreModels
import Localization
import ScreensAPI
import SecurityMetricsAPI

/// How the server stands, for its administrators.
struct OverviewScreen: Sendable {
    let seat: AdministratorSeat

    static let link = ScreenLink(AdministrationTexts.overview, to: route.place())
    private static let route = ScreenRoute("/admin")

    var screen: Screen {
        seat.screen(Self.route) { _, desk in
            let overview = try await desk.overview()
            let pictures = desk.hasPictures ? [PicturesScreen.link] : []
            return ScreenContents(
                .words(AdministrationTexts.overview),
                .column([
                    .links(
                        [EventsScreen.link, IncidentsScreen.link, PeopleScreen.link] + pictures
                            + [FiguresScreen.link, ServerScreen.link]),
                    .section(
                        ScreenSection(
                            "incidents", AdministrationTexts.openIncidents, Self.incidents(overview.incidents))),
                    .section(ScreenSection("days", AdministrationTexts.week, [Self.days(overview.days)])),
                    .section(ScreenSection("health", AdministrationTexts.health, Self.health(overview.troubles))),
                ]))
        }
    }

    private static func incidents(_ page: IncidentPage) -> [ScreenBlock] {
        page.incidents.isEmpty
            ? [.text(.words(AdministrationTexts.noOpenIncident))]
            : [.entries(page.incidents.prefix(5).map { IncidentsScreen.entry($0) }), .links([IncidentsScreen.link])]
    }

    private static func days(_ counts: [EventCount]) -> ScreenBlock {
        .bars(
            ScreenBars(
                AdministrationTexts.week, labels: AdministrationTexts.day, numbers: AdministrationTexts.all,
                parts: AdministrationTexts.grave,
                counts.map { ScreenBars.Bar(LocalizedText(verbatim: "\($0.day)"), $0.all, ofWhich: $0.grave) }))
    }

    private static func health(_ troubles: [PartTrouble]) -> [ScreenBlock] {
        troubles.isEmpty
            ? [.text(.words(AdministrationTexts.healthy))]
            : [.entries(troubles.map { ScreenEntry(.written($0.part), [.words($0.text)]) })]
    }
}
