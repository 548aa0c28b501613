import CoreModels
import FoundationEssentials
import KernelTesting
import SQLStoreAPI
import Testing

/// Who keeps to more than a password, and who writes in a browser.
extension Visit {
    /// Eva has a second factor, and used one of its recovery codes.
    ///
    /// - Returns: Her authenticator's secret, all codes, and the session that the first of them began.
    func careful() async throws -> JSON {
        let access = try await prove("Eva")
        let secret = try #require(try await asking.post("/auth/factors/authenticator", bearer: access).text("secret"))
        let shown = try await asking.post(
            "/auth/factors/authenticator/confirmation", ["code": .text(try TimedCode.make(secret, at: date.value))],
            bearer: access)
        guard case .list(let codes)? = shown.member("recovery_codes"), let first = codes.first else {
            throw CancellationError()
        }
        let ticket = try #require(try await asking.logIn("eva@example.com", Self.password).body.text("ticket"))
        let session = try await asking.post(
            "/auth/login/code", ["ticket": .text(ticket), "code": first, "device": .text("desk")])
        return .object(["secret": .text(secret), "recovery_codes": .list(codes), "desk": session])
    }

    /// What somebody wrote at a browser before they logged in there as Ana; it wasn't sent.
    static let draft = "Is this the old quay?"

    /// - Returns: The cookies of her browser.
    func browser(at picture: String) async throws -> JSON {
        var browser = Browser(asking.transport)
        _ = try await browser.send("comment", at: "/p/\(picture)/comments", ["message": Self.draft])
        let page = try await browser.send(
            "sign-in", at: "/sign-in", ["email": "ana@example.com", "secret-password": Self.password])
        try #require(page.contains(Self.draft), "\(page)")
        return .object(browser.cookies.mapValues { .text($0) })
    }

    /// What people who are logged in are told of themselves.
    static let tales = [
        "/auth/me", "/auth/sessions", "/auth/notices", "/auth/factors", "/auth/passkeys", "/auth/ways-in",
    ]

    /// What each of them is told by the server.
    func told(_ bearers: [String]) async throws -> JSON {
        var told: [JSON] = []
        for bearer in bearers {
            for path in Self.tales {
                let answer = try await asking.get(path, bearer: bearer)
                told.append(.object(["bearer": .text(bearer), "path": .text(path), "answer": answer]))
            }
        }
        return .list(told)
    }
}
