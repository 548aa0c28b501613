import CaptchaServiceAPI
import HTTPServingAPI
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
}
