import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import LoginAPI
import SecureStorageAPI
import SecureStorageTesting
import Testing

struct KnownDeviceTests {
    private let password = Secret("correct horse battery")

    private func client(_ deviceToken: String?) -> LoginClientFixture {
        let token = deviceToken.map { #""device_token":"\#($0)","# } ?? ""
        let body = "{" + token + LoginClientFixture.loggedIn.dropFirst()
        return LoginClientFixture(LoginClientFixture.answering(.ok, body))
    }

    private func sent(_ client: LoginClientFixture) -> [String] {
        client.transport.requests.map { request in
            guard case .bytes(let data) = request.body else { return "" }
            return String(decoding: data, as: UTF8.self)
        }
    }

    @Test(.requirement("LOGIN-22")) func theTokenOfTheDeviceIsKeptAndSentWithTheNextLogin() async throws {
        let client = client("dt-1")
        _ = try await client.login.logIn(email: "ada@example.com", password: password)
        _ = try await client.logout.logOut()
        _ = try await client.login.logIn(email: "Ada@Example.com", password: password)
        _ = try await client.login.logIn(email: "bob@example.com", password: password)
        let bodies = sent(client).filter { $0.contains("password") }
        #expect(bodies.map { $0.contains(#""device_token":"dt-1""#) } == [false, true, false])
    }

    @Test func aServerWithoutTokensIsFine() async throws {
        let client = client(nil)
        _ = try await client.login.logIn(email: "ada@example.com", password: password)
        #expect(client.secrets.names.isEmpty)
    }
}
