import HTTPServingAPI
import HTTPTypes

/// What the router does for every route, in the description of the API.
struct RouterConvention {
    /// Adds what follows from the route before anybody else is asked.
    func begin(_ description: inout RouteDescription, of route: Route) {
        for refusal in description.body?.refusals ?? [] { description.add(refusal) }
        // Whatever the handler makes of a body, the router looks at it before.
        if description.body != nil || Self.methodsWithContent.contains(route.method) {
            for refusal in [RouteAnswer.bodyTooLarge, .unsupportedContentCoding]
            where !description.answers.contains(where: { $0.status == refusal.status }) {
                description.add(refusal)
            }
        }
        if !description.answers.contains(where: { $0.status == .badRequest }) { description.add(.badRequest) }
        guard let whole = description.answers.first(where: { $0.has(.eTag) }) else { return }
        description.add(.ifNoneMatch)
        description.add(.notModified)
        description.add(.preconditionFailed)
        guard whole.has(.acceptRanges) else { return }
        description.add(.range)
        description.add(.ifRange)
        description.add(
            whole.part(
                "A part of what is asked for.",
                fields: [RouteField(.contentRange, "Which part of how many bytes.", example: "bytes 0-65535/143202")]))
        description.add(.rangeNotSatisfiable)
    }

    /// Those whose requests may have a body (RFC 9110, section 9.3); of others
    /// it means nothing.
    private static let methodsWithContent: Set<HTTPMethod> = [.post, .put, .patch]

    /// Adds what every answer has.
    func end(_ description: inout RouteDescription) {
        for index in description.answers.indices { complete(&description.answers[index]) }
        // Whose texts are for people: of an address that can't be read nobody is told.
        if description.answers.contains(where: { $0.has(.contentLanguage) && $0.name != RouteAnswer.badRequest.name }) {
            description.add(.acceptLanguage)
        }
    }

    private func complete(_ answer: inout RouteAnswer) {
        answer.fields.insert(.requestID, at: 0)
        if answer.status.isSuccess, !answer.contents.isEmpty, !answer.has(.cacheControl) {
            answer.fields.append(.noStore)
        }
    }

    // MARK: What there is to tell people

    let sections = [
        ConventionSection(
            "Conventions",
            """
            JSON in UTF-8, `snake_case`, members in alphabetical order. Times are ISO 8601 in UTC, whole seconds;
            identifiers are UUIDs in lower case. Clients ignore members that they don't know. All paths hang below the
            address of the server, path included (`server.public_url`).
            """),
        ConventionSection(
            "Errors",
            """
            `application/problem+json` (RFC 9457) with a stable `code` for programs; `title`, `detail` and the reasons
            in `errors` are for people and follow `Accept-Language` (`en`, `es`). Besides the answers listed with each
            operation, any request can be answered with the codes of `CommonCode`: 400 `bad_request`, 404 `not_found`,
            405 `method_not_allowed` (with `Allow`), 413 `body_too_large`, 414 `uri_too_long`, 431 `headers_too_large`,
            500 `internal_error`, 501 `not_implemented`, 503 `unavailable` and 507 `storage_full` (both with
            `Retry-After`; nothing was confirmed), 505 `version_not_supported`. Who asks for `text/html` gets them as
            pages, with the same status and fields.
            """, mentions: [ProblemCodes.common.codes]),
        ConventionSection(
            "Every answer",
            """
            Carries `X-Request-ID`, under which the server logged the request, and `X-Content-Type-Options: nosniff`,
            `Referrer-Policy: no-referrer`, `Cross-Origin-Resource-Policy: same-origin` and a `Content-Security-Policy`
            that allows nothing; over TLS also `Strict-Transport-Security`. Answers are `Cache-Control: no-store` unless
            another value is given. `HEAD` is answered wherever `GET` is, and `OPTIONS` with `Allow`.
            """),
    ]
}

extension RouteAnswer {
    fileprivate func has(_ field: HTTPFieldName) -> Bool { fields.contains { $0.name == field } }

    fileprivate static let badRequest = RouteAnswer.problem(
        .badRequest(), "The address can't be read: a broken escape, or not UTF-8 (`bad_request`).", codes: .common
    ).named("BadRequest")

    fileprivate static let unsupportedContentCoding = RouteAnswer.problem(
        .unsupportedContentCoding, "The body is compressed (`unsupported_content_coding`).", codes: .common,
        fields: [RouteField("Accept-Encoding", "The content coding that is accepted.", .constant("identity"))]
    ).named("UnsupportedContentCoding")

    fileprivate static let notModified = RouteAnswer(
        .notModified, "Nothing has changed since the `ETag` in `If-None-Match`.", fields: [.eTag]
    ).named("NotModified")

    fileprivate static let preconditionFailed = RouteAnswer.problem(
        .preconditionFailed, "The `ETag` in `If-Match` is another one.", codes: .common
    ).named("PreconditionFailed")

    fileprivate static let rangeNotSatisfiable = RouteAnswer.problem(
        .rangeNotSatisfiable(length: 143_202), "The range lies outside of the content.", codes: .common,
        fields: [RouteField(.contentRange, "How many bytes there are.", example: "bytes */143202")]
    ).named("RangeNotSatisfiable")
}

extension RouteParameter {
    fileprivate static let ifNoneMatch = RouteParameter.header(
        "If-None-Match", "The `ETag` of what is there already; 304 if nothing has changed."
    ).named("IfNoneMatch")

    fileprivate static let range = RouteParameter.header(
        "Range", "One range of bytes (RFC 9110, section 14); of several the whole is sent.", example: "bytes=0-65535"
    ).named("Range")

    fileprivate static let ifRange = RouteParameter.header(
        "If-Range", "The `ETag` to which the range belongs; with another one the whole is sent."
    ).named("IfRange")
}
