public import AdministrationAPI
public import CoreModels
public import FeedAPI
public import FoundationEssentials
public import Localization
import Locking
public import SecurityMetricsAPI

/// An administrator's desk, and whether somebody sits there, as a test says.
public final class AdministratingFake: Administrating, AdministratorStanding {
    /// What a test says of it, and what was asked of it.
    public struct State: Sendable {
        /// What keeps the person from being an administrator; nil for nothing.
        public var refusal: AdministrationError?
        /// What keeps an invitation from being taken; nil for nothing.
        public var invitationRefusal: AdministrationError?
        /// The events, the newest first.
        public var events = EventPage([], next: nil)
        /// Whose they are.
        public var people: [UserID: User] = [:]
        /// The incidents.
        public var incidents: [ShownIncident] = []
        /// What is wrong with the server.
        public var troubles: [PartTrouble] = []
        /// How many events there were on the last days.
        public var days: [EventCount] = []
        /// Which events were asked for.
        public var queries: [EventQuery] = []
        /// Which incidents were to be closed.
        public var closed: [Int] = []
        /// The people.
        public var persons: [SeenPerson] = []
        /// What was to be done to whose account, and why.
        public var acts: [String] = []
        /// Who was invited to make an account.
        public var invited: [EmailAddress] = []
        /// The invitations that nobody used.
        public var invitations: [SeenInvitation] = []
        /// The pictures.
        public var pictures: [SeenPicture] = []
        /// What was to become of which pictures.
        public var pictureActs: [String] = []
        /// How the server is.
        public var server = SeenServer(parts: [], groups: [])
        /// How often things happened.
        public var figures: [SeenFigures] = []
        /// How many invitations were taken.
        public var accepted = 0

        /// An administrator of a server on which nothing happened.
        public init() {}
    }

    private let locked = Locked(State())
    private let id: UserID
    private let session: SessionID

    /// The kinds of events.
    public let kinds: [EventKind]

    /// Creates the desk of somebody.
    public init(of id: UserID, kinds: [EventKind] = []) {
        self.id = id
        session = SessionID(id.uuid)
        self.kinds = kinds
    }

    /// What was asked of it.
    public var state: State { locked.current }

    /// Changes what it says.
    public func set(_ change: (inout State) -> Void) { locked.withLock { change(&$0) } }

    /// Who is there.
    public func administrator() async throws(AdministrationError) -> Administrator {
        if let refusal = state.refusal { throw refusal }
        return Administrator(id: id, session: session)
    }

    /// Takes an invitation.
    public func accept(_ invitation: Secret) async throws(AdministrationError) {
        if let refusal = state.invitationRefusal { throw refusal }
        locked.withLock { $0.accepted += 1 }
    }

    /// How things stand.
    public func overview() async throws(AdministrationError) -> ServerOverview {
        let state = state
        return ServerOverview(
            incidents: IncidentPage(state.incidents, next: nil), days: state.days, troubles: state.troubles)
    }

    /// The events.
    public func events(_ query: EventQuery, before position: Int?) async throws(AdministrationError) -> SeenEvents {
        locked.withLock { state in
            state.queries.append(query)
            return SeenEvents(state.events, people: state.people)
        }
    }

    /// The incidents.
    public func incidents(open isOpen: Bool, before number: Int?) async throws(AdministrationError) -> IncidentPage {
        IncidentPage(state.incidents, next: nil)
    }

    /// One of them.
    public func incident(_ number: Int) async throws(AdministrationError) -> SeenIncident? {
        let state = state
        guard let incident = state.incidents.first(where: { $0.number == number }) else { return nil }
        return SeenIncident(incident, person: incident.account.flatMap { state.people[$0] })
    }

    /// The people.
    public func people(after last: UserID?) async throws(AdministrationError) -> PeoplePage {
        PeoplePage(state.persons.map(\.person), next: nil)
    }

    /// Whose an address or an identifier is.
    public func find(_ text: String) async throws(AdministrationError) -> UserID? {
        state.persons.map(\.person.user).first { "\($0.email)" == text || "\($0.id)" == text }?.id
    }

    /// Yes.
    public var takesInvitations: Bool { true }

    /// Notes who was invited, unless they have an account.
    public func invite(_ email: EmailAddress) async throws(AdministrationError) -> InvitedPerson? {
        if let person = state.persons.first(where: { $0.person.user.email == email }) {
            return .hasAccount(person.person.user.id)
        }
        locked.withLock { $0.invited.append(email) }
        return .invited(until: Date(timeIntervalSince1970: 1_800_000_000))
    }

    /// Those that nobody used.
    public func invitations(after last: UserID?) async throws(AdministrationError) -> InvitationsPage {
        InvitationsPage(state.invitations, next: nil)
    }

    /// One of them.
    public func invitation(_ id: UserID) async throws(AdministrationError) -> SeenInvitation? {
        state.invitations.first { $0.id == id }
    }

    /// Takes it out of them.
    public func withdrawInvitation(_ id: UserID) async throws(AdministrationError) -> Bool {
        locked.withLock { state in
            let count = state.invitations.count
            state.invitations.removeAll { $0.id == id }
            return state.invitations.count < count
        }
    }

    /// Yes.
    public var hasPictures: Bool { true }

    /// The pictures, or those that are hidden.
    public func pictures(
        hidden isHidden: Bool, after place: String?
    ) async throws(AdministrationError) -> PicturesPage {
        PicturesPage(state.pictures.filter { !isHidden || $0.hiddenAt != nil }, next: nil)
    }

    /// One of them.
    public func picture(_ id: ImageID) async throws(AdministrationError) -> SeenPicture? {
        state.pictures.first { $0.id == id }
    }

    /// Notes what was to become of it; it stays as it is.
    public func setPicture(_ id: ImageID, hidden isHidden: Bool) async throws(AdministrationError) -> Bool? {
        locked.withLock { state in
            guard let picture = state.pictures.first(where: { $0.id == id }) else { return nil }
            state.pictureActs.append("\(isHidden ? "hide" : "show") \(id)")
            return isHidden != (picture.hiddenAt != nil)
        }
    }

    /// Its identifier in place of bytes.
    public func pictureBytes(_ id: ImageID, width: Int?) async throws(AdministrationError) -> PictureBytes? {
        try await picture(id).map {
            PictureBytes(Data("\($0.id)".utf8), type: "image/png", version: nil, isFinal: true)
        }
    }

    /// How it is.
    public func server() async throws(AdministrationError) -> SeenServer { state.server }

    /// How often.
    public func figures(hourly isHourly: Bool) async throws(AdministrationError) -> [SeenFigures] { state.figures }

    /// Hands over what was asked for.
    public func export(
        _ query: EventQuery, as format: EventFormat, send: @Sendable (Data) async throws -> Void
    ) async throws {
        try await send(Data("\(format) \(query.kind ?? "all")".utf8))
    }

    /// One of them.
    public func person(_ id: UserID) async throws(AdministrationError) -> SeenPerson? {
        state.persons.first { $0.person.user.id == id }
    }

    /// Notes what was to be done.
    public func act(
        _ act: String, on id: UserID, because reason: String?
    ) async throws(AdministrationError) -> LocalizedText? {
        locked.withLock { state in
            state.acts.append([act, reason].compactMap(\.self).joined(separator: " "))
            return LocalizedText(en: "Done.", es: "Hecho.")
        }
    }

    /// Notes which was to be closed.
    public func closeIncident(_ number: Int) async throws(AdministrationError) -> Bool? {
        locked.withLock { state in
            guard state.incidents.contains(where: { $0.number == number }) else { return nil }
            defer { state.closed.append(number) }
            return !state.closed.contains(number)
        }
    }
}
