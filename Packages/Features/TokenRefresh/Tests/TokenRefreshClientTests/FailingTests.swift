import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import SecureStorageAPI
import SessionsAPI
import SessionsTesting
import Testing
import TokenRefreshClient

struct FailingTests {
    @Test(.requirement("TOKEN-27")) func theServerTellsThatATokenWasCopied() async throws {
        let client = Client(Client.session(age: 1000))
        client.server.answerRefresh(.unauthorized, #"{"code":"invalid_grant","reason":"token_reuse"}"#, problem: true)
        #expect(try await client.get() == "public")
        #expect(client.store.session == nil)
        #expect(client.ends.ends == [.copied])
    }

    @Test(
        .requirement("OPS-06", "TOKEN-17"),
        arguments: [
            ("account_suspended", SessionEnd.suspended), ("ended_by_operator", .endedByOperator),
            ("account_closed", .closed(nil)), ("later", .refused),
        ]) func theServerTellsWhatAnOperatorDid(reason: String, end: SessionEnd) async throws
    {
        let session = Client.session(age: 1000), client = Client(session)
        client.server.answerRefresh(.unauthorized, #"{"code":"invalid_grant","reason":"\#(reason)"}"#, problem: true)
        #expect(try await client.get() == "public")
        #expect(client.store.session == nil && client.ends.ends == [end.ending(session.user)])
    }

    /// Only the word about the token ends a session (D17).
    @Test(.requirement("OPS-06", "TOKEN-17")) func aSuspensionThatIsToldOtherwiseEndsNoSession() async throws {
        let client = Client(Client.session(age: 1000))
        client.server.answerRefresh(.forbidden, #"{"code":"account_suspended"}"#, problem: true)
        _ = try? await client.get()
        #expect(client.store.session != nil && client.ends.ends == [])
    }

    @Test(.requirement("TOKEN-17", "TOKEN-18")) func onlyInvalidGrantEndsTheSession() async throws {
        for age in [0, 1000] as [Double] {
            let client = Client(Client.session(age: age))
            client.server.answerRefresh(.unauthorized, #"{"code":"invalid_grant"}"#, problem: true)
            #expect(try await client.get() == "public", "the request goes out without credentials")
            #expect(client.store.session == nil)
            #expect(client.ends.ends == [.refused])
            #expect(try await client.get() == "public")
            #expect(client.server.refreshes.count == 1)
        }
    }

    @Test(
        .requirement("TOKEN-19", "TOKEN-20"),
        arguments: [
            HTTPTransportError.connectivity(reason: "down"), .timedOut, .tls(reason: "expired"), .cancelled,
            .invalidResponse(reason: "cut off"), .tooLarge(limit: 1),
        ]) func noFailureOfTheNetworkEndsTheSession(error: HTTPTransportError) async throws
    {
        for age in [0, 1000] as [Double] {
            let client = Client(Client.session(age: age))
            client.server.answerRefresh { () throws(HTTPTransportError) in throw error }
            await #expect(throws: error) { try await client.get() }
            #expect(client.access == "access-0")
            #expect(client.ends.ends.isEmpty)
            client.server.grant("access-1", "refresh-1")
            #expect(try await client.get() == "private", "a retry works")
        }
    }

    @Test(
        .requirement("TOKEN-20"),
        arguments: [
            HTTPStatus.internalServerError, .serviceUnavailable, .tooManyRequests, .notImplemented, .requestTimeout,
        ]) func aServerThatAsksForPatienceIsQuotedAndEndsNothing(status: HTTPStatus) async throws
    {
        for age in [0, 1000] as [Double] {
            let client = Client(Client.session(age: age))
            client.server.answerRefresh(status)
            #expect(try await client.get() == "\(status)")
            #expect(client.access == "access-0")
            #expect(client.server.refreshes.count == (status.isServerError ? 3 : 1))
        }
    }

    @Test(
        .requirement("TOKEN-07", "TOKEN-12"),
        arguments: [
            (HTTPStatus.ok, ""), (.ok, "{"), (.ok, "<html>"), (.ok, #"{"token":{}}"#),
            (.ok, #"{"token":{"access_token":"","token_type":"Bearer","expires_in":300,"refresh_token":"r"}}"#),
            (.ok, #"{"token":{"access_token":"a","token_type":"Bearer","expires_in":0,"refresh_token":"r"}}"#),
            (.badRequest, #"{"code":"invalid_grant"}"#), (.noContent, ""),
        ]) func anAnswerThatMakesNoSenseEndsNothing(status: HTTPStatus, body: String) async throws
    {
        let client = Client(Client.session())
        client.server.answerRefresh(status, body, problem: status != .ok)
        await #expect {
            try await client.get()
        } throws: { error in
            guard case HTTPTransportError.invalidResponse? = error as? HTTPTransportError else { return false }
            return true
        }
        #expect(client.access == "access-0" && client.refresh == "refresh-0")
        #expect(client.ends.ends.isEmpty)
    }

    @Test(
        .requirement("D17"),
        arguments: [
            (HTTPStatus.unauthorized, ""), (.unauthorized, #"{"code":"other"}"#), (.unauthorized, "invalid_grant"),
            (.notFound, ""), (.seeOther, ""), (.unprocessableContent, ""), (.forbidden, "<html>"),
        ]) func whatSomethingOnTheWayAnswersEndsNothingAndIsHandedOn(status: HTTPStatus, body: String) async throws
    {
        let client = Client(Client.session())
        client.server.answerRefresh(status, body, problem: true)
        #expect(try await client.get() == "\(status)")
        #expect(client.access == "access-0" && client.refresh == "refresh-0")
        #expect(client.ends.ends.isEmpty)
        #expect(client.server.refreshes.count == 1)
    }

    @Test(
        .requirement("TOKEN-16", "L10N-02"),
        arguments: [HTTPTransportError.connectivity(reason: "down"), .timedOut, .tls(reason: "expired"), nil])
    func aFailedRenewalIsToldInBothLanguages(error: HTTPTransportError?) async throws {
        let client = Client(Client.session())
        client.server.answerRefresh { () throws(HTTPTransportError) in
            if let error { throw error }
            return HTTPResponse(status: .ok, body: Data("<html>".utf8))
        }
        let told = await #expect(throws: HTTPTransportError.self) { try await client.get() }
        let text = try #require(told?.text)
        #expect(!text.english.isEmpty)
        #expect(!text.spanish.isEmpty)
        #expect(text.english != text.spanish)
    }

    @Test func aCodeOutsideOfAProblemDocumentEndsNothing() async throws {
        let client = Client(Client.session())
        client.server.answerRefresh(.unauthorized, #"{"code":"invalid_grant"}"#)
        _ = try? await client.get()
        #expect(client.store.session != nil)
    }

    @Test func aTokenThatOnlySeemsExpiredIsTriedWhenRenewingFails() async throws {
        let client = Client(Client.session(age: 1000))
        client.server.answerRefresh(.serviceUnavailable)
        client.server.accept("access-0")
        #expect(try await client.get() == "private", "this device's clock may be wrong")
    }

    @Test(.requirement("TOKEN-12")) func aTokenThatCannotBeStoredIsNotUsed() async throws {
        let client = Client(Client.session(age: 1000))
        client.server.grant("access-1", "refresh-1")
        client.store.failWrites(with: .storage(.noSpace(path: "/vault")))
        await #expect {
            try await client.get()
        } throws: { error in
            (error as? HTTPTransportError)?.code == "vault_no_space"
        }
        #expect(!client.server.requests.credentials.contains("Bearer access-1"))
        #expect(client.refresh == "refresh-0", "the old token gets the same answer again")
        client.store.failWrites(with: nil)
        #expect(try await client.get() == "private")
    }

    @Test func aVaultThatIsLockedMeanwhileEndsNothing() async throws {
        let client = Client(Client.session(age: 1000))
        client.server.answerRefresh { [store = client.store] () throws(HTTPTransportError) in
            store.failReads(with: .storage(.passphraseRequired))
            store.failWrites(with: .storage(.passphraseRequired))
            return ServerStub.granted("access-1", "refresh-1")
        }
        await #expect(throws: HTTPTransportError.self) { try await client.get() }
        #expect(client.refresh == "refresh-0")
        #expect(client.ends.ends.isEmpty)
    }

    @Test func aSessionThatCannotBeRemovedIsReported() async throws {
        let client = Client(Client.session(age: 1000))
        client.server.answerRefresh(.unauthorized, #"{"code":"invalid_grant"}"#, problem: true)
        client.store.failWrites(with: .storage(.readOnly(path: "/vault")))
        await #expect(throws: HTTPTransportError.self) { try await client.get() }
        client.store.failWrites(with: nil)
        #expect(try await client.get() == "public")
        #expect(client.ends.ends == [.refused])
    }
}
