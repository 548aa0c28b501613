import AccountsServiceAPI
import AdministrationAPI
import CoreModels
import CryptographyAPI
import FeedServiceAPI
import FoundationEssentials
import HTTPServingAPI
import Localization
import OperatingAPI
import RegistrationServiceAPI
import SQLStoreAPI
import SecurityMetricsAPI
import SecurityMetricsServiceAPI
import SessionsServiceAPI
import TelemetryAPI

/// What an administrator sees and does, for as long as a request takes.
struct AdministrationDesk: Administrating {
    let administrator: Administrator
    let means: AdministrationMeans

    /// How many days are shown.
    private static let days = 7

    var kinds: [EventKind] { means.browsing.kinds }

    func overview() async throws(AdministrationError) -> ServerOverview {
        let now = means.now()
        let days = (0..<Self.days).reversed().map { EventDay(of: now.addingTimeInterval(-Double($0) * 86_400)) }
        let troubles = await parts().compactMap { part in part.trouble.map { PartTrouble(part.name, $0) } }
        return try await reading { () async throws(EventsUnavailable) in
            ServerOverview(
                incidents: try await means.browsing.incidents(open: true, before: nil),
                days: try await means.browsing.counts(of: days), troubles: troubles)
        }
    }

    func events(_ query: EventQuery, before position: Int?) async throws(AdministrationError) -> SeenEvents {
        let page = try await reading { () async throws(EventsUnavailable) in
            try await means.browsing.events(query, before: position)
        }
        let ids = Set(page.events.flatMap { [$0.account, $0.actor].compactMap(\.self) })
        return SeenEvents(page, people: try await people(ids))
    }

    func incidents(open isOpen: Bool, before number: Int?) async throws(AdministrationError) -> IncidentPage {
        try await reading { () async throws(EventsUnavailable) in
            try await means.browsing.incidents(open: isOpen, before: number)
        }
    }

    func incident(_ number: Int) async throws(AdministrationError) -> SeenIncident? {
        let incident = try await reading { () async throws(EventsUnavailable) in
            try await means.browsing.incident(number)
        }
        guard let incident else { return nil }
        let person = try await people(Set([incident.account].compactMap(\.self))).values.first
        return SeenIncident(incident, person: person)
    }

    func closeIncident(_ number: Int) async throws(AdministrationError) -> Bool? {
        let outcome = try await acting { [closing = means.closing, administrator] db in
            try closing.close(number, by: administrator.id, in: db)
        }
        switch outcome {
        case .closed: return true
        case .wasClosed: return false
        case .unknown: return nil
        }
    }

    // MARK: What they have in common

    func people(_ ids: Set<UserID>) async throws(AdministrationError) -> [UserID: User] {
        do {
            return try await means.database.read { [accounts = means.accounts] db in
                try ids.reduce(into: [:]) { people, id in people[id] = try accounts.account(id, in: db) }
            }
        } catch {
            throw failed(error)
        }
    }

    func reading<Value: Sendable>(
        _ body: () async throws(EventsUnavailable) -> Value
    ) async throws(AdministrationError) -> Value {
        do throws(EventsUnavailable) {
            return try await body()
        } catch {
            throw .unavailable(error.text)
        }
    }

    /// Does something in a transaction that finds that they still are an administrator, in a session
    /// that runs: of two who act on each other at once, one comes first, and the other one knows.
    ///
    /// Whoever is suspended has the role still, and releases nobody by a request that was on its way, themself
    /// least of all.
    func acting<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLWriting) throws -> Value
    ) async throws(AdministrationError) -> Value {
        do {
            return try await means.database.write { db in
                try checkStanding(in: db)
                return try body(db)
            }
        } catch let error as AdministrationError {
            throw error
        } catch {
            throw failed(error)
        }
    }

    /// - Throws: An `AdministrationError` where they are no administrator any more, or their login is over.
    func checkStanding(in db: any SQLReading) throws {
        do {
            try means.sessions.standing(of: administrator.session).check(in: db)
        } catch is HTTPProblem {
            throw AdministrationError.notLoggedIn
        }
        guard try AdministratorRow.find(administrator.id, in: db) != nil,
            let user = try means.accounts.account(administrator.id, in: db),
            try means.states().allSatisfy({ states in
                try states.states(of: user, in: db).isDisjoint(with: [.suspended, .closing])
            })
        else { throw AdministrationError.notAdministrator }
    }

    func failed(_ error: any Error) -> AdministrationError {
        means.log.failure("could not work for an administrator", ["reason": "\(error)"])
        return .unavailable(EventsUnavailable().text)
    }
}

/// What all desks have in common.
struct AdministrationMeans: Sendable {
    let database: any SQLDatabase
    let sessions: any RequestAuthenticating
    let accounts: any AccountReadingInTransaction
    let browsing: any EventBrowsing
    let closing: any IncidentClosing
    let listing: any AccountListing
    /// Invites people; nil where nobody can be invited.
    let inviting: (any PersonInviting)?
    /// Shows and hides pictures; nil where there are none.
    let moderating: (any PictureModerating)?
    let random: any RandomSource
    let states: @Sendable () -> [any AccountStateKnowing]
    let acts: @Sendable () -> [AccountAct]
    let facts: @Sendable () -> [AccountFactSource]
    let audit: @Sendable () -> [any AuditRecording]
    let checks: @Sendable () -> [HealthCheck]
    let serverFacts: @Sendable () -> [ServerFactSource]
    let log: Logger
    let now: @Sendable () -> Date
}
