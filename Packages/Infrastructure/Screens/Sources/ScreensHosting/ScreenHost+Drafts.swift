import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import Presenting
import ScreensAPI
import ScreensHTML
import ScreensHostingAPI

/// What was written is kept while somebody does something else first, by whatever
/// way they come back, until it is sent or they discard it (ADR 0051).
extension ScreenHost {
    private var drafts: (any DraftKeeping)? { dependencies.browsers?.drafts }

    /// Keeps a form; whoever wrote it finds it again where it was.
    ///
    /// - Returns: The field that has the browser show it; nil if it isn't kept, and must
    ///   not be said to be.
    func keep(_ form: inout SubmittedForm, _ visit: Visit) async -> String? {
        guard let drafts, !form.filled.isEmpty else { return nil }
        let cookie = DraftCookie(for: visit.request), person = visit.person
        // What came back here and was changed is another one: it may have come back in another window, too.
        let name = form.draftName, before = form.draft
        var kept = form
        kept.draft = name
        let room = DraftRoom(of: person?.id, from: visit.request.peer.ip)
        let text = kept.encoded(by: form.isOf(person) ? person : nil), owner = form.owner(or: person)
        guard
            let token = try? await drafts.keep(
                text, named: name, of: owner, at: cookie.token, or: commonToken(of: visit.request), in: room)
        else { return nil }
        if let before, before != name, let owner { try? await drafts.forget([before], of: owner, at: token) }
        form = kept
        return cookie.set(token)
    }

    /// What all windows of a browser that is known have in common, and nobody else.
    private func commonToken(of request: ServerRequest) -> Secret? {
        let browser = BrowserCookie(for: request, dependencies.cookies).token(in: request)
        let text = browser?.withText { $0.map { Secret("essential drafts 1 " + $0) } }
        return text.flatMap { $0 }.flatMap { try? dependencies.hashing.sha256($0) }.map { Secret(Base64URL.encode($0)) }
    }

    /// What is kept for the person at a browser, the last one first.
    func drafts(for person: User?, at request: ServerRequest) async -> [SubmittedForm] {
        guard let person, request.asksForPage, let token = DraftCookie(for: request).token,
            let texts = try? await drafts?.drafts(of: person.id, at: token)
        else { return [] }
        return texts.compactMap { SubmittedForm(encoded: $0) }.filter { $0.isOf(person) }
    }

    /// Has whoever signs in own what a stranger wrote there.
    func claimDrafts(for person: User?, at request: ServerRequest) async {
        guard let person, let token = DraftCookie(for: request).token else { return }
        try? await drafts?.claim(at: token, for: person.id)
    }

    /// Keeps forms of the person no more.
    private func forget(_ names: [String], _ visit: Visit) async {
        guard !names.isEmpty, let person = visit.person, let token = DraftCookie(for: visit.request).token else {
            return
        }
        try? await drafts?.forget(names, of: person.id, at: token)
    }

    /// What was sent is kept no more, and nothing of whoever leaves, but for what
    /// another window keeps meanwhile: that was promised.
    func forgetDraft(sentAs form: SubmittedForm, _ outcome: ScreenOutcome?, _ visit: Visit) async {
        switch outcome {
        case .signedOut?: return await forget(visit.drafts.map(\.draftName), visit)
        case .again?: return
        default: break
        }
        let sent = visit.drafts.filter { draft in
            // A page that was open before has its key; another window may have sent the same.
            [form.draft, form.key].contains(draft.draft)
                || (draft.name, draft.place) == (form.name, form.place) && draft.filled == form.filled
        }
        await forget(sent.map(\.draftName), visit)
    }

    /// Says where something is kept, on all other screens.
    func reminder(at place: Place, _ visit: Visit) -> ReturnedForm? {
        guard !visit.drafts.isEmpty, visit.request.isNavigation else { return nil }
        let isHere = visit.drafts.contains { isPlace(place, of: $0) }
        return ReturnedForm(
            ScreenNotice(.remark, Self.kept, nextSteps: isHere ? [.lookAtDrafts] : [.goOnWriting, .lookAtDrafts]))
    }

    /// The ways to what is kept.
    func waysBack(_ visit: Visit) -> [ScreenStep] {
        let last = visit.drafts.first.flatMap { Place($0.place, below: dependencies.root) }
        return (last.map { [ScreenStep(.goOnWriting, ScreenLink(Self.goOn, to: $0))] } ?? []) + [
            ScreenStep(.lookAtDrafts, ScreenLink(Self.lookAt, to: Self.draftsRoute.place()))
        ]
    }

    func isPlace(_ place: Place, of form: SubmittedForm) -> Bool {
        form.place == place.address(below: dependencies.root)
    }

    private static let kept = LocalizedText(
        en: "What you wrote before is kept where you wrote it.",
        es: "Lo que escribiste antes se guarda donde lo escribiste.")
    private static let goOn = LocalizedText(en: "Go on writing", es: "Seguir escribiendo")
    private static let lookAt = LocalizedText(en: "What is kept", es: "Lo que se guarda")
}

// MARK: The screen with all of them

extension ScreenHost {
    static let draftsRoute = ScreenRoute("/drafts")
    private static let discard = "discard"
    /// Which of several somebody goes on with where all of them were written.
    static let chosen: StaticString = "_draft"

    /// All that is kept for a person: to be read and copied, gone on with where it was
    /// written, or discarded.
    var draftRoutes: [Route] {
        guard drafts != nil else { return [] }
        return [
            Route(.get, Self.draftsRoute.pattern, bodyLimit: 0) { request in
                guard request.asksForPage else { throw HTTPProblem.notFound }
                return try await visit(by: request) { visit in try await showDrafts(visit) }
            },
            Route(
                .post, Self.draftsRoute.pattern, bodyLimit: SubmittedForm.encodedLimit, repetition: .ownRules
            ) { request in
                guard request.asksForPage else { throw HTTPProblem.notFound }
                guard request.isFromOwnPage else { throw HTTPProblem.foreignForm }
                let form = try await SubmittedForm(request)
                return try await visit(by: request) { visit in
                    let answer = Self.redirect(to: Self.draftsRoute.place().address(below: dependencies.root))
                    guard form.name == Self.discard, let name = form.values["draft"], form.isOf(visit.person) else {
                        return answer
                    }
                    await forget([name], visit)
                    return answer
                }
            },
        ]
    }

    private func showDrafts(_ visit: Visit) async throws -> ServerResponse {
        let place = Self.draftsRoute.place()
        if visit.isLocked { return unlockFirst(to: place, visit) }
        guard visit.person != nil else { return try await signInFirst(to: place, visit, with: nil) }
        var blocks: [ScreenBlock] = []
        for (index, draft) in visit.drafts.enumerated() {
            let way = Place(draft.place, below: dependencies.root).map {
                [ScreenBlock.links([ScreenLink(Self.goOn, to: $0.with(Self.chosen, draft.draftName))])]
            }
            let fields = [ScreenField.unseen("draft", draft.draftName)]
            let form = ScreenForm(
                "discard", about: "\(index + 1)", to: place, fields, button: Self.discardIt, .destructive)
            blocks += await words(of: draft, visit) + (way ?? []) + [.form(form)]
        }
        let all = blocks.isEmpty ? [.text(.words(Self.nothing)), .links([ScreenLink(Self.home, to: .home)])] : blocks
        var visit = visit
        visit.drafts = []
        let screen = Screen(Self.draftsRoute) { _ in ScreenContents(.words(Self.lookAt), .column(all)) }
        return try response(ScreenContents(.words(Self.lookAt), .column(all)), of: screen, at: place, to: visit)
    }

    /// What somebody typed into a form, each field by its name.
    ///
    /// Where its screen is gone nobody knows the names.
    private func words(of draft: SubmittedForm, _ visit: Visit) async -> [ScreenBlock] {
        guard let place = Place(draft.place, below: dependencies.root), let screen = screen(at: place),
            let contents = try? await screen.show(screenRequest(screen.route, place, visit)),
            let form = contents.forms.first(where: draft.isSent)
        else { return draft.written.map { .written($0) } }
        let named = form.fields.filter(\.kind.isTyped).compactMap { field in
            draft.values[field.name].flatMap { $0.isEmpty ? nil : ScreenBlock.written($0, as: field.label) }
        }
        let words = named + draft.written(besides: form.fields.map(\.name)).map { .written($0) }
        return words.isEmpty ? [.text(contents.title)] : words
    }

    private static let discardIt = LocalizedText(en: "Discard it", es: "Descartarlo")
    private static let nothing = LocalizedText(
        en: "Nothing that you wrote here waits to be sent.", es: "Nada de lo que escribiste aquí espera a ser enviado.")
    private static let home = LocalizedText(en: "To the first page", es: "A la primera página")
}

extension NextStep {
    /// Go on with what is kept.
    fileprivate static let goOnWriting = NextStep("go_on_writing")
    /// Look at all that is kept.
    static let lookAtDrafts = NextStep("look_at_drafts")
}

extension ScreenField.Kind {
    /// Whether somebody types it, and others may read it.
    fileprivate var isTyped: Bool {
        switch self {
        case .email, .name, .line, .text, .number: true
        default: false
        }
    }
}

extension ServerRequest {
    /// Whether its answer is what somebody sees next, and no part of it, nor loaded
    /// ahead (W3C Fetch Metadata).
    var isNavigation: Bool {
        ["document", nil].contains(fields["Sec-Fetch-Dest"]) && fields["Sec-Purpose"] == nil
    }
}
