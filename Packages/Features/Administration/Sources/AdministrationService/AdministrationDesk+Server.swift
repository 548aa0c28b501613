import AdministrationAPI
import FoundationEssentials
import HTTPServingAPI
import Localization
import OperatingAPI
import SQLStoreAPI
import SecurityMetricsAPI
import TelemetryAPI

/// What an administrator sees of the server itself.
extension AdministrationDesk {
    /// How many days and hours figures are shown of.
    private static let days = 30, hours = 24

    func parts() async -> [SeenServer.Part] {
        var parts: [SeenServer.Part] = []
        for check in means.checks() {
            switch await check.check() {
            case .healthy: parts.append(SeenServer.Part(check.name, nil))
            case .impaired(let text), .failing(let text): parts.append(SeenServer.Part(check.name, text))
            }
        }
        return parts
    }

    func server() async throws(AdministrationError) -> SeenServer {
        var groups: [SeenServer.Group] = []
        for source in means.serverFacts() {
            let facts: [ServerFact]
            do {
                facts = try await source.facts()
            } catch {
                means.log.failure("could not tell an administrator of the server", ["reason": "\(error)"])
                facts = [ServerFact(Self.unknown)]
            }
            let group = FactGroup(source.heading, facts.map { FactGroup.Fact($0.label, $0.text, at: $0.time) })
            groups.append(SeenServer.Group(group, isPersonal: source.isPersonal))
        }
        return SeenServer(parts: await parts(), groups: groups)
    }

    private static let unknown = LocalizedText(
        en: "This can't be told now. The log says why.", es: "Ahora no se puede saber. El registro dice por qué.")

    func figures(hourly isHourly: Bool) async throws(AdministrationError) -> [SeenFigures] {
        let now = means.now(), step = isHourly ? 3_600.0 : 86_400
        let spans = (0..<(isHourly ? Self.hours : Self.days)).reversed().map { ago in
            let date = now.addingTimeInterval(-Double(ago) * step)
            return isHourly ? EventSpan.hour(of: date) : .day(of: date)
        }
        let kinds = SeenFigures.Subject.allCases.map(\.kinds)
        let counts = try await reading { () async throws(EventsUnavailable) in
            try await means.browsing.counts(ofKinds: kinds.flatMap(\.self), in: spans)
        }
        var remaining = counts[...]
        return zip(SeenFigures.Subject.allCases, kinds).map { subject, kinds in
            let lists = remaining.prefix(kinds.count)
            remaining = remaining.dropFirst(kinds.count)
            return SeenFigures(
                subject,
                spans.enumerated().map { index, span in
                    SeenFigures.Figure(span, lists.reduce(0) { $0 + $1[index] })
                })
        }
    }

    func export(
        _ query: EventQuery, as format: EventFormat, send: @Sendable (Data) async throws -> Void
    ) async throws {
        var place: EventExport.Place?
        repeat {
            // It may take minutes, in which they may be removed.
            try await means.database.read { db in try checkStanding(in: db) }
            let from = place
            let part = try await reading { () async throws(EventsUnavailable) in
                try await means.browsing.export(query, as: format, from: from)
            }
            if !part.bytes.isEmpty { try await send(part.bytes) }
            place = part.next
        } while place != nil
    }
}

extension SeenFigures.Subject {
    /// The kinds of events of the audit trail that it counts.
    fileprivate var kinds: [String] {
        switch self {
        case .failedLogins: ["login.refused", "login.locked"]
        case .registrations: ["account.registered"]
        case .lockouts: ["login.locked"]
        }
    }
}
