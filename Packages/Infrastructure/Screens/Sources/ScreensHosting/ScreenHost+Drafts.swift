import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import Presenting
import ScreensAPI
import ScreensHTML
import ScreensHostingAPI

/// What was written is kept while somebody does something else first, by whatever
/// way they come back.
extension ScreenHost {
    /// An answer after which a form is kept, in place of one before; whoever wrote it
    /// finds it again where it was.
    func keeping(_ form: SubmittedForm, _ visit: Visit, in response: ServerResponse) async -> ServerResponse {
        let request = visit.request
        guard let drafts = dependencies.browsers?.drafts, !form.written.isEmpty,
            turns.take(for: request.peer.ip.client, at: dependencies.now().timeIntervalSince1970)
        else { return response }
        let cookie = DraftCookie(for: request)
        if let before = cookie.token { try? await drafts.forget(before) }
        // It goes along with the form that comes first, too.
        guard let token = try? await drafts.keep(form.encoded(by: form.isOf(visit.person) ? visit.person : nil)) else {
            return response
        }
        var response = response
        response.fields.append("Set-Cookie", cookie.set(token))
        return response
    }

    /// What is kept for the person at a browser.
    func draft(for person: User?, at request: ServerRequest) async -> SubmittedForm? {
        guard let person, request.asksForPage, let token = DraftCookie(for: request).token,
            let text = try? await dependencies.browsers?.drafts.draft(of: token),
            let form = SubmittedForm(encoded: text), form.isOf(person)
        else { return nil }
        return form
    }

    /// An answer after which nothing is kept any more.
    func forgettingDraft(_ visit: Visit, in response: ServerResponse) async -> ServerResponse {
        let cookie = DraftCookie(for: visit.request)
        guard let token = cookie.token else { return response }
        try? await dependencies.browsers?.drafts.forget(token)
        var response = response
        response.fields.append("Set-Cookie", cookie.removal)
        return response
    }

    /// What was sent is kept no more, and nothing of whoever leaves.
    func withoutDraft(
        sentAs form: SubmittedForm, _ outcome: ScreenOutcome?, _ visit: Visit, _ answer: ServerResponse
    ) async -> ServerResponse {
        guard let draft = visit.draft else { return answer }
        if case .signedOut? = outcome { return await forgettingDraft(visit, in: answer) }
        return draft.name == form.name ? await forgettingDraft(visit, in: answer) : answer
    }

    /// Says where something is kept, on all other screens.
    func reminder(at place: Place, _ visit: Visit) -> ReturnedForm? {
        guard let draft = visit.draft, visit.request.isNavigation, !isPlace(place, of: draft) else { return nil }
        return ReturnedForm(ScreenNotice(.remark, Self.kept, nextSteps: [.goOnWriting]))
    }

    /// The way back to what is kept.
    func waysBack(_ visit: Visit) -> [ScreenStep] {
        visit.draft.flatMap { Place($0.place, below: dependencies.root) }.map {
            [ScreenStep(.goOnWriting, ScreenLink(Self.goOn, to: $0))]
        } ?? []
    }

    func isPlace(_ place: Place, of form: SubmittedForm) -> Bool {
        form.place == place.address(below: dependencies.root)
    }

    static let comesBack = ScreenNotice(
        .remark,
        LocalizedText(
            en: "What you wrote is still here: send it when it is as you want it.",
            es: "Lo que escribiste sigue aquí: envíalo cuando esté como quieres."))
    private static let kept = LocalizedText(
        en: "What you wrote before is kept where you wrote it.",
        es: "Lo que escribiste antes se guarda donde lo escribiste.")
    private static let goOn = LocalizedText(en: "Go on writing", es: "Seguir escribiendo")
}

extension NextStep {
    /// Go on with what is kept.
    fileprivate static let goOnWriting = NextStep("go_on_writing")
}

extension ServerRequest {
    /// Whether its answer is what somebody sees next, and no part of it, nor loaded
    /// ahead (W3C Fetch Metadata).
    var isNavigation: Bool {
        ["document", nil].contains(fields["Sec-Fetch-Dest"]) && fields["Sec-Purpose"] == nil
    }
}
