import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes

/// Answers clients of Supabase Auth, below a path of their own.
///
/// The routes have no description: Supabase describes its interface, and `docs/features` says
/// what differs here.
struct SupabaseRoutes: Sendable {
    /// What stands before the paths of their interface.
    static let path = "/auth/v1"

    let own: OwnInterface
    let tokens: SupabaseTokens
    let sessions: SupabaseSessions
    let random: any RandomSource
    /// What can be done here.
    let offer: SupabaseOffer

    var all: [Route] {
        [
            route(.post, "/signup") { try await signUp($0) },
            route(.post, "/token") { try await grantTokens($0) },
            route(.post, "/logout") { try await sessions.logOut($0) },
            route(.get, "/user") { try await user($0) },
            route(.put, "/user") { try await change($0) },
            route(.post, "/recover") { try await recover($0) },
            route(.post, "/resend") { try await resend($0) },
            route(.post, "/verify") { try await verify($0) },
            route(.get, "/settings") { _ in try .json(offer) },
            route(.get, "/health") { _ in try .json(SupabaseOffer.health) },
            route(.get, "/.well-known/jwks.json") { request in
                .bytes(try await own.ask(.get, "/.well-known/jwks.json", for: request).body, type: .json)
            },
        ]
            + UnsupportedRoute.all.map { unsupported in
                route(unsupported.method, unsupported.path) { _ in throw unsupported.problem }
            }
    }

    private func route(_ method: HTTPMethod, _ path: String, handler: @escaping Route.Handler) -> Route {
        // Nothing is kept for a key that nobody of theirs sends: answers hold tokens.
        Route(method, Self.path + path, bodyLimit: 16 * 1024, repetition: .ownRules) { request in
            do {
                return try await handler(request)
            } catch let refusal as OwnInterface.Refusal {
                return refusal.response
            }
        }
    }

    // MARK: Coming in

    private func signUp(_ request: ServerRequest) async throws -> ServerResponse {
        let body = try await request.decodeJSON(SupabaseRequest.self)
        let email = try body.address(or: .noAnonymousAccounts)
        let answer: OwnInterface.Answer
        do {
            answer = try await own.send(
                OwnMessage(
                    ["name": try body.name ?? nameOfNobody(), "email": email], secrets: ["password": body.password]),
                to: "/auth/register", for: request)
        } catch let refusal as OwnInterface.Refusal where refusal.response.status == .notFound {
            throw HTTPProblem.signUpDisabled
        }
        guard answer.status == .created else {
            // Whether somebody has the address isn't told: what everybody is answered has an
            // identifier of nobody.
            return try .json(
                SupabaseUser(named: UUID().uuidString.lowercased(), email: email, at: tokens.now()), fields: .noStore)
        }
        return try await session(try answer.read(OwnLogin.self))
    }

    /// Others see names, and nobody's address is to be one; as for those who come from there
    /// without a name (`essentiald import supabase`).
    private func nameOfNobody() throws -> String { "Person \(try random.bytes(4).hexadecimal)" }

    private func grantTokens(_ request: ServerRequest) async throws -> ServerResponse {
        switch request.query["grant_type"] {
        case "password":
            let body = try await request.decodeJSON(SupabaseRequest.self)
            return try await logIn(
                try body.address(or: .addressNeeded), body.password, captcha: body.captcha, request)
        case "refresh_token":
            let body = try await request.decodeJSON(SupabaseRequest.self)
            let message = OwnMessage(secrets: ["refresh_token": body.refreshToken])
            let grant = try await own.send(message, to: "/auth/refresh", for: request).read(OwnTokens.self).token
            // If this fails, the refresh token of before is granted the same again.
            let user = try await own.ask(.get, "/auth/me", for: request, with: grant.accessToken).read(User.self)
            return try .json(try await tokens.session(grant, of: user), fields: .noStore)
        default: throw HTTPProblem.otherGrant
        }
    }

    private func logIn(
        _ email: String, _ password: Secret?, captcha: Secret?, _ request: ServerRequest
    ) async throws -> ServerResponse {
        let message = OwnMessage(["email": email], secrets: ["password": password, "captcha": captcha])
        return try await session(try await own.send(message, to: "/auth/login", for: request).read(OwnLogin.self))
    }

    /// The session of who came in, or the person alone where none began.
    private func session(_ login: OwnLogin) async throws -> ServerResponse {
        guard let grant = login.token else { return try .json(SupabaseUser(login.user), fields: .noStore) }
        return try .json(try await tokens.session(grant, of: login.user), fields: .noStore)
    }

    // MARK: The account

    private func user(_ request: ServerRequest) async throws -> ServerResponse {
        let token = try await tokens.session(of: request)
        let user = try await own.ask(.get, "/auth/me", for: request, with: token).read(User.self)
        return try .json(SupabaseUser(user), fields: .noStore)
    }

    private func change(_ request: ServerRequest) async throws -> ServerResponse {
        let credentials = try await tokens.credentials(of: request)
        let body = try await request.decodeJSON(SupabaseRequest.self)
        guard body.email == nil, body.phone == nil else { throw HTTPProblem.addressChange }
        let name = try body.name
        switch (credentials, body.password, name) {
        case (.recovery(let proof), let password?, nil):
            try await own.send(proof.message(newPassword: password), to: "/auth/password/reset", for: request)
            return try .json(nobody(at: proof.address), fields: .noStore)
        case (.session(let token), let password?, nil):
            return try await sessions.changePassword(to: password, knowing: body.currentPassword, token, request)
        case (.session(let token), nil, let name?):
            let answer = try await own.send(
                OwnMessage(["name": name]), to: "/auth/me/name", by: .put, for: request, with: token)
            return try .json(SupabaseUser(try answer.read(User.self)), fields: .noStore)
        default: throw HTTPProblem.oneChangeAtATime
        }
    }

    // MARK: Messages

    private func recover(_ request: ServerRequest) async throws -> ServerResponse {
        let body = try await request.decodeJSON(SupabaseRequest.self)
        let message = OwnMessage(
            ["email": try body.address(or: .addressNeeded)], secrets: ["captcha": body.captcha])
        try await own.send(message, to: "/auth/password/recovery", for: request)
        return try .json([String: String](), fields: .noStore)
    }

    private func resend(_ request: ServerRequest) async throws -> ServerResponse {
        let body = try await request.decodeJSON(SupabaseRequest.self)
        guard body.type == "signup" else { throw HTTPProblem.otherProof }
        let email = try body.address(or: .addressNeeded)
        try await own.send(OwnMessage(["email": email]), to: "/auth/verification/resend", for: request)
        return try .json([String: String](), fields: .noStore)
    }

    private func verify(_ request: ServerRequest) async throws -> ServerResponse {
        let body = try await request.decodeJSON(SupabaseRequest.self)
        switch body.type {
        case "recovery": return try await checkRecovery(body, request)
        case "signup", "email": return try await confirmAddress(body, request)
        default: throw HTTPProblem.otherProof
        }
    }

    /// What is proved lets choose a password; what is got for it says nothing of the account,
    /// which may ask for a second factor.
    private func checkRecovery(_ body: SupabaseRequest, _ request: ServerRequest) async throws -> ServerResponse {
        guard let proof = RecoveryProof(body) else { throw HTTPProblem.proofMissing }
        do {
            try await own.send(proof.message(), to: "/auth/password/reset", for: request)
        } catch let refusal as OwnInterface.Refusal {
            // It counts, as nothing is missing but the password.
            guard OwnProblem(refusal.response)?.misses("/new_password") == true else { throw refusal }
        }
        // For so long a code counts (ASVS 6.5.5); whether it does is asked when a password comes.
        let seconds = 600
        return try .json(
            SupabaseSession(
                accessToken: try proof.token(), refreshToken: Secret("recovery"), expiresIn: seconds,
                expiresAt: Int(tokens.now().timeIntervalSince1970) + seconds, user: nobody(at: proof.address)),
            fields: .noStore)
    }

    /// Confirms an address by who knows the account (ADR 0072).
    ///
    /// That is its session, or its password, which is sent besides; who sends that is logged in
    /// then, if nothing else is asked for.
    private func confirmAddress(_ body: SupabaseRequest, _ request: ServerRequest) async throws -> ServerResponse {
        guard body.token != nil || body.tokenHash != nil else { throw HTTPProblem.proofMissing }
        let texts = ["email": body.email, "code": body.token, "token": body.tokenHash].compactMapValues { $0 }
        let token = body.password == nil ? try? await tokens.session(of: request) : nil
        guard body.password != nil || token != nil else { throw HTTPProblem.passwordNeeded }
        let answer: OwnInterface.Answer
        do {
            answer = try await own.send(
                OwnMessage(texts, secrets: ["password": body.password]), to: "/auth/verification", for: request,
                with: token)
        } catch let refusal as OwnInterface.Refusal
            where body.password == nil && refusal.response.status == .unauthorized
        {
            // What their clients show where nobody is logged in is the key of a project.
            throw HTTPProblem.passwordNeeded
        }
        let user = try answer.read(OwnProved.self).user
        do {
            guard let password = body.password else { return try .json(SupabaseUser(user), fields: .noStore) }
            return try await logIn("\(user.email)", password, captcha: body.captcha, request)
        } catch is OwnInterface.Refusal {
            // The address is confirmed; who comes in later is told what is in the way.
            return try .json(SupabaseUser(user), fields: .noStore)
        }
    }

    /// Somebody of whom nothing is said but what they said.
    private func nobody(at address: String) -> SupabaseUser {
        SupabaseUser(named: "00000000-0000-0000-0000-000000000000", email: address, at: tokens.now())
    }
}

extension HTTPFields {
    /// Answers hold tokens, and what is said of people.
    static let noStore: HTTPFields = [.cacheControl: "no-store"]
}

extension SupabaseRequest {
    /// The address that somebody names.
    ///
    /// - Throws: That people have no numbers here; or the other problem, where neither is named.
    func address(or problem: HTTPProblem) throws(HTTPProblem) -> String {
        guard phone ?? "" == "" else { throw HTTPProblem.noPhones }
        guard let email, !email.isEmpty else { throw problem }
        return email
    }

    /// What the person is to be called; nil where that isn't said.
    ///
    /// - Throws: That nothing else is kept of people, rather than to lose it.
    var name: String? {
        get throws(HTTPProblem) {
            var name: String?
            for (key, value) in data ?? [:] {
                switch (key, value) {
                case (_, .nothing): continue
                case ("name", .text(let text)), ("full_name", .text(let text)):
                    guard name == nil || name == text else { throw HTTPProblem.noMetadata }
                    name = text
                default: throw HTTPProblem.noMetadata
                }
            }
            return name
        }
    }
}
