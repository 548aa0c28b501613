import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import Testing

/// A screen that isn't there for everybody.
struct HiddenScreensTests {
    private let stage: FormStage
    private let fields: HTTPFields

    init() async throws {
        stage = try FormStage()
        _ = try await stage.send("/sign-in", "_form=sign-in")
        fields = stage.fields(showing: try #require(stage.browsers.tokens.current.last))
    }

    private func answer(
        _ method: HTTPMethod, _ path: String, _ body: String = "", _ fields: HTTPFields
    ) async -> (status: HTTPStatus, fields: HTTPFields, text: String) {
        let response = await stage.router.respond(
            to: .sample(method, path, fields: fields, body: Data(body.utf8)))
        guard case .bytes(let bytes) = response.body else { return (response.status, response.fields, "") }
        return (response.status, response.fields, String(decoding: bytes, as: UTF8.self))
    }

    @Test(.requirement("ADMIN-03")) func toOthersItsAddressIsOneThatNoScreenHas() async throws {
        for fields in [fields, FormStage.own] {
            for (method, body) in [
                (HTTPMethod.get, ""), (.put, ""), (.delete, ""), (.options, ""), (.post, "_form=hide"),
                (.post, "nonsense"),
                (.post, "_form=hide&text=" + String(repeating: "x", count: 100_000)),
            ] {
                let here = await answer(method, "/hidden/1", body, fields)
                let escaped = await answer(method, "/%68idden/1", body, fields)
                let nowhere = await answer(method, "/nowhere/1", body, fields)
                #expect(here == nowhere && escaped == nowhere && here.status == .notFound, "\(method)")
                let broken = await answer(method, "/hidden/%00", body, fields)
                #expect(broken == (await answer(method, "/nowhere/%00", body, fields)), "\(method)")
            }
        }
        var foreign = fields
        foreign["Sec-Fetch-Site"] = "cross-site"
        #expect(
            await answer(.post, "/hidden/1", "_form=hide", foreign)
                == (await answer(.post, "/nowhere/1", "_form=hide", foreign)))
    }

    @Test(.requirement("ADMIN-03")) func whoItIsThereForSeesItUntilItIsNot() async throws {
        stage.isThere.withLock { $0 = true }
        #expect(await answer(.get, "/hidden/1", fields).status == .ok)
        #expect(await answer(.get, "/hidden/1", FormStage.own).status == .notFound, "nobody is signed in")
        let late = await answer(.post, "/hidden/1", "_form=hide", fields)
        #expect(late == (await answer(.post, "/nowhere/1", "_form=hide", fields)))
    }

    private func answer(
        _ method: HTTPMethod, _ path: String, _ fields: HTTPFields
    ) async -> (status: HTTPStatus, fields: HTTPFields, text: String) {
        await answer(method, path, "", fields)
    }

    @Test(.requirement("ADMIN-04")) func whoLoggedInTooLongAgoDoesSoOnceMoreAndComesBack() async throws {
        stage.isThere.withLock { $0 = true }
        let page = await answer(.get, "/hidden/recent", fields)
        #expect(page.status == .ok && page.text.contains("log in once more"))
        #expect(page.text.contains(#"action="/sign-in?then=%2Fhidden%2Frecent""#))
        let signedIn = try await stage.send("/sign-in?then=%2Fhidden%2Frecent", "_form=sign-in", fields)
        #expect(signedIn.response.fields[.location] == "/hidden/recent")
    }
}
