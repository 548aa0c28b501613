import AdministrationAPI
import Localization
import ScreensAPI
import SecurityMetricsAPI

/// The events that a filter asks for, as a file.
struct EventExportFile: Sendable {
    let seat: AdministratorSeat

    private static let route = ScreenRoute("/admin/export/{format}")

    /// Ways to the events of a query, in each form.
    static func links(_ query: EventQuery) -> [ScreenLink] {
        EventFormat.allCases.map { format in
            let name = name(of: format)
            return ScreenLink(
                name, to: EventsScreen.asking(for: query, at: route.place(format.rawValue)),
                called: AdministrationTexts.export + name)
        }
    }

    private static func name(of format: EventFormat) -> LocalizedText {
        switch format {
        case .jsonl: LocalizedText(verbatim: "JSON Lines")
        case .csv: LocalizedText(en: "Table (CSV)", es: "Tabla (CSV)")
        case .cef: LocalizedText(verbatim: "CEF")
        }
    }

    private static func type(of format: EventFormat) -> String {
        switch format {
        case .jsonl: "application/x-ndjson"
        case .csv: "text/csv; charset=utf-8"
        case .cef: "text/plain; charset=utf-8"
        }
    }

    var file: ScreenFile {
        ScreenFile(Self.route, isThere: { await seat.isThere(at: $0) }) { request in
            guard let format = request.values["format"].flatMap(EventFormat.init) else {
                throw ScreenFailure.notFound(AdministrationTexts.none)
            }
            return try await seat(request) { desk in
                let query = EventsScreen.query(in: request)
                return FileContents(
                    named: "events-\(EventDay(of: request.now)).\(format.rawValue)", type: Self.type(of: format)
                ) { send in try await desk.export(query, as: format, send: send) }
            }
        }
    }
}
