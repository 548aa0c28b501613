import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import Presenting
import ScreensAPI
import ScreensHTML
import ScreensHostingAPI

/// Something else comes first, and what was typed afterwards.
extension ScreenHost {
    /// Has somebody sign in, and keeps the form for afterwards.
    ///
    /// - Parameter error: Why, if the form was refused.
    func signInFirst(
        with form: SubmittedForm, to place: Place, _ visit: Visit, after error: (any PresentableError)? = nil
    ) async throws -> ServerResponse {
        try await first(
            signInPlace, error?.wantsRecentSignIn == true ? Self.signInOnceMore : Self.signInToGoOn, with: form,
            to: place, visit)
    }

    /// Shows the way in, to whoever is signed in and did so too long ago for a place: it leads
    /// back there.
    func signInOnceMore(to place: Place, _ visit: Visit) async throws -> ServerResponse {
        guard let way = signInPlace, let screen = screen(at: way) else {
            return response(to: visit.request, about: .notFound)
        }
        let there = way.with(Self.then, place.address(below: dependencies.root))
        var stranger = visit
        stranger.person = nil
        stranger.drafts = []
        let contents = try await screen.show(screenRequest(screen.route, there, stranger))
        return try response(
            contents, of: screen, at: there, to: stranger, ReturnedForm(ScreenNotice(.remark, Self.signInOnceMore)))
    }

    /// Has somebody open what is locked, and keeps the form for afterwards.
    func unlockFirst(with form: SubmittedForm, to place: Place, _ visit: Visit) async throws -> ServerResponse {
        try await first(unlockPlace, Self.unlockToGoOn, with: form, to: place, visit)
    }

    /// Has somebody do something else first, and keeps the form for afterwards; what
    /// can't be kept is said and shown, to be copied.
    private func first(
        _ way: Place?, _ text: LocalizedText, with form: SubmittedForm, to place: Place, _ visit: Visit
    ) async throws -> ServerResponse {
        guard let way, let screen = screen(at: way) else { return response(to: visit.request, about: .notFound) }
        let shown = Place(form.place, below: dependencies.root) ?? place
        let there = way.with(Self.then, shown.address(below: dependencies.root))
        var stranger = visit, form = form
        stranger.person = nil
        stranger.drafts = []
        let contents = try await screen.show(screenRequest(screen.route, there, stranger))
        // What is kept is said to be.
        let cookie = await keep(&form, visit), isLost = cookie == nil && !form.written.isEmpty
        let again =
            (form.secrets.values.allSatisfy(\.isEmpty) ? [] : [Self.secretsAgain])
            + (form.files.isEmpty ? [] : [Self.filesAgain])
        let texts = isLost ? [Self.notKept] : cookie == nil ? [] : [Self.isKept]
        // It goes along with the form that comes first, too.
        var answer = try response(
            isLost ? contents.adding(form.written.map { .written($0) }) : contents, of: screen, at: there, to: stranger,
            ReturnedForm(ScreenNotice(.remark, (texts + again).reduce(text, +))), kept: form.encoded(by: visit.person))
        if let cookie { answer.fields.append("Set-Cookie", cookie) }
        return answer
    }

    /// After what had to be first: to the form that was kept, to the place from where
    /// somebody came, or else home; always by another address, since what was first was
    /// a password.
    ///
    /// - Parameters:
    ///   - token: What the browser shows of itself from now on; nil for nothing.
    ///   - notice: What is said there besides; nil for nothing.
    func goOn(
        after form: SubmittedForm?, from place: Place, or home: Place, _ visit: Visit, shownBy token: Secret?,
        saying text: LocalizedText = loggedIn, noting notice: ScreenNotice? = nil
    ) async throws -> ServerResponse {
        let person = await dependencies.browsers?.person(at: visit.browser)
        await claimDrafts(for: person, at: visit.request)
        let drafts = await drafts(for: person, at: visit.request)
        let visit = Visit(request: visit.request, browser: visit.browser, person: person)
        let wanted = place.parameters["\(Self.then)"].flatMap { Place($0, below: dependencies.root) }
        let along = form?.kept.flatMap { SubmittedForm(encoded: $0) }
        let kept = along ?? drafts.first { draft in wanted.map { isPlace($0, of: draft) } ?? true }
        let next = wanted.flatMap { screen(at: $0) == nil ? nil : $0 } ?? home
        guard let kept, kept.isOf(person), let shown = Place(kept.place, below: dependencies.root),
            let screen = screen(at: shown)
        else { return try await lead(to: next, visit, shownBy: token, noting: notice) }
        if drafts.contains(where: { $0.draftName == kept.draft }) {
            // Something else may be first still, such as proving one's address: it is kept until then.
            let contents = try? await screen.show(screenRequest(screen.route, shown, visit))
            let takes = contents?.forms.contains(where: kept.isSent) == true
            let there = takes ? shown.with(Self.chosen, kept.draft) : next
            return try await lead(to: there, visit, shownBy: token, noting: notice)
        }
        TypedTexts.note(kept)
        let forms = try? await screen.show(screenRequest(screen.route, shown, visit)).forms
        let left = Self.left(of: kept, in: forms?.first(where: kept.isSent))
        let said = ScreenNotice(.remark, (notice.map { $0.text + text } ?? text) + left)
        let answer = try await show(screen, at: shown, visit, returning: kept.returned(said), kept: kept.kept)
        return lead(to: answer, at: shown, visit, shownBy: token)
    }

    /// To a place, where something is said once.
    private func lead(
        to place: Place, _ visit: Visit, shownBy token: Secret?, noting notice: ScreenNotice?
    ) async throws -> ServerResponse {
        guard let notice, let screen = screen(at: place) else {
            return Self.redirect(to: place.address(below: dependencies.root))
        }
        let answer = try await show(screen, at: place, visit, returning: ReturnedForm(notice))
        return lead(to: answer, at: place, visit, shownBy: token)
    }

    private func lead(
        to answer: ServerResponse, at place: Place, _ visit: Visit, shownBy token: Secret?
    ) -> ServerResponse {
        let viewer = Viewer(
            browser: token, person: visit.person?.id, isKnown: token != nil,
            receipt: AnswerCookie(for: visit.request).token)
        return answers.lead(viewer, by: visit.request, to: answer, at: place, below: dependencies.root)
    }

    private static let signInToGoOn = LocalizedText(
        en: "Log in to go on.", es: "Inicia sesión para seguir.")
    private static let signInOnceMore = LocalizedText(
        en: "You are logged in, but this takes a login of a moment ago: log in once more to go on.",
        es: "Has iniciado sesión, pero esto exige haberlo hecho hace un momento: iníciala otra vez para seguir.")
    private static let isKept = LocalizedText(
        en: "What you wrote is kept meanwhile, and comes back.",
        es: "Lo que escribiste se guarda mientras tanto y volverá.")
    private static let notKept = LocalizedText(
        en:
            "What you wrote is not kept: there is no room for it now. It comes back if you go on from this page; copy it "
            + "before you go anywhere else.",
        es:
            "Lo que escribiste no se guarda: ahora no hay sitio. Volverá si sigues desde esta página; cópialo antes de ir "
            + "a cualquier otra.")
    private static let secretsAgain = LocalizedText(
        en: "Type passwords and codes again then.", es: "Vuelve a escribir entonces las contraseñas y los códigos.")
    private static let filesAgain = LocalizedText(
        en: "Choose your file again then.", es: "Vuelve a elegir el archivo entonces.")
    static let loggedIn = LocalizedText(en: "You are logged in.", es: "Has iniciado sesión.")
    private static let unlockToGoOn = LocalizedText(
        en: "It is locked. Open it to go on.", es: "Está cerrado. Ábrelo para seguir.")
    static let unlocked = LocalizedText(en: "It is open again.", es: "Vuelve a estar abierto.")

    /// What of a form that comes back is in it, and what is to be done: secrets are never
    /// kept, and some forms have nothing but a button.
    static func left(of kept: SubmittedForm, in form: ScreenForm?) -> LocalizedText {
        let asksForSecrets = form?.fields.contains(where: \.kind.isSecret) == true
        let text =
            switch (kept.filled.isEmpty, asksForSecrets) {
            case (false, false):
                LocalizedText(
                    en: "What you wrote is still here: send it when it is as you want it.",
                    es: "Lo que escribiste sigue aquí: envíalo cuando esté como quieres.")
            case (false, true):
                LocalizedText(
                    en: "What you wrote is still here, but for passwords and codes: type those again, and send it.",
                    es: "Lo que escribiste sigue aquí, salvo contraseñas y códigos: vuelve a escribirlos y envíalo.")
            case (true, true):
                LocalizedText(
                    en: "Passwords and codes are not kept: type them again, and send them.",
                    es: "Las contraseñas y los códigos no se guardan: vuelve a escribirlos y envíalos.")
            case (true, false):
                LocalizedText(
                    en: "Nothing was done yet: choose once more what is to happen.",
                    es: "Aún no se hizo nada: elige de nuevo lo que debe pasar.")
            }
        return form?.fields.contains(where: \.kind.isPicture) == true ? text + chooseFile : text
    }

    private static let chooseFile = LocalizedText(en: "Choose your file again.", es: "Vuelve a elegir el archivo.")
}

extension ScreenContents {
    /// The same with more below it.
    fileprivate func adding(_ more: [ScreenBlock]) -> ScreenContents {
        let body: Body =
            switch self.body {
            case .column(let blocks): .column(blocks + more)
            case .picture(let picture, let blocks): .picture(picture, beside: blocks + more)
            case .gallery(let groups, let before, let after): .gallery(groups, before: before, after: after + more)
            }
        return ScreenContents(title, noting: notice, body, standing: standing)
    }
}

extension PresentableError {
    /// Whether nobody is signed in who may do it; others who may sign in as well
    /// have something to read first.
    var asksToSignIn: Bool { nature == .credentials && nextSteps.contains(.logIn) }

    /// Whether somebody is signed in, only too long ago (RFC 9470).
    var wantsRecentSignIn: Bool { code == "insufficient_user_authentication" }
}
