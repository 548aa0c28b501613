public import CoreModels
public import Localization

/// Keeps requests until there is a connection.
///
/// Requests of one kind that concern the same are sent in the order in which they
/// came. They are sealed in the vault; any number of tasks and processes may use the
/// queue.
public protocol RequestQueueing: Sendable {
    /// Keeps a request. When the call returns, it is on disk.
    ///
    /// It takes the place of earlier ones as its kind's
    /// ``QueuedRequestKind/supersession`` says.
    ///
    /// One that is there already is held back, and told of, as this one says.
    ///
    /// - Throws: ``OfflineQueueError``; nothing is kept then. That is `wiped` for one that is being
    ///   sent for the first time (see ``sending(_:_:)``) and was removed meanwhile, by whoever
    ///   dropped it or logged out, or with its account: what somebody wiped doesn't come back.
    func enqueue(_ request: QueuedRequest) async throws(OfflineQueueError)

    /// Keeps a request while it is sent for the first time: whatever ends the
    /// program meanwhile loses nothing of what somebody wrote, and another command
    /// sends it with the same key.
    ///
    /// Nobody else sends it until `send` returns. What can't be kept is sent all
    /// the same.
    ///
    /// - Parameter send: Sends it, and says whether it goes on waiting; otherwise it
    ///   is removed.
    /// - Returns: The value that `send` returned.
    func sending<Value>(
        _ request: QueuedRequest, _ send: () async -> (value: Value, waits: Bool)
    ) async -> Value

    /// Removes all requests of a kind: what they asked for is done otherwise.
    /// Whoever else is concerned than the person who is logged in is told.
    func discard(_ kind: QueuedRequestKind) async throws(OfflineQueueError)

    /// Wipes what a person who logs out has waiting, but for what ends sessions,
    /// and what they were still to be told; what belongs to others waits on.
    ///
    /// - Parameter person: Who logs out; nil if that can't be told any more. Then
    ///   everybody's goes, and they are told.
    func forget(_ person: User?) async throws(OfflineQueueError)

    /// The person's requests of a kind that wait, whole and the oldest first, for the
    /// feature that enqueued them: it may show what it is about to send.
    func requests(_ kind: QueuedRequestKind) async throws(OfflineQueueError) -> [QueuedRequest]

    /// Wipes a request of the person's, whose place another one takes.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `beingSent` if somebody sends it at this moment; it waits on.
    func drop(_ id: QueuedRequestID) async throws(OfflineQueueError) -> Bool
}

extension RequestQueueing {
    /// Keeps a request that could not be sent.
    ///
    /// - Parameter obstacle: What is in the way.
    /// - Returns: Whether it is kept, with what to tell the person.
    public func keep(_ request: QueuedRequest, because obstacle: LocalizedText) async -> QueueKeeping {
        do throws(OfflineQueueError) {
            try await enqueue(request)
            return .kept(obstacle + request.kind.waits)
        } catch {
            return .lost(obstacle + error.text)
        }
    }
}

extension QueuedRequestKind {
    /// What waits and when it goes, in one sentence.
    fileprivate var waits: LocalizedText {
        let minutes = Int(lifetime / .seconds(60))
        let time = minutes < 60 ? "\(minutes) min" : minutes <= 1_440 ? "\(minutes / 60) h" : "\(minutes / 1_440) d"
        return LocalizedText(
            en: "\(subject.english) waits on this device, sealed, and goes with the first connection that is found "
                + "within \(time).",
            es: "\(subject.spanish) espera en este dispositivo, bajo sello, y sale con la primera conexión que se "
                + "encuentre en \(time).")
    }

    private var subject: LocalizedText {
        switch self {
        case .registration: LocalizedText(en: "Your registration", es: "Tu registro")
        case .login: LocalizedText(en: "Your login", es: "Tu inicio de sesión")
        case .recovery: LocalizedText(en: "Your request for a message", es: "Tu petición de un mensaje")
        case .sessionTermination: LocalizedText(en: "The end of that session", es: "El final de esa sesión")
        case .verification: LocalizedText(en: "Your code", es: "Tu código")
        case .logout: LocalizedText(en: "Your logout", es: "Tu cierre de sesión")
        case .comment: LocalizedText(en: "Your comment", es: "Tu comentario")
        case .post: LocalizedText(en: "Your picture", es: "Tu imagen")
        }
    }
}

/// Whether a request that could not be sent is kept; the text tells what is in
/// the way and what became of it.
public enum QueueKeeping: Hashable, Sendable {
    /// It is sent when it can be.
    case kept(LocalizedText)
    /// It can't be kept either.
    case lost(LocalizedText)
}

/// Sends what waits.
public protocol QueueRetrying: Sendable {
    /// Sends requests, one after the other, until all have been tried or the
    /// server can't be reached.
    ///
    /// One process at a time does it; another one waits for its turn. A request
    /// whose answer is final is wiped; any other is kept.
    ///
    /// - Returns: What became of each request that was tried or had expired;
    ///   nothing if none waits.
    /// - Throws: ``OfflineQueueError`` when it can't be said what waits.
    func retry(_ selection: QueueSelection) async throws(OfflineQueueError) -> [QueuedRequestReport]

    /// Sends what waits, again and again, as soon as there may be a
    /// connection, until nothing waits any more.
    ///
    /// - Parameter report: Hears at once what became of a request, except that
    ///   the server still can't be reached.
    /// - Returns: All that `report` heard.
    /// - Throws: ``OfflineQueueError``; `cancelled` when the task was.
    func retryUntilDone(
        _ report: @escaping @Sendable (QueuedRequestReport) -> Void
    ) async throws(OfflineQueueError) -> [QueuedRequestReport]
}

/// Which requests to send.
public enum QueueSelection: Hashable, Sendable {
    /// Those that aren't held back after a failure.
    case due
    /// All.
    case all
    /// All of a kind.
    case kind(QueuedRequestKind)
    /// One, and those of its kind that came before it and concern the same.
    case request(QueuedRequestID)
}

/// What became of a request.
public struct QueuedRequestReport: Hashable, Sendable {
    /// The request as it was before it was sent.
    public let request: WaitingRequest
    /// What became of it.
    public let result: QueuedRequestResult

    /// Creates a report.
    public init(request: WaitingRequest, result: QueuedRequestResult) {
        self.request = request
        self.result = result
    }
}

/// What became of a request.
public enum QueuedRequestResult: Hashable, Sendable {
    /// It is done and wiped.
    case done(LocalizedText)
    /// The server refused it for good, or what was kept can't be read any more;
    /// it is wiped.
    case refused(QueueProblem)
    /// It isn't done, and waits on.
    case kept(QueueProblem)
    /// The server can't be reached; it waits on.
    case unreachable(LocalizedText)
    /// It waited too long and is wiped.
    case expired
    /// It has a final answer, but can't be removed from this device; it isn't
    /// sent again, and its removal is tried again.
    case removalFailed(QueueProblem)
}

/// Shows what waits for the person at the device: what waits in their name, and
/// what concerns their address or, while nobody is logged in, any address.
///
/// Of what belongs to others it tells no more than how much it is, and changes
/// nothing of it (OFFLINE-10).
public protocol QueueInspecting: Sendable {
    /// The requests that wait, the oldest first.
    func waiting() async throws(OfflineQueueError) -> [WaitingRequest]

    /// How many requests of others wait.
    func othersWaiting() async throws(OfflineQueueError) -> Int

    /// Has the person told when a request is done; what fails is told anyway.
    ///
    /// - Parameter id: The request; nil for all that wait now.
    /// - Returns: How many it concerns.
    func askForNotice(of id: QueuedRequestID?) async throws(OfflineQueueError) -> Int

    /// Wipes a request.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `beingSent` if somebody sends it at this moment; it waits on.
    func drop(_ id: QueuedRequestID) async throws(OfflineQueueError) -> Bool

    /// Wipes everything that waits, also if it can't be read.
    ///
    /// - Throws: `beingSent` if somebody sends some of it at this moment; only that waits on.
    func dropAll() async throws(OfflineQueueError)

    /// What became of requests since it was last asked for, and the person
    /// should be told. It is forgotten with this.
    func takeNotices() async throws(OfflineQueueError) -> [QueueNotice]
}

/// Something that a person is told about a request that waited.
public struct QueueNotice: Hashable, Sendable {
    /// What was asked for.
    public let kind: QueuedRequestKind
    /// Whom or what it concerned.
    public let subject: String
    /// In whose name it was asked for; nil for what needs no session.
    public let owner: UserID?
    /// Whether it is done.
    public let isDone: Bool
    /// What happened, and what to do next.
    public let text: LocalizedText

    /// Creates a notice.
    public init(
        kind: QueuedRequestKind, subject: String, owner: UserID? = nil, isDone: Bool, text: LocalizedText
    ) {
        self.kind = kind
        self.subject = subject
        self.owner = owner
        self.isDone = isDone
        self.text = text
    }
}
