import CoreModels
import HTTPServingAPI
import HTTPTypes
import Localization
import ScreensAPI
import ScreensHTML
import ScreensHostingAPI

extension ScreenHost {
    /// Tells a screen that somebody looks at what others change: `GET /live?on=…`,
    /// a stream of events (HTML Living Standard, section 9.2).
    ///
    /// An event says which topic changed, and the screen asks for itself anew: what
    /// is shown is made in one place, and who may see it is asked there.
    var liveRoute: Route {
        Route(.get, "/live", bodyLimit: 0) { request in
            guard request.isFromOwnPage else { throw HTTPProblem.notFound }
            guard request.fields[.accept]?.contains("text/event-stream") == true else {
                // A page asks who is there before it sends what somebody wrote.
                guard !dependencies.proof.isEmpty else { throw HTTPProblem.notFound }
                return .text(dependencies.proof, type: .html, fields: [.cacheControl: "no-store"])
            }
            let sources = dependencies.live() + (dependencies.ends?.sources ?? [])
            let named = Set(request.query.items.filter { $0.name == "on" }.prefix(Self.topicsAtOnce).map(\.value))
            let followed = named.compactMap { text in
                LiveTopic(text).flatMap { topic in
                    sources.first { $0.name == topic.source }.map { (topic, $0) }
                }
            }
            guard !followed.isEmpty else { throw HTTPProblem.notFound }
            guard let seat = seats.take(for: request.peer.ip) else { throw HTTPProblem.tooManyScreens }
            return .eventStream { stream in
                defer { withExtendedLifetime(seat) {} }
                try await visit(by: request) { visit in try await tell(followed, to: visit, on: stream) }
            }
        }
    }

    /// What is followed on every screen of somebody.
    func topics(for visit: Visit) -> [LiveTopic] {
        dependencies.live().filter { source in
            switch source.audience {
            case .everybody: true
            case .strangers: visit.person == nil && visit.isKnown
            case .people: visit.person != nil
            case nil: false
            }
        }.compactMap { LiveTopic($0.name) }
    }

    /// What all windows follow where something may end for all of them; nothing is
    /// locked for those that open it.
    func ownTopics(for visit: Visit) -> [LiveTopic] {
        guard dependencies.ends != nil else { return [] }
        let own = [LiveTopic("person", about: visit.person?.id.description ?? ""), LiveTopic("lock", about: "")]
        return [LiveTopic("end", about: "")] + (visit.isLocked ? [] : own)
    }

    private static let topicsAtOnce = 8

    /// - Throws: What ends the stream.
    private func tell(_ followed: [(LiveTopic, LiveSource)], to visit: Visit, on stream: EventStream) async throws {
        let request = screenRequest(ScreenRoute("/live"), .home, visit)
        // It ended while nobody looked at this window.
        let isOver = visit.isKnown && visit.person == nil
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await tellNews(to: visit, on: stream) }
            for (topic, source) in followed {
                if isOver, source.audience == .people {
                    try await stream.send(event(of: .signedOut, about: topic, to: visit))
                    return await Self.untilCancelled()
                }
                group.addTask {
                    // What can't be followed isn't told; the others go on.
                    try? await source.follow(topic.subject, request) { news in
                        if !news.isForAnybody, await !isStillThere(visit) { return }
                        try await stream.send(event(of: news, about: topic, to: visit))
                        if case .notice = news { try await tellNews(to: visit, on: stream) }
                    }
                    // A stream that ended would be opened again and again.
                    await Self.untilCancelled()
                }
            }
            try await group.waitForAll()
        }
    }

    /// Tells how much is new behind ways: screens that have to be there at once don't
    /// count it, and others did when they were shown.
    private func tellNews(to visit: Visit, on stream: EventStream) async throws {
        guard visit.person != nil else { return }
        let counts = await dependencies.news().counts(at: visit.browser)
        for link in dependencies.navigation().map(\.link) {
            let told = link.telling(counts)
            guard told != link else { continue }
            let address = link.place.address(below: dependencies.root)
            let label = told.label.text(in: visit.request.language)
            try await stream.send(ServerSentEvent(event: kind("way"), data: address + "\n" + label))
        }
    }

    /// A visit in which something was done: it may have ended the person's session, and what
    /// follows that of somebody who is signed in would lead away from the answer.
    func asLeft(_ visit: Visit) async -> Visit {
        guard visit.person != nil, await dependencies.browsers?.person(at: visit.browser) == nil else { return visit }
        var visit = visit
        visit.person = nil
        visit.drafts = []
        return visit
    }

    /// Whoever signed in is still signed in: what they may see nobody else is told of.
    private func isStillThere(_ visit: Visit) async -> Bool {
        guard let person = visit.person else { return true }
        return await dependencies.browsers?.person(at: visit.browser)?.id == person.id
    }

    private static func untilCancelled() async {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        for await _ in stream {}
        continuation.finish()
    }

    private func event(of news: LiveNews, about topic: LiveTopic, to visit: Visit) -> ServerSentEvent {
        switch news {
        case .changed: return ServerSentEvent(event: kind("changed"), data: topic.text)
        case .notice(let notice):
            return ServerSentEvent(event: kind("notice"), data: notice.text.text(in: visit.request.language))
        case .signedOut: return ended((signInPlace ?? .home).with(Self.ended, "1"))
        case .locked: return ended(unlockPlace ?? .home)
        case .over: return ServerSentEvent(event: kind("over"), data: "")
        }
    }

    /// The kind of an event, as only the pages of this server wait for it.
    private func kind(_ word: String) -> String { word + dependencies.proof }

    /// Where something else comes first.
    private func ended(_ place: Place) -> ServerSentEvent {
        ServerSentEvent(event: kind("ended"), data: place.address(below: dependencies.root))
    }

    /// Says on the screen for signing in that a session ended meanwhile.
    static let ended: StaticString = "ended"
}

extension LiveNews {
    /// Whether it is for whoever looks, also if they are somebody else by now.
    fileprivate var isForAnybody: Bool { [.signedOut, .locked, .over].contains(self) }
}

extension HTTPProblem {
    /// 429: as many screens of one address follow something as anybody needs.
    fileprivate static let tooManyScreens = tooManyRequests(
        code: "too_many_streams", retryAfter: .seconds(60),
        detail: LocalizedText(
            en: "Too many pages are open that follow something. Close some of them.",
            es: "Hay demasiadas páginas abiertas que siguen algo. Cierra algunas."))
}
