public import HTTPServingAPI

extension RouteTag {
    /// What makes, proves and shows accounts.
    public static let accounts = RouteTag("Accounts", "Make an account, prove its address, look at it.")
}

extension Schema {
    /// An account, as its owner sees it.
    public static var user: Schema {
        Schema.object(
            .required("id", .uuid), .required("name", .string), .required("email", .emailAddress),
            .required("email_verified", .boolean, "Whether the person has proved the address."),
            .required("created_at", .dateTime)
        ).named("User")
    }

    /// The address of an account.
    public static var emailAddress: Schema {
        Schema.string.with("format", "email").described(
            "The `addr-spec` of RFC 5321 without quoted local parts and address literals; UTF-8 is fine (RFC 6531)."
        ).named("EmailAddress")
    }
}

extension JSONValue {
    /// An example of an account.
    ///
    /// - Parameter isVerified: Whether the person has proved the address.
    public static func user(isVerified: Bool = true) -> JSONValue {
        [
            "created_at": "2026-11-21T09:37:21Z", "email": "ana@example.com", "email_verified": .boolean(isVerified),
            "id": "30cdff11-69bd-482c-b3ee-259005b57387", "name": "Ana",
        ]
    }
}
