public import HTTPServingAPI
public import HTTPTypes

extension RouteAnswer {
    /// A page that is what somebody came for.
    public static var page: RouteAnswer {
        .page(.ok, "A page for browsers, of one language.").named("Page")
    }

    /// A page.
    ///
    /// - Parameters:
    ///   - status: Its status.
    ///   - text: When it is answered, and what it says; in Markdown.
    public static func page(_ status: HTTPStatus, _ text: String) -> RouteAnswer {
        RouteAnswer(status, text, .html, fields: [.contentLanguage])
    }
}

extension RouteBody {
    /// What the form of a page sends, as ``HTTPServingAPI/ServerRequest/decodeForm()``
    /// reads it.
    public static func form(_ schema: Schema) -> RouteBody {
        RouteBody(
            .urlEncodedForm, schema, refusals: [.malformedForm, .bodyTooLarge, .unsupportedMediaType(.urlEncodedForm)])
    }
}

extension RouteAnswer {
    fileprivate static var malformedForm: RouteAnswer {
        .problem(.badRequest(), "The address or the form can't be read (`bad_request`).", codes: .common)
            .named("MalformedForm")
    }
}

extension RouteDescription {
    /// The description of ``WebIcon``'s route.
    public static var getIcon: RouteDescription {
        RouteDescription(
            "getIcon", .operations, "The sign of the product",
            answers: [
                RouteAnswer(
                    .ok, "The sign, which browsers show beside the name of a page.", .svg,
                    fields: [
                        RouteField(
                            .cacheControl, "Anybody may keep it for a day.", .constant("public, max-age=86400"))
                    ])
            ])
    }
}
