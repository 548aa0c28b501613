public import CoreModels
public import FeedAPI
public import FoundationEssentials
public import Localization
public import SecurityMetricsAPI

/// What an administrator sees and does.
///
/// It is of one administrator, for as long as a request takes. Whatever changes something looks in
/// the same transaction whether they still are one, and keeps in the audit trail that they did it.
/// Any number of calls may run at once.
public protocol Administrating: Sendable {
    /// The kinds of events that there are, by name.
    var kinds: [EventKind] { get }

    /// How things stand.
    func overview() async throws(AdministrationError) -> ServerOverview

    /// Events, the newest first, and whose they are.
    ///
    /// - Parameter position: The place before which they are; nil for the newest.
    func events(_ query: EventQuery, before position: Int?) async throws(AdministrationError) -> SeenEvents

    /// Incidents, the newest first.
    ///
    /// - Parameters:
    ///   - isOpen: Whether only those are wanted that nobody closed.
    ///   - number: The number before which they are; nil for the newest.
    func incidents(open isOpen: Bool, before number: Int?) async throws(AdministrationError) -> IncidentPage

    /// One incident, and about whom it is if it is about somebody; nil if there is none.
    func incident(_ number: Int) async throws(AdministrationError) -> SeenIncident?

    /// Says that an incident was looked at.
    ///
    /// - Returns: Whether it was open; nil if there is none with this number.
    func closeIncident(_ number: Int) async throws(AdministrationError) -> Bool?

    /// People, those who came first at the beginning.
    ///
    /// - Parameter last: Whom the page before ended with; nil for the first page.
    func people(after last: UserID?) async throws(AdministrationError) -> PeoplePage

    /// Whose an address is, or was lately, or an identifier; nil for nobody's.
    func find(_ text: String) async throws(AdministrationError) -> UserID?

    /// Whether people can be invited.
    var takesInvitations: Bool { get }

    /// Invites somebody to make an account: a letter with a link for one use goes to the address.
    ///
    /// - Returns: What became of it; nil where nobody can be invited.
    func invite(_ email: EmailAddress) async throws(AdministrationError) -> InvitedPerson?

    /// Invitations that nobody used, the oldest first.
    ///
    /// - Parameter last: With which the page before ended; nil for the first page.
    func invitations(after last: UserID?) async throws(AdministrationError) -> InvitationsPage

    /// One that nobody used; nil if there is none.
    func invitation(_ id: UserID) async throws(AdministrationError) -> SeenInvitation?

    /// Takes an invitation back: its link is good no more.
    ///
    /// - Returns: Whether there was one.
    func withdrawInvitation(_ id: UserID) async throws(AdministrationError) -> Bool

    /// What is known of somebody, and can be done to their account; nil if there is no such account.
    func person(_ id: UserID) async throws(AdministrationError) -> SeenPerson?

    /// Does something to an account.
    ///
    /// - Parameters:
    ///   - act: Its name (``PossibleAct/name``).
    ///   - reason: What the person is told; nil for nothing.
    /// - Returns: That it is done; nil if there was nothing to do, which changes nothing.
    func act(
        _ act: String, on id: UserID, because reason: String?
    ) async throws(AdministrationError) -> LocalizedText?

    // MARK: Pictures

    /// Whether there are pictures on this server.
    var hasPictures: Bool { get }

    /// Pictures: those that are hidden, the last hidden one first, or all, the newest first.
    ///
    /// - Parameter place: Where the page before ended (``PicturesPage/next``); nil for the first page.
    func pictures(hidden isHidden: Bool, after place: String?) async throws(AdministrationError) -> PicturesPage

    /// One picture; nil if there is none.
    func picture(_ id: ImageID) async throws(AdministrationError) -> SeenPicture?

    /// Hides a picture from all but its author, or shows it again.
    ///
    /// - Returns: Whether that changed anything; nil if there is no such picture.
    func setPicture(_ id: ImageID, hidden isHidden: Bool) async throws(AdministrationError) -> Bool?

    /// The bytes of a picture, whoever else may see it; nil if there are none.
    ///
    /// - Parameter width: How wide it is to be at least, in pixels; nil for the picture as it is.
    func pictureBytes(_ id: ImageID, width: Int?) async throws(AdministrationError) -> PictureBytes?

    // MARK: The server

    /// How its parts are, and what they know.
    func server() async throws(AdministrationError) -> SeenServer

    /// How often something happened, day by day or hour by hour, the latest last.
    func figures(hourly isHourly: Bool) async throws(AdministrationError) -> [SeenFigures]

    /// Hands over all events that a query asks for, the oldest first, one part after another.
    ///
    /// - Throws: An ``AdministrationError`` also where they are no administrator any more by then; and what `send`
    ///   throws.
    func export(
        _ query: EventQuery, as format: EventFormat, send: @Sendable (Data) async throws -> Void
    ) async throws
}

/// What becomes of an invitation.
public enum InvitedPerson: Hashable, Sendable {
    /// A letter is on its way.
    case invited(until: Date)
    /// The address has an account, or is kept for this one; nobody was invited.
    case hasAccount(UserID)
    /// No mail ever arrives at the address; nobody was invited.
    case withoutMail
}

/// How a server stands.
public struct ServerOverview: Hashable, Sendable {
    /// The latest incidents that nobody closed.
    public let incidents: IncidentPage
    /// How many events there were on each of the last days, the latest last.
    public let days: [EventCount]
    /// The parts that somebody has to look after.
    public let troubles: [PartTrouble]

    /// Creates a value.
    public init(incidents: IncidentPage, days: [EventCount], troubles: [PartTrouble]) {
        self.incidents = incidents
        self.days = days
        self.troubles = troubles
    }
}

/// What is wrong with a part of the server.
public struct PartTrouble: Hashable, Sendable {
    /// The part, such as `audit`.
    public let part: String
    /// What is wrong.
    public let text: LocalizedText

    /// Creates a value.
    public init(_ part: String, _ text: LocalizedText) {
        self.part = part
        self.text = text
    }
}

/// Some events, and whose they are.
public struct SeenEvents: Hashable, Sendable {
    /// The events.
    public let page: EventPage
    /// The accounts that they name, as far as they are there.
    public let people: [UserID: User]

    /// Creates a value.
    public init(_ page: EventPage, people: [UserID: User]) {
        self.page = page
        self.people = people
    }
}

/// An incident, and about whom it is.
public struct SeenIncident: Hashable, Sendable {
    /// The incident.
    public let incident: ShownIncident
    /// Whose account it is about; nil where it is about none.
    public let person: User?

    /// Creates a value.
    public init(_ incident: ShownIncident, person: User?) {
        self.incident = incident
        self.person = person
    }
}
