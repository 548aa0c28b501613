import CoreModels
package import HTTPServingAPI
import HTTPTypes
import Locking

/// What somebody typed into the form that is being answered: whatever page says
/// that nothing was done gives it back, to be copied and used again.
///
/// Only forms of this program's own pages count, so no other site can have a page
/// of ours show what it likes. Nothing is done with it, and secrets aren't part of
/// it.
package enum TypedTexts {
    /// Nil within where the form isn't read, and may hold anything.
    @TaskLocal private static var kept: Locked<[String]?>?

    /// What was typed; nothing where no form is being answered.
    static var current: [String] { read ?? [] }

    /// Whether a form holds what nobody here knows, as one that is too large: the browser
    /// still has it.
    static var areUnread: Bool { read == nil }

    private static var read: [String]? { kept.flatMap { $0.current } }

    /// Notes what a form holds.
    static func note(_ form: SubmittedForm) {
        kept?.withLock { $0 = form.written }
    }

    /// Has an answer to a form that nobody reads give back what was typed.
    package static func givingBack(
        _ request: ServerRequest, _ answer: @Sendable () async -> ServerResponse
    ) async -> ServerResponse {
        guard request.isOwnForm else { return await answer() }
        // What can't be read can't be given back.
        let form = try? await SubmittedForm(request)
        return await $kept.withValue(Locked(form?.written), operation: answer)
    }

    /// Has all answers to forms, by whomever, give back what was typed.
    ///
    /// What comes with files is read once, by the screen: before that it isn't known.
    struct Middleware: HTTPMiddleware {
        func concerns(_ request: ServerRequest) -> Bool { request.isOwnForm }

        func respond(
            to request: ServerRequest, next: @escaping @Sendable (ServerRequest) async -> ServerResponse
        ) async throws -> ServerResponse {
            var request = request, written: [String]?
            if request.isEncodedForm, (request.body.declaredLength ?? .max) <= SubmittedForm.encodedLimit {
                let body = try await request.body.collect(upTo: SubmittedForm.encodedLimit)
                written = SubmittedForm(sent: String(decoding: body, as: UTF8.self))?.written
                request.body = .bytes(body).limited(to: request.body.limit)
            }
            let sent = request
            return await $kept.withValue(Locked(written)) { await next(sent) }
        }
    }
}

extension ServerRequest {
    /// Whether it is a form that one of this program's pages sent.
    var isOwnForm: Bool {
        method == .post && asksForPage && isFromOwnPage
            && [.urlEncodedForm, .multipartForm].contains(fields[.contentType].flatMap { MediaType(contentType: $0) })
    }

    fileprivate var isEncodedForm: Bool {
        fields[.contentType].flatMap { MediaType(contentType: $0) } == .urlEncodedForm
    }
}
