import AccountsAPI
import AccountsTesting
import AddressChangeAPI
import AddressChangeClient
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import Locking
import LoginAPI
import PluginKit
import Presenting
import SecureStorageAPI
import SessionsAPI
import SessionsTesting
import Testing

struct RemoteAddressChangeTests {
    private let before = User.sample(email: "ana@example.com")
    private let after: User
    private let store: InMemorySessionStore
    private let devices = DevicesSpy()

    init() {
        after = User(
            id: before.id, name: before.name, email: EmailAddress("ana@example.net")!, isVerified: true,
            createdAt: before.createdAt)
        store = InMemorySessionStore(.sample(user: before))
    }

    private func client(
        _ transport: any HTTPTransport, account: AccountLoaderStub = AccountLoaderStub(failure: .notLoggedIn)
    ) throws -> any AddressChanging {
        let address = try #require(ServerAddress("https://example.com/base"))
        return AddressChangeClientPlugin.assemble(
            .init(
                server: ServerClient(address: address, transport: transport), sessions: store, lock: store,
                account: account, devices: devices)
        ).exports.change
    }

    private func answering(
        _ status: HTTPStatus, _ body: String, isProblem: Bool = false, fields: HTTPFields = [:]
    ) -> HTTPTransportSpy {
        HTTPTransportSpy { _ in
            var fields = fields
            fields[.contentType] = (isProblem ? MediaType.problem : .json).description
            return HTTPResponse(status: status, fields: fields, body: Data(body.utf8))
        }
    }

    private func changed() throws -> HTTPTransportSpy {
        let user = String(decoding: try WireCoding.encoder().encode(after), as: UTF8.self)
        return answering(.ok, #"{"user":\#(user),"device_token":"dt-2","undo_until":"2026-12-03T09:00:00Z"}"#)
    }

    @Test(.requirement("DATA-02")) func aCodeIsAskedForAndNothingIsStored() async throws {
        let spy = answering(.accepted, #"{"status":"check_mail"}"#)
        try await client(spy).requestChange(to: " ana@example.net ")
        let request = try #require(spy.requests.first)
        #expect(request.method == .post)
        #expect(request.url.absoluteString == "https://example.com/base/auth/address")
        #expect(request.body == .bytes(Data(#"{"email":"ana@example.net"}"#.utf8)))
        #expect(store.session?.user == before)
    }

    @Test(.requirement("DATA-02")) func theDeviceKnowsTheNewAddressAtOnce() async throws {
        let session = try #require(store.session), spy = try changed()
        let changed = try await client(spy).confirmChange(with: Secret("1234 5678"))
        #expect(changed.user == after && changed.undoableUntil == Date(timeIntervalSince1970: 1_796_288_400))
        #expect(spy.requests.first?.body == .bytes(Data(#"{"code":"12345678"}"#.utf8)))
        #expect(store.session?.isIdentical(to: session.describing(after)) == true, "nothing else has changed")
        #expect(devices.kept == ["ana@example.net dt-2"])
    }

    @Test(.requirement("DATA-02")) func aCodeThatWasUsedBeforeItsAnswerWasLostHasChangedTheAddress() async throws {
        let session = try #require(store.session), spy = answering(.unprocessableContent, Self.wrong, isProblem: true)
        let told = try await client(spy, account: AccountLoaderStub(after)).confirmChange(with: Secret("12345678"))
        #expect(told == ChangedAddress(after) && store.session?.isIdentical(to: session.describing(after)) == true)
        // What is known already, what can't be asked for and somebody else's tell nothing of the code.
        let others = [
            AccountLoaderStub(after), AccountLoaderStub(failure: .cancelled),
            AccountLoaderStub(.sample(email: "eve@example.com")),
        ]
        for account in others {
            await #expect(throws: AddressChangeError.wrongCode) {
                try await client(spy, account: account).confirmChange(with: Secret("12345678"))
            }
        }
        #expect(AddressChangeError.wrongCode.remark?.english.contains("your account shows which address") == true)
    }

    private static let wrong = #"{"code":"invalid_code"}"#

    @Test func theSessionOfSomebodyElseIsLeftAlone() async throws {
        let other = StoredSession.sample()
        try await store.save(other)
        _ = try await client(changed()).confirmChange(with: Secret("12345678"))
        #expect(store.session?.isIdentical(to: other) == true)
    }

    @Test func aSessionThatCannotBeWrittenUndoesNothing() async throws {
        store.failWrites(with: .storage(.passphraseRequired))
        #expect(try await client(changed()).confirmChange(with: Secret("12345678")).user == after)
    }

    @Test(.requirement("DATA-02"), arguments: ["", "x", "ana@", "mi\u{212A}e@example.com"])
    func whatIsNoAddressIsNotSent(email: String) async throws {
        let spy = try changed()
        await #expect(throws: AddressChangeError.invalidAddress) { try await client(spy).requestChange(to: email) }
        #expect(spy.requests.isEmpty)
    }

    @Test(.requirement("DATA-02"), arguments: ["", "1234567", "abcdefgh"])
    func whatIsNoCodeIsNotSent(code: String) async throws {
        let spy = try changed()
        await #expect(throws: AddressChangeError.malformedCode) {
            try await client(spy).confirmChange(with: Secret(code))
        }
        #expect(spy.requests.isEmpty)
    }

    @Test(
        .requirement("DATA-02"),
        arguments: [
            (422, #"{"code":"invalid_code"}"#, AddressChangeError.wrongCode),
            (410, #"{"code":"code_expired"}"#, .expiredCode),
            (401, #"{"code":"insufficient_user_authentication"}"#, .notRecent),
            (401, #"{"code":"session_ended"}"#, .notLoggedIn),
            (429, #"{"code":"too_many_changes"}"#, .tooManyChanges(retryAfter: .seconds(90))),
            (429, #"{"code":"too_many_requests"}"#, .tooManyChanges(retryAfter: .seconds(90))),
            (422, Self.refused("/email", "same_address"), .sameAddress),
            (422, Self.refused("/email", "invalid_email"), .invalidAddress),
            (422, Self.refused("/code", "invalid_code"), .malformedCode),
            (422, Self.refused("/email", "later_invention"), .server), (500, #"{"code":"internal_error"}"#, .server),
        ])
    func tellsFailuresApart(status: Int, body: String, error: AddressChangeError) async throws {
        let spy = answering(HTTPStatus(rawValue: status), body, isProblem: true, fields: [.retryAfter: "90"])
        await #expect(throws: error) { try await client(spy).requestChange(to: "ana@example.net") }
        await #expect(throws: error) { try await client(spy).confirmChange(with: Secret("12345678")) }
        #expect(store.session?.user == before)
    }

    private static func refused(_ pointer: String, _ code: String) -> String {
        #"{"code":"invalid_data","errors":[{"pointer":"\#(pointer)","code":"\#(code)","reason":"No."}]}"#
    }

    @Test(.requirement("DATA-02", "OFFLINE-02")) func withoutAConnectionNothingWaits() async throws {
        let offline = HTTPTransportStub { _ throws(HTTPTransportError) in throw .connectivity(reason: "refused") }
        let error = await #expect(throws: AddressChangeError.self) {
            try await client(offline).requestChange(to: "ana@example.net")
        }
        #expect(error?.code == "no_connectivity" && error?.isWaiting == false)
        #expect(error?.remark?.english.contains("isn't kept to be sent later") == true)
    }
}

/// Keeps what devices are known by.
private final class DevicesSpy: DeviceRemembering {
    private let recorded = Locked<[String]>([])
    var kept: [String] { recorded.current }

    func keep(_ token: Secret, for email: EmailAddress) async {
        recorded.withLock { $0.append("\(email) \(token.withText { $0 ?? "" })") }
    }
}
