import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import Presenting
import ScreensAPI
import ScreensHTML
import ScreensHostingAPI

extension ScreenHost {
    /// Takes the forms of a screen.
    func actionRoute(of screen: Screen) -> Route {
        let limit = screen.limit.map { RouteLimit($0.name, requests: $0.forms, seconds: $0.seconds) }
        let uploads = screen.actions.contains(where: \.takesFiles) ? dependencies.uploads : nil
        let bodyLimit = uploads?.bodyLimit ?? SubmittedForm.encodedLimit
        return Route(
            .post, screen.route.pattern, bodyLimit: bodyLimit, limit: limit, repetition: .ownRules
        ) { request in
            guard screen.isMailed || request.asksForPage else { throw HTTPProblem.notFound }
            guard request.isFromOwnPage else { throw HTTPProblem.foreignForm }
            let isWelcome = uploads == nil ? false : try await isWelcome(request, at: screen)
            let form = try await SubmittedForm(request, files: isWelcome ? uploads : nil)
            TypedTexts.note(form)
            guard form.secrets.isEmpty || request.isUnreadableOnTheWay else { throw HTTPProblem.foreignForm }
            let wasLocked = await dependencies.isLocked()
            if wasLocked, !screen.isForLocked {
                return try await visit(by: request) { visit in
                    let place = place(of: request, screen.route)
                    var response = try await unlockFirst(with: form, to: place, visit)
                    response.fields[.clearSiteData] = Self.keptPictures
                    return response
                }
            }
            let viewer = await viewer(by: request)
            let identity = SentForms.Identity(form, at: request.path, from: viewer)
            let room = DraftRoom(of: viewer.person, from: request.peer.ip)
            return try await sent.answer(to: identity, from: viewer, of: room) {
                let response = try await visit(by: request, sending: form) { visit in
                    try await act(on: form, screen, at: place(of: request, screen.route), visit)
                }
                return await afterLock(response, wasLocked)
            }
        }
    }

    /// An answer after which what belongs to the person may be locked, or open again:
    /// a form of before is done anew then, this one as well.
    private func afterLock(_ response: ServerResponse, _ wasLocked: Bool) async -> ServerResponse {
        let isLocked = await dependencies.isLocked()
        guard isLocked != wasLocked else { return response }
        sent.forgetAll()
        var response = response
        if isLocked {
            answers.forgetAll()
            response.fields[.clearSiteData] = Self.everythingKept
        }
        return response
    }

    /// Whether somebody may send something to a screen: the files of others are
    /// passed over.
    private func isWelcome(_ request: ServerRequest, at screen: Screen) async throws -> Bool {
        if screen.access == .everybody { return true }
        return try await visit(by: request) { visit in visit.person != nil }
    }

    private func act(
        on form: SubmittedForm, _ screen: Screen, at place: Place, _ visit: Visit
    ) async throws -> ServerResponse {
        guard let action = screen.actions.first(where: { $0.name == form.name }) else { throw HTTPProblem.badRequest() }
        if visit.person == nil, screen.access == .people || form.isHeld {
            return try await signInFirst(with: form, to: place, visit)
        }
        if let person = visit.person, !form.isOf(person) {
            return try await keptForItsOwner(form, screen, at: place, visit, person)
        }
        if form.isHeld {
            return try await keptAgain(form, screen, at: place, visit, ScreenNotice(.remark, Self.notSent))
        }
        if form.heldNul {
            return try await keptAgain(form, screen, at: place, visit, ScreenNotice(.failure, Self.heldNul))
        }
        do {
            if let failure = form.failure { throw failure }
            let submission = ScreenSubmission(
                screenRequest(screen.route, place, visit), values: form.values, secrets: form.secrets,
                files: form.files.mapValues(\.received))
            defer { withExtendedLifetime(form) {} }
            let outcome = try await action.perform(submission)
            // It may have added to what is counted, or taken from it.
            var visit = visit
            visit.counts = await counts(for: visit)
            let answer = try await response(to: outcome, form, of: screen, at: place, visit)
            await forgetDraft(sentAs: form, outcome, visit)
            return answer
        } catch let failure as ScreenFailure {
            return try response(about: failure, to: visit)
        } catch let error as any PresentableError {
            if error.isWaiting {
                let answer = try await later(form, screen, at: place, visit, error)
                await forgetDraft(sentAs: form, nil, visit)
                return answer
            }
            if error.asksToSignIn {
                return try await signInFirst(with: form, to: place, visit, after: error)
            }
            let notice = ScreenNotice(presenting: error)
            // Somebody may go and do what helps.
            return visit.person == nil || error.nextSteps.isEmpty
                ? try await again(form, screen, at: place, visit, notice, error.fields)
                : try await keptAgain(form, screen, at: place, visit, notice, error.fields)
        }
    }

    private func response(
        to outcome: ScreenOutcome, _ form: SubmittedForm, of screen: Screen, at place: Place, _ visit: Visit
    ) async throws -> ServerResponse {
        switch outcome {
        case .go(let place): return Self.redirect(to: place.address(below: dependencies.root))
        case .show(let contents):
            return try response(contents, of: screen, at: place, to: await asLeft(visit), kept: form.kept)
        case .again(let contents, let error):
            let returned = form.returned(ScreenNotice(presenting: error), error.fields)
            return try response(contents, of: screen, at: place, to: visit, returned, kept: form.kept)
        case .prefer(let preferences, let place):
            var response = Self.redirect(to: place.address(below: dependencies.root))
            response.fields.append("Set-Cookie", PreferencesCookie(for: visit.request).set(preferences))
            return response
        case .signedIn(let home, let notice):
            return try await renewed(visit) { token in
                try await goOn(after: form, from: place, or: home, visit, shownBy: token, noting: notice)
            }
        case .unlocked(let home):
            let token = BrowserCookie(for: visit.request, dependencies.cookies).token(in: visit.request)
            return try await goOn(
                after: form, from: place, or: home, visit, shownBy: token, saying: Self.unlocked)
        case .signedOut(let place):
            var response = try await renewed(visit) { _ in Self.redirect(to: place.address(below: dependencies.root)) }
            response.fields[.clearSiteData] = Self.everythingKept
            // What somebody had begun elsewhere is nothing to whoever comes after them.
            let carried = CarriedCookie(for: visit.request)
            if carried.isThere { response.fields.append("Set-Cookie", carried.removal) }
            return response
        case .leave(let address, let contents):
            var response = try response(contents, of: screen, at: place, to: visit, kept: form.kept)
            response.fields["Refresh"] = "0; url=\(address.absoluteString)"
            response.fields["Referrer-Policy"] = "no-referrer"
            response.fields[.cacheControl] = "no-store"
            response.fields[.eTag] = nil
            return response
        }
    }

    /// An answer to a browser in front of which there is somebody else now, so that
    /// it is known by something else (session fixation).
    ///
    /// - Parameter answer: Makes the answer to who shows that from now on; nil for nothing.
    func renewed(
        _ visit: Visit, _ answer: (Secret?) async throws -> ServerResponse
    ) async throws -> ServerResponse {
        guard let browsers = dependencies.browsers else { throw HTTPProblem.internalError }
        let token = try await browsers.renew(visit.browser)
        let cookie = BrowserCookie(for: visit.request, dependencies.cookies), before = cookie.token(in: visit.request)
        sent.forget(before, leadingTo: dependencies.root)
        answers.forget(
            Viewer(
                browser: before, person: visit.person?.id, isKnown: true,
                receipt: AnswerCookie(for: visit.request).token))
        var response = try await answer(token)
        response.fields.append("Set-Cookie", token.map(cookie.set) ?? cookie.removal)
        // Whether something is masked was somebody else's choice.
        var preferences = visit.request.preferences
        if !preferences.masks {
            preferences.masks = true
            response.fields.append("Set-Cookie", PreferencesCookie(for: visit.request).set(preferences))
        }
        return response
    }

    // MARK: What was typed

    /// Shows the screen on which a form was, with the form as it was typed.
    private func again(
        _ form: SubmittedForm, _ screen: Screen, at place: Place, _ visit: Visit, _ notice: ScreenNotice,
        _ failures: [FieldFailure] = []
    ) async throws -> ServerResponse {
        let returned = form.returned(notice, failures)
        if let shown = Place(form.place, below: dependencies.root), let itsScreen = self.screen(at: shown) {
            return try await show(itsScreen, at: shown, visit, returning: returned, kept: form.kept, sent: form)
        }
        return try await show(screen, at: place, visit, returning: returned, kept: form.kept, sent: form)
    }

    /// The same, and it is kept as well, if there is room: it is there to be seen.
    private func keptAgain(
        _ form: SubmittedForm, _ screen: Screen, at place: Place, _ visit: Visit, _ notice: ScreenNotice,
        _ failures: [FieldFailure] = []
    ) async throws -> ServerResponse {
        var form = form
        let cookie = await keep(&form, visit)
        var answer = try await again(form, screen, at: place, visit, notice, failures)
        if let cookie { answer.fields.append("Set-Cookie", cookie) }
        return answer
    }

    /// Shows the screen to whoever is there now as if nothing had been written, and keeps what was
    /// for whoever wrote it: it is theirs to read and to send.
    private func keptForItsOwner(
        _ form: SubmittedForm, _ screen: Screen, at place: Place, _ visit: Visit, _ person: User
    ) async throws -> ServerResponse {
        var form = form
        let isEmpty = form.filled.isEmpty, cookie = await keep(&form, visit)
        let fate = isEmpty ? [] : [cookie == nil ? Self.lost : Self.keptForItsWriter]
        let notice = ScreenNotice(
            .failure, fate.reduce(Self.anotherPerson(person), +), nextSteps: [.logOut])
        let shown = Place(form.place, below: dependencies.root).flatMap { place in
            self.screen(at: place).map { ($0, place) }
        }
        let (screen, place) = shown ?? (screen, place)
        var answer = try await show(screen, at: place, visit, returning: ReturnedForm(notice))
        if let cookie { answer.fields.append("Set-Cookie", cookie) }
        return answer
    }

    /// Says that what was sent is done later: the screen is there as it was before
    /// something was typed, and what was typed is where it waits.
    private func later(
        _ form: SubmittedForm, _ screen: Screen, at place: Place, _ visit: Visit, _ error: any PresentableError
    ) async throws -> ServerResponse {
        let notice = ScreenNotice(.remark, error.fullText, nextSteps: error.nextSteps)
        let shown = Place(form.place, below: dependencies.root).flatMap { place in
            self.screen(at: place).map { ($0, place) }
        }
        let (screen, place) = shown ?? (screen, place)
        var visit = visit
        visit.counts = await counts(for: visit)
        // What is in the way of the one may be in the way of the other.
        guard let contents = try? await screen.show(screenRequest(screen.route, place, visit)) else {
            return response(to: visit, about: Self.waits, notice, status: .ok)
        }
        return try response(
            contents, of: screen, at: place, to: visit, ReturnedForm(notice), kept: form.kept)
    }

    private static let heldNul = LocalizedText(
        en:
            "What you wrote held a character that nobody sees and no text can have (NUL). It was taken out and nothing was "
            + "sent: look at it, and send it again.",
        es:
            "Lo que escribiste tenía un carácter que no se ve y que ningún texto puede tener (NUL). Se quitó y no se envió "
            + "nada: míralo y envíalo otra vez.")
    private static let notSent = LocalizedText(
        en: "This was not sent yet: send it when it is as you want it.",
        es: "Esto aún no se envió: envíalo cuando esté como quieres.")
    private static func anotherPerson(_ person: User) -> LocalizedText {
        LocalizedText(
            en: "Meanwhile \(person.name) logged in here, so nothing was sent.",
            es: "Entretanto \(person.name) inició sesión aquí, así que no se envió nada.")
    }
    private static let keptForItsWriter = LocalizedText(
        en: "What was written is kept for whoever wrote it, and comes back when they log in.",
        es: "Lo escrito se guarda para quien lo escribió, y volverá cuando inicie sesión.")
    private static let lost = LocalizedText(
        en: "What was written couldn't be kept: there is no room for it now.",
        es: "Lo escrito no se pudo guardar: ahora no hay sitio.")
    private static let waits = LocalizedText(en: "It waits for a connection", es: "Espera conexión")
}

extension ServerRequest {
    /// Whether a form was sent by a page of this program, and not by one from
    /// elsewhere (cross-site request forgery).
    ///
    /// Browsers say so in a field that no page can set (W3C Fetch Metadata), or
    /// name the page's origin (RFC 6454). One that says neither isn't believed.
    var isFromOwnPage: Bool {
        if let site = fields["Sec-Fetch-Site"] { return site == "same-origin" }
        guard let origin = fields["Origin"], let reachedAt else { return false }
        return origin.lowercased() == reachedAt
    }

    /// By which scheme, host and port it reached the program; nil where it named none.
    var reachedAt: String? {
        fields["Host"].map { host in "\(isSecure ? "https" : "http")://\(host.lowercased())" }
    }
}

extension HTTPProblem {
    static let foreignForm = HTTPProblem(
        status: .forbidden, code: "foreign_form",
        title: LocalizedText(
            en: "This didn't come from a page of this server.", es: "Esto no vino de una página de este servidor."),
        detail: LocalizedText(
            en: "Nothing was done. Open the page anew and send it from there.",
            es: "No se hizo nada. Abre la página de nuevo y envíalo desde ahí."))
}
