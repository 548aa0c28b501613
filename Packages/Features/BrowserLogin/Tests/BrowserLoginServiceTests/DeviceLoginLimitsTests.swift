import BrowserLoginContract
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import SQLStoreAPI
import Testing

/// Nobody takes the room of all, and nobody's questions stop those of another one.
struct DeviceLoginLimitsTests {
    @Test(.requirement("BROWSERLOGIN-11"), arguments: [("192.0.2.", "198.51.100.7"), ("2001:db8::", "2001:db9::1")])
    func oneNetworkHasAShareOfTheRoom(network: String, elsewhere: String) async throws {
        // The room of the limit of the route isn't asked for here.
        let server = try await DeviceLoginServer()
        let first = try await server.begin(from: network + "1").decode(DeviceLoginContract.Begun.self)
        for number in 2...50 {
            #expect(try await server.begin(from: network + "\(number)").status == .ok)
        }
        let full = try await server.begin(from: network + "99")
        #expect(full.status == .tooManyRequests && full.code == "too_many_requests")
        #expect(try await server.begin(from: elsewhere).status == .ok)
        // Who is let in or refused waits no more.
        _ = try await server.refuse(first.userCode, by: server.register())
        #expect(try await server.begin(from: network + "99").status == .ok)
    }

    @Test(.requirement("BROWSERLOGIN-11")) func whoAsksWithCodesOfNobodyStopsNobodyAtTheirAddress() async throws {
        let server = try await DeviceLoginServer(), begun = try await server.codes()
        for number in 0..<600 { _ = try await server.ask(Secret("unknown \(number)")) }
        #expect(try await server.ask(Secret("unknown")).status == .tooManyRequests)
        #expect(try await server.ask(Secret("unknown"), from: "198.51.100.7").code == "expired_token")
        #expect(try await server.ask(begun.deviceCode).code == "authorization_pending")
    }

    @Test(.requirement("BROWSERLOGIN-11")) func theQuestionsOfADeviceAreCountedApart() async throws {
        let server = try await DeviceLoginServer()
        let one = try await server.codes().deviceCode, other = try await server.codes().deviceCode
        for _ in 0..<600 { _ = try await server.ask(one) }
        #expect(try await server.ask(one, from: "198.51.100.7").status == .tooManyRequests)
        #expect(try await server.ask(other).code == "authorization_pending")
    }
}
