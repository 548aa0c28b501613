import AdministrationAPI
import Localization
import ScreensAPI
import SecurityMetricsAPI

/// How the parts of the server are, and what they know, for its administrators.
struct ServerScreen: Sendable {
    let seat: AdministratorSeat

    static let link = ScreenLink(ServerTexts.server, to: route.place())
    private static let route = ScreenRoute("/admin/server")

    var screen: Screen {
        seat.screen(Self.route, sensitive: [.people]) { _, desk in
            let seen = try await desk.server()
            let parts = seen.parts.map { part in
                ScreenEntry(.written(part.name), [.words(part.trouble ?? ServerTexts.works)])
            }
            return ScreenContents(
                .words(ServerTexts.server),
                .column(
                    [
                        .links([OverviewScreen.link, FiguresScreen.link]),
                        .section(ScreenSection("parts", AdministrationTexts.health, [.entries(parts)])),
                    ] + seen.groups.map(Self.block) + [.text(.words(ServerTexts.doctor))]))
        }
    }

    private static func block(_ group: SeenServer.Group) -> ScreenBlock {
        let block = group.facts.block(otherwise: ServerTexts.nothing)
        return group.isPersonal ? .sensitive(.people, [block]) : block
    }
}

/// How often things happened, for the server's administrators.
struct FiguresScreen: Sendable {
    let seat: AdministratorSeat

    static let link = ScreenLink(ServerTexts.figures, to: route.place())
    private static let route = ScreenRoute("/admin/figures")

    var screen: Screen {
        seat.screen(Self.route) { request, desk in
            let isHourly = request.query["by"] == "hour"
            let figures = try await desk.figures(hourly: isHourly)
            let other =
                isHourly
                ? ScreenLink(ServerTexts.byDay, to: Self.route.place())
                : ScreenLink(ServerTexts.byHour, to: Self.route.place().with("by", "hour"))
            return ScreenContents(
                .words(isHourly ? ServerTexts.byHour : ServerTexts.byDay),
                .column(
                    [.links([OverviewScreen.link, EventsScreen.link, other])]
                        + figures.map { Self.section($0, isHourly) }))
        }
    }

    private static func section(_ figures: SeenFigures, _ isHourly: Bool) -> ScreenBlock {
        let title = ServerTexts.name(of: figures.subject)
        let bars = figures.figures.map { figure in
            let label = figure.span.description.replacing("T", with: " ") + (isHourly ? ":00" : "")
            return ScreenBars.Bar(LocalizedText(verbatim: label), figure.number)
        }
        let labels = isHourly ? ServerTexts.hour : AdministrationTexts.day
        return .section(
            ScreenSection(
                name(of: figures.subject), title, [.bars(ScreenBars(title, labels: labels, numbers: title, bars))]))
    }

    private static func name(of subject: SeenFigures.Subject) -> StaticString {
        switch subject {
        case .failedLogins: "failures"
        case .registrations: "registrations"
        case .lockouts: "locks"
        }
    }
}
