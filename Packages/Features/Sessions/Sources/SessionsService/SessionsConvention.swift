package import HTTPServingAPI
import HTTPTypes
import SessionsContract
import SessionsServiceAPI

/// What credentials mean for a route, in the description of the API.
package struct SessionsConvention: HTTPConvention {
    private let asksForProof: @Sendable () -> Bool

    /// - Parameter asksForProof: Whether people have to prove their address.
    package init(asksForProof: @escaping @Sendable () -> Bool = { true }) {
        self.asksForProof = asksForProof
    }

    package func complete(_ description: inout RouteDescription, of route: Route) {
        switch route.access {
        case .everybody: return
        case .everybodyOrSession:
            description.credentials = .bearer(isRequired: false)
            description.add(.invalidCredentials)
        case .everybodyOrMembers:
            description.credentials = .bearer(isRequired: false)
            description.add(.unauthorized)
        case .session, .provedSession:
            description.credentials = .bearer(isRequired: true)
            description.add(.unauthorized)
        }
        if route.access == .provedSession, asksForProof() { description.add(.addressNotProved) }
    }

    package func section(for routes: [Route]) -> ConventionSection? {
        ConventionSection(
            "Credentials",
            """
            `Authorization: Bearer` with the access token of a session; tokens in addresses or bodies are not looked at.
            Credentials that don't hold are refused by every operation that lists them, also where none are needed (RFC
            6750, section 3.1); what anybody may have says so.
            """)
    }
}

extension RouteCredentials {
    fileprivate static func bearer(isRequired: Bool) -> RouteCredentials {
        RouteCredentials(
            "bearer",
            [
                "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
                "description": """
                The access token of a session: a JWT by RFC 9068 (`at+jwt`), signed with ES256, valid for
                `tokens.access_lifetime` (300 s) and refused as soon as its session is over. Its claims are `iss`,
                `aud`, `sub`, `client_id`, `sid`, `iat`, `exp`, `auth_time`, `amr`, `acr`, `jti` and `scope`, and `cnf`
                with `jkt` when it is bound to a key: then the scheme is `DPoP`. `auth_time`, `amr` and `acr` say what
                the person proved in the session, and are left out where a typed code let it in.
                """,
            ], isRequired: isRequired)
    }
}

extension RouteAnswer {
    fileprivate static let unauthorized = RouteAnswer.problem(
        .tokenExpired, "There are no credentials (`authentication_required`), or they don't hold.", codes: .sessions,
        fields: [.challenge]
    ).named("Unauthorized")

    fileprivate static let invalidCredentials = RouteAnswer.problem(
        .sessionEnded, "There are credentials, and they don't hold.", codes: .sessions, fields: [.challenge]
    ).named("InvalidCredentials")

    fileprivate static let addressNotProved = RouteAnswer.problem(
        .emailNotVerified, "The person has not proved the address (`email_not_verified`).", codes: .sessions
    ).named("AddressNotProved")
}

extension ProblemCodes {
    fileprivate static let sessions = ProblemCodes(
        "Sessions", SessionsCode.self, "what credentials cause on any route.")
}

extension RouteField {
    fileprivate static let challenge = RouteField(
        .wwwAuthenticate,
        "`Bearer` where there were no credentials, else with `error=\"invalid_token\"` (RFC 6750, section 3).",
        example: "Bearer realm=\"essential\", error=\"invalid_token\", error_description=\"The access token expired.\""
    ).named("Challenge")
}
