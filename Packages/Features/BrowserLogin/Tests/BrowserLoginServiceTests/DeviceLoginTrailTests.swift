import BrowserLoginContract
import CoreModels
import KernelTesting
import SecurityMetricsServiceAPI
import SecurityMetricsServiceTesting
import Testing

/// What the audit trail has of devices that are let in by a typed code.
struct DeviceLoginTrailTests {
    @Test(.requirement("METRIC-01")) func whatIsShownTypedLetInAndRefusedIsTold() async throws {
        let server = try await DeviceLoginServer(), person = try await server.register()
        let begun = try await server.codes(), other = try await server.codes("lamp")
        _ = try await server.look("WDJB-MJHT", by: person)
        _ = try await server.look(begun.userCode, by: person)
        _ = try await server.letIn(begun.userCode, by: person)
        _ = try await server.letIn("WDJB-MJHT", by: person)
        _ = try await server.refuse(other.userCode, by: person)
        _ = try await server.refuse("WDJB-MJHT", by: person)
        #expect(
            server.trail.lines == [
                "device-login.shown done", "device-login.shown done", "device-login.typed refused",
                "device-login.typed done", "device-login.let-in done", "device-login.typed refused",
                "device-login.refused refused", "device-login.typed refused",
            ])
        #expect(server.trail.events.prefix(2).allSatisfy { $0.account == nil && $0.session == nil })
        #expect(
            server.trail.events.dropFirst(2).allSatisfy {
                $0.account == person.user.id && $0.session == person.session
            })
    }
}
