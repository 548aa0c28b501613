public import HTTPTypes

/// What is answered to a body that can't be read.
extension RouteAnswer {
    /// 400: it isn't what it was declared as.
    static var malformedBody: RouteAnswer {
        .problem(
            .malformedJSON,
            "The body isn't JSON in UTF-8 (`malformed_json`), or ended early (`incomplete_body`).", codes: .common
        ).named("MalformedBody")
    }

    /// 413: there is more of it than the route takes.
    public static var bodyTooLarge: RouteAnswer {
        .problem(.bodyTooLarge(limit: 16 * 1024), "The body is larger than this route accepts.", codes: .common)
            .named("BodyTooLarge")
    }

    /// 415: it is declared as something else.
    public static func unsupportedMediaType(_ expected: MediaType) -> RouteAnswer {
        let names: [MediaType: String] = [.json: "Body", .urlEncodedForm: "Form", .multipartForm: "Multipart"]
        return .problem(
            .unsupportedMediaType(expected: expected),
            """
            The body isn't declared as `\(expected)` (`unsupported_media_type`), or is compressed \
            (`unsupported_content_coding`).
            """, codes: .common,
            fields: [
                RouteField(.accept, "The type that is accepted.", .constant(expected.description)),
                RouteField("Accept-Encoding", "The content coding that is accepted.", .constant("identity")),
            ]
        ).named("Unsupported\(names[expected] ?? "MediaType")")
    }

    /// 422: a member is missing or of the wrong form.
    static var invalidBody: RouteAnswer {
        .invalidData(
            .invalidData([.required(pointer: "/email")]),
            "A member is missing (`required`) or of the wrong form (`wrong_type`).", codes: .commonFieldCode
        ).named("InvalidBody")
    }
}
