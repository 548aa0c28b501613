import CaptchaService
import CaptchaServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTransportAPI
import HTTPTransportTesting
import KernelTesting
import Testing

/// Who wants a CAPTCHA of whom.
struct DemandTests {
    private struct Demand: CaptchaDemanding {
        let peer: IPAddress
        let abuse: Int

        func demand(from peer: IPAddress) -> Int? { peer == self.peer ? abuse : nil }
    }

    @Test(.requirement("METRIC-05")) func whoeverWantsMostDecides() async throws {
        let one = try #require(IPAddress("192.0.2.1")), other = try #require(IPAddress("192.0.2.2"))
        let server = try await CaptchaServer(demands: [
            Demand(peer: one, abuse: 3), Demand(peer: one, abuse: 5), Demand(peer: other, abuse: 0),
        ])
        #expect(server.verifying.demand(from: one) == 5)
        #expect(server.verifying.demand(from: other) == 0)
        #expect(server.verifying.demand(from: .loopback) == nil)
    }

    /// A terminal can't show it, so an attack of others would keep everybody out.
    @Test(.requirement("METRIC-05")) func nobodyIsAskedOneOfSomebodyElsesForWhatOthersDid() async throws {
        let provider = CaptchaProvider(
            name: "hcaptcha", address: URL(string: "https://api.hcaptcha.com/siteverify")!, siteKey: "site-1",
            secret: Secret("secret"))
        let transport = HTTPTransportSpy { _ throws(HTTPTransportError) in throw .cancelled }
        let server = try await CaptchaServer(
            provider: (provider, transport), demands: [Demand(peer: .loopback, abuse: 3)])
        #expect(server.verifying.demand(from: .loopback) == nil)
    }
}
