import CryptographyAPI
import CryptographyTesting
import KernelTesting
import PluginKit
import SecureStorageTesting
import SecurityMetricsAPI
import SecurityMetricsClient

extension ClientReplay {
    func askForTrail() async throws -> [String: JSON] {
        let trail = SecurityMetricsClientPlugin.assemble(
            .init(server: authorized, secrets: InMemorySecretStore(), cryptography: try .real(), now: ManualDate().now)
        ).exports.trail
        do throws(TrailError) {
            let kept = try await trail.ask()
            return ["outcome": .text("trail_head"), "events": .number(Double(kept.head?.size ?? 0))]
        } catch {
            return told(error.code)
        }
    }
}
