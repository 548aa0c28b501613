import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import Locking
import ScreensAPI
import ScreensHTML
import ScreensHostingAPI

/// The pages that answer forms, each at an address of its own.
///
/// A browser's history holds what it sent: to load a page anew that answers a form is to
/// send that form again, with the password in it. So windows are led on from each form,
/// and ask for its answer (RFC 9110, section 15.4.4). It is there for whoever sent the
/// form, until somebody else is in front of the browser; whoever asks later gets the
/// screen as it is then.
final class KeptAnswers: Sendable {
    private struct Answer {
        let name: String
        let viewer: Viewer
        let page: ServerResponse
        let end: Date
        /// Whose room it takes.
        let room: DraftRoom

        /// How many bytes it counts.
        var size: Int { max(page.body.byteCount, KeptAnswers.smallest) }
    }

    private struct Pool {
        /// How many bytes they have.
        let room: Int
        /// The oldest first.
        private(set) var answers: [Answer] = []

        init(room: Int) { self.room = room }

        mutating func keep(_ answer: Answer, now: Date) {
            forget { $0.end <= now }
            let own = answers.indices.filter { answers[$0].viewer.sharesRoom(with: answer.viewer) }
            if own.count >= KeptAnswers.share, let oldest = own.first { answers.remove(at: oldest) }
            answers.append(answer)
            while let oldest = oldestOfMost { answers.remove(at: oldest) }
        }

        /// The oldest of whoever takes the most room; nil where there is room for all.
        private var oldestOfMost: Int? {
            let sizes = Dictionary(answers.map { ($0.room, $0.size) }, uniquingKeysWith: +)
            guard sizes.values.reduce(0, +) > room, let most = sizes.values.max() else { return nil }
            return answers.firstIndex { sizes[$0.room] == most }
        }

        mutating func forget(where isOver: (Answer) -> Bool) { answers.removeAll(where: isOver) }
    }

    /// For how long one is there, in seconds: to read it, and to come back to it.
    static let lifetime = 600.0
    /// How many there are of one person: nobody pushes out those of others.
    private static let share = 8
    /// How large a page may be that is kept, in bytes; a larger one answers the form itself.
    ///
    /// A form brings back up to 64 KB of text, of which some is escaped.
    private static let largest = 1 << 20
    /// How many bytes one counts at least, so that there are at most 256 of people, and 64 of
    /// strangers.
    private static let smallest = 128 << 10
    private let makeName: @Sendable () -> String
    private let now: @Sendable () -> Date
    private let people = Locked(Pool(room: 32 << 20))
    /// They can't push out those of people.
    private let strangers = Locked(Pool(room: 8 << 20))

    /// - Parameter makeName: Makes names that nobody can guess.
    init(makeName: @escaping @Sendable () -> String, now: @escaping @Sendable () -> Date) {
        self.makeName = makeName
        self.now = now
    }

    /// Keeps the answer to a form.
    ///
    /// - Parameters:
    ///   - viewer: Who sent it, by a request.
    ///   - place: Where it is shown.
    ///   - root: The path that places are below.
    /// - Returns: What leads to it; the answer itself where that leads elsewhere, or is too
    ///   large to be kept.
    func lead(
        _ viewer: Viewer, by request: ServerRequest, to answer: ServerResponse, at place: Place, below root: String
    ) -> ServerResponse {
        guard Self.isPage(answer), answer.body.byteCount <= Self.largest else { return answer }
        let name = makeName()
        var page = answer, viewer = viewer
        var lead = ScreenHost.redirect(to: place.with(FormSurroundings.Name.answer, name).address(below: root))
        // What a browser is to do at once.
        for field in answer.fields where [.setCookie, .clearSiteData].contains(field.name) {
            lead.fields.append(field.name, field.value)
            page.fields[field.name] = nil
        }
        page.fields[.cacheControl] = "no-store"
        page.fields[.eTag] = nil
        if viewer.person == nil {
            let receipt = viewer.receipt ?? Secret(makeName())
            viewer.receipt = receipt
            lead.fields.append(.setCookie, AnswerCookie(for: request).set(receipt))
        }
        let now = now()
        let kept = Answer(
            name: name, viewer: viewer, page: page, end: now + Self.lifetime,
            room: DraftRoom(of: viewer.person, from: request.peer.ip))
        (viewer.isKnown ? people : strangers).withLock { $0.keep(kept, now: now) }
        return lead
    }

    /// Whether it is shown, and doesn't lead elsewhere.
    static func isPage(_ answer: ServerResponse) -> Bool {
        guard case .bytes = answer.body else { return false }
        return !(300..<400).contains(answer.status.rawValue)
    }

    /// The answer that was kept by a name; nil if it isn't there, or is somebody else's.
    func answer(named name: String, to viewer: Viewer) -> ServerResponse? {
        let now = now()
        // Whoever was unknown may be known by now, and the other way round.
        return (people.current.answers + strangers.current.answers).first {
            $0.name == name && $0.end > now && $0.viewer.isSame(as: viewer)
        }?.page
    }

    /// Forgets all answers.
    func forgetAll() {
        for pool in [people, strangers] { pool.withLock { $0.forget { _ in true } } }
    }

    /// Forgets what somebody was answered who is in front of the browser no more.
    ///
    /// What other windows of it sent meanwhile, as nobody's, stays.
    func forget(_ viewer: Viewer) {
        for pool in [people, strangers] { pool.withLock { $0.forget { $0.viewer.isSame(as: viewer) } } }
    }

    /// Leads windows on from each form, and gives them its answer.
    struct Middleware: HTTPMiddleware {
        let host: ScreenHost

        func concerns(_ request: ServerRequest) -> Bool {
            request.answerName == nil ? request.isFormOfWindow : request.isNavigation
        }

        func respond(
            to request: ServerRequest, next: @escaping @Sendable (ServerRequest) async -> ServerResponse
        ) async throws -> ServerResponse {
            if request.method != .post {
                let kept = host.answers.answer(named: request.answerName ?? "", to: await host.viewer(by: request))
                return if let kept { kept } else { await next(request) }
            }
            let sender = await host.viewer(by: request)
            let answer = await next(request)
            guard KeptAnswers.isPage(answer) else { return answer }
            let parameters = request.query.items.filter { $0.name != "\(FormSurroundings.Name.sent)" }
            let place = Place(segments: []).with(parameters: parameters)
            // Who opened what was locked is somebody only afterwards, and who had left is found
            // out to be nobody; what somebody got isn't for somebody else who came meanwhile.
            let now = await host.viewer(by: request)
            let viewer = sender.person == nil || now.person == nil ? now : sender
            return host.answers.lead(viewer, by: request, to: answer, at: place, below: request.path)
        }
    }
}

extension ScreenHost {
    /// Forgets what was answered to forms, which may be sent anew.
    func forgetAnswers() {
        sent.forgetAll()
        answers.forgetAll()
    }

    /// What is said to who asks for an answer that isn't there any more; nil for others.
    func answerIsGone(_ visit: Visit) -> ScreenNotice? {
        guard visit.request.answerName != nil, visit.request.isNavigation else { return nil }
        return ScreenNotice(
            .remark,
            LocalizedText(
                en: "The answer to what you sent is no longer here. See whether it was done before you send it again.",
                es: "La respuesta a lo que enviaste ya no está aquí. Mira si se hizo antes de volver a enviarlo."))
    }
}

extension ServerRequest {
    /// The name of the answer that is asked for; nil for none.
    fileprivate var answerName: String? { method == .post ? nil : query["\(FormSurroundings.Name.answer)"] }

    /// Whether a window sent a form, or a script with which the window goes on; others keep
    /// nothing of it.
    fileprivate var isFormOfWindow: Bool {
        (fields["Sec-Fetch-Dest"] == "document" || fields["X-Answer"] == "kept") && isOwnForm && !path.hasPrefix("//")
    }
}

extension ResponseBody {
    /// How many bytes a page has.
    fileprivate var byteCount: Int { if case .bytes(let bytes) = self { bytes.count } else { 0 } }
}

extension HTTPFieldName {
    static let setCookie: HTTPFieldName = "Set-Cookie"
}
