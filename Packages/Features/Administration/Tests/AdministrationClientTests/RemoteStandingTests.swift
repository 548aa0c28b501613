import AdministrationAPI
import AdministrationClient
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import PluginKit
import Testing

struct RemoteStandingTests {
    private static let id = "6f9619ff-8b86-4011-b42d-00cf4fc964ff", session = "1d7c8a52-6b1f-4f0e-9c55-0a4f6b1c2d3e"

    private func standing(_ response: HTTPResponse) throws -> any AdministratorStanding {
        let transport = HTTPTransportSpy { _ throws(HTTPTransportError) in response }
        let address = try #require(ServerAddress("https://essential.test"))
        return AdministrationClientPlugin.assemble(ServerClient(address: address, transport: transport)).exports
            .standing
    }

    @Test(.requirement("ADMIN-03")) func anAdministratorIsNamed() async throws {
        let answer = HTTPResponse(
            status: .ok, body: Data(#"{"user":"\#(Self.id)","session":"\#(Self.session)","more":1}"#.utf8))
        let administrator = try await standing(answer).administrator()
        #expect(administrator.id == UserID(Self.id) && administrator.session == SessionID(Self.session))
        try await standing(HTTPResponse(status: .noContent)).accept(Secret("token"))
    }

    @Test(
        .requirement("ADMIN-01", "ADMIN-04"),
        arguments: [
            (404, "not_administrator", AdministrationError.notAdministrator),
            (404, "invitation_over", .invitationOver),
            (401, "insufficient_user_authentication", .authenticationNeeded),
            (401, "session_ended", .notLoggedIn), (403, "email_not_verified", .addressNotProved),
            (500, "internal_error", .server),
        ])
    func eachRefusalIsWhatItMeans(status: Int, code: String, error: AdministrationError) async throws {
        let answer = HTTPResponse(
            status: HTTPStatus(rawValue: status), fields: [.contentType: "application/problem+json"],
            body: Data(#"{"code":"\#(code)","title":"No.","status":\#(status)}"#.utf8))
        await #expect(throws: error) { _ = try await standing(answer).administrator() }
        await #expect(throws: error) { try await standing(answer).accept(Secret("token")) }
    }
}
