import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import CryptographyTesting
import ExternalProvidersContract
import ExternalProvidersService
import ExternalProvidersTesting
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import SQLStoreAPI
import Testing

/// Signing in with Facebook, as its documentation has it.
struct FacebookTests {
    private struct Stage {
        let server: ProviderServerSuite
        let facebook: ScriptedFacebook

        init() async throws {
            var made: ScriptedFacebook?
            server = try await ProviderServerSuite(named: "facebook") { date, file in
                let facebook = try ScriptedFacebook(now: date.now)
                made = facebook
                return (facebook.provider, ["client_secret_file": try file(facebook.provider.secret)])
            }
            facebook = try #require(made)
        }

        /// Somebody who has linked Facebook, and a session that began by it.
        func linked() async throws -> (user: User, session: Secret) {
            let (user, token) = try await server.register()
            let offer = try #require(
                try await server.signIn(by: token).decode(ExternalProvidersContract.Outcome.self).offer)
            let link = try await server.send(
                .post, ExternalProvidersContract.waysPath,
                ExternalProvidersContract.Acceptance(attempt: offer.attempt), by: token)
            #expect(link.status == .created)
            return (user, try await signIn())
        }

        func signIn() async throws -> Secret {
            server.accounts.date.advance(by: .seconds(1))
            let outcome = try await server.signIn().decode(ExternalProvidersContract.Outcome.self)
            return try #require(outcome.token?.accessToken)
        }

        func tell(_ what: String, _ request: String) async throws -> ProviderServerSuite.Reply {
            try await server.send(
                "/auth/providers/facebook/\(what)", "signed_request=\(request)",
                as: "application/x-www-form-urlencoded")
        }

        func request(of subject: String = "218471") throws -> String {
            try facebook.signedRequest(of: subject, at: server.accounts.date.now())
        }
    }

    @Test(.requirement("EXT-03", "EXT-12")) func leadsIntoWhatIsLinked() async throws {
        let stage = try await Stage()
        let begun = try await stage.server.begin()
        #expect(begun.address.hasPrefix("https://www.facebook.com/dialog/oauth?response_type=code&"))
        let (user, token) = try await stage.linked()
        #expect(try await stage.server.isIn(token))
        #expect(try await stage.server.signIn().decode(ExternalProvidersContract.Outcome.self).user?.id == user.id)
        #expect(stage.server.provider.count(of: "/me") == 3)
    }

    /// It says of no address whether it is the person's.
    @Test(.requirement("EXT-03", "EXT-05"), arguments: [false, true]) func makesNoAccount(hasToken: Bool) async throws {
        let stage = try await Stage()
        stage.server.provider.says {
            $0.givesIDTokens = hasToken
            $0.userInfo?["email_verified"] = .bool(true)
            $0.userInfo?["verified"] = .bool(true)
        }
        let reply = try await stage.server.signIn()
        #expect(reply.status == .forbidden && reply.code == "address_not_vouched")
        #expect(try await stage.server.counts() == [0, 0, 0, 0])
    }

    @Test(.requirement("EXT-03")) func believesATokenWhereThereIsOne() async throws {
        let stage = try await Stage(), (user, _) = try await stage.linked()
        stage.server.provider.says { $0.givesIDTokens = true }
        #expect(try await stage.server.signIn().decode(ExternalProvidersContract.Outcome.self).user?.id == user.id)
        // One of somebody else's attempt is none.
        stage.server.provider.says { $0.claims["nonce"] = .text("other") }
        #expect(try await stage.server.signIn().code == "answer_not_believed")
    }

    struct Refused: CustomTestStringConvertible, Sendable {
        let name: String
        let code: String
        let change: @Sendable (inout ScriptedProvider.Script) -> Void

        var testDescription: String { name }
    }

    private static func error(_ code: Int, _ status: HTTPStatus = .badRequest) -> HTTPResponse {
        let body = #"{"error":{"message":"x","type":"OAuthException","code":\#(code),"fbtrace_id":"x"}}"#
        return HTTPResponse(status: status, fields: [.contentType: "application/json"], body: Data(body.utf8))
    }

    static let refused: [Refused] = [
        Refused(name: "a used code", code: "attempt_over") { $0.answers["/oauth/access_token"] = error(100) },
        Refused(name: "a wrong secret", code: "provider_refused") { $0.answers["/oauth/access_token"] = error(101) },
        Refused(name: "too much", code: "provider_unavailable") { $0.answers["/oauth/access_token"] = error(4) },
        Refused(name: "no token", code: "provider_refused") {
            $0.answers["/oauth/access_token"] = HTTPResponse(status: .ok, body: Data("{}".utf8))
        },
        Refused(name: "nobody", code: "provider_refused") { $0.userInfo = [:] },
        Refused(name: "no name of a person", code: "provider_refused") { $0.userInfo = ["id": .text("")] },
        Refused(name: "a number", code: "provider_refused") { $0.userInfo = ["id": .number(1)] },
        Refused(name: "a token that is over", code: "provider_refused") { $0.answers["/me"] = error(190) },
        Refused(name: "a failure", code: "provider_unavailable") {
            $0.answers["/me"] = error(2, .internalServerError)
        },
    ]

    @Test(.requirement("EXT-08", "EXT-13"), arguments: refused) func tellsWhatIsWrong(_ refused: Refused) async throws {
        let stage = try await Stage()
        stage.server.provider.says(refused.change)
        #expect(try await stage.server.signIn().code == refused.code)
        #expect(try await stage.server.counts() == [0, 0, 0, 0])
    }

    // MARK: What it tells

    /// The one example of a signed request that Facebook published, for the secret
    /// `secret`.
    @Test(.requirement("EXT-11")) func knowsThePublishedSignature() throws {
        let published =
            "vlXgu64BQGFSQrY0ZcJBZASMvYvTHu9GQ0YM9rjPSso.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsIjAiOiJwYXlsb2FkIn0"
        let cryptography = try Cryptography.real()
        let key = try cryptography.keys.makeKey(copying: Secret("secret"))
        let parts = published.split(separator: ".")
        let code = try cryptography.authentication.authenticationCode(for: Data(parts[1].utf8), using: key)
        #expect(Base64URL.encode(code) == parts[0])
        // It is of nobody, which is found out only of one that is signed.
        let proofs = FacebookProofs(keys: cryptography.keys, authentication: cryptography.authentication)
        #expect(throws: ProviderFailure.untrusted(reason: "a signed request of another form")) {
            try proofs.read(published, Secret("secret"), now: Date())
        }
        #expect(throws: ProviderFailure.untrusted(reason: "wrong signature")) {
            try proofs.read(published, Secret("Secret"), now: Date())
        }
    }

    @Test(.requirement("EXT-11")) func whoRemovesTheServerThereIsLoggedOutAndUnlinked() async throws {
        let stage = try await Stage(), (user, token) = try await stage.linked()
        #expect(try await stage.tell("deauthorization", stage.request(of: "1")).status == .ok)
        #expect(try await stage.server.isIn(token))
        let request = try stage.request()
        for _ in 0..<2 { #expect(try await stage.tell("deauthorization", request).status == .ok) }
        #expect(try await !stage.server.isIn(token))
        #expect(try await stage.server.counts().prefix(2) == [1, 0])
        let letters = stage.server.mail.messages
        #expect(letters.map(\.template.name) == ["provider-linked", "provider-withdrawn"])
        #expect(letters.last?.recipient == user.email)
        // What can be linked can be linked again.
        #expect(try await stage.server.signIn().code == "address_not_vouched")
    }

    @Test(.requirement("EXT-11")) func whatIsToBeDeletedIsDeletedAndCanBeAskedFor() async throws {
        let stage = try await Stage(), (_, token) = try await stage.linked()
        let request = try stage.request()
        let reply = try await stage.tell("deletion", request)
        let receipt = try reply.decode(ExternalProvidersContract.DeletionReceipt.self)
        #expect(receipt.url == "https://essential.test/data-deletion/\(receipt.code)")
        #expect(receipt.code.utf8.count == 32 && receipt.code.allSatisfy { $0.isHexDigit })
        #expect(try await !stage.server.isIn(token))
        #expect(try await stage.server.counts().prefix(2) == [1, 0])
        #expect(stage.server.mail.messages.last?.template.name == "provider-withdrawn")
        // Nothing of the person there is left.
        let kept = try await stage.server.accounts.database.read { db in
            try db.rows("SELECT code, provider FROM provider_deletions") { row in
                try [row[0, as: String.self], row[1, as: String.self]]
            }
        }
        #expect(kept == [[receipt.code, "facebook"]])
        #expect(try await stage.server.counts()[3] == 0)
        let status = try await stage.server.send(.get, ExternalProvidersContract.deletionStatusPath(of: receipt.code))
        let deletion = try status.decode(ExternalProvidersContract.Deletion.self)
        #expect(deletion.title == "Facebook" && deletion.deletedAt == stage.server.accounts.date.now())
        // The same request is the same receipt, and another one another.
        let again = try await stage.tell("deletion", request).decode(ExternalProvidersContract.DeletionReceipt.self)
        #expect(again.code == receipt.code)
        stage.server.accounts.date.advance(by: .seconds(1))
        let other = try await stage.tell("deletion", stage.request()).decode(
            ExternalProvidersContract.DeletionReceipt.self)
        #expect(other.code != receipt.code)
        for code in ["", "x", String(repeating: "0", count: 32), receipt.code.uppercased() + "0"] {
            #expect(try await stage.server.send(.get, "/auth/provider-deletions/\(code)").status == .notFound)
        }
    }

    @Test(.requirement("EXT-11")) func believesOnlyFacebook() async throws {
        let stage = try await Stage(), (_, token) = try await stage.linked()
        let time = Int(stage.server.accounts.date.now().timeIntervalSince1970)
        let right = try stage.request(), parts = right.split(separator: ".").map(String.init)
        func signed(_ payload: String) throws -> String { try stage.facebook.signedRequest(payload) }
        let wrong = try [
            "", ".", "x", parts[0], ".\(parts[1])", "\(parts[0]).", "\(right).\(parts[1])", "\(parts[0]).\(parts[0])",
            "\(parts[0].dropLast()).\(parts[1])", right + "=", String(repeating: "A", count: 9_000),
            signed(#"{"algorithm":"HMAC-SHA1","issued_at":\#(time),"user_id":"218471"}"#),
            signed(#"{"issued_at":\#(time),"user_id":"218471"}"#),
            signed(#"{"algorithm":"HMAC-SHA256","user_id":"218471"}"#),
            signed(#"{"algorithm":"HMAC-SHA256","issued_at":\#(time)}"#),
            signed(#"{"algorithm":"HMAC-SHA256","issued_at":\#(time),"user_id":218471}"#),
            signed(#"{"algorithm":"HMAC-SHA256","issued_at":\#(time),"user_id":""}"#),
            signed(#"{"algorithm":"HMAC-SHA256","issued_at":\#(time + 120),"user_id":"218471"}"#),
            signed(#"{"algorithm":"HMAC-SHA256","issued_at":\#(time - 31 * 86_400),"user_id":"218471"}"#),
            signed(#"{"algorithm":"HMAC-SHA256","issued_at":1e300,"user_id":"218471"}"#), signed(""), signed("[]"),
            signed(String(repeating: "[", count: 4_000)),
        ]
        for what in ["deauthorization", "deletion"] {
            for request in wrong {
                let reply = try await stage.tell(what, request)
                #expect(reply.status == .badRequest && reply.code == "notice_refused", "\(request.prefix(80))")
            }
        }
        #expect(try await stage.server.isIn(token))
        let other = try await ProviderServerSuite()
        for what in ["deauthorization", "deletion"] {
            let reply = try await other.send(
                "/auth/providers/acme/\(what)", "signed_request=\(right)", as: "application/x-www-form-urlencoded")
            #expect(reply.code == "unknown_provider")
        }
    }
}
