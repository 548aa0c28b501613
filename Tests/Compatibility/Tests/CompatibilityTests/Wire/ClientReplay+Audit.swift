import CryptographyAPI
import CryptographyTesting
import KernelTesting
import PluginKit
import SecureStorageAPI
import SecureStorageTesting
import SecurityMetricsAPI
import SecurityMetricsClient

extension ClientReplay {
    func askForTrail() async throws -> [String: JSON] {
        let secrets = InMemorySecretStore()
        if let seen = headOfOneEvent {
            try await secrets.save(encoding: KeptTrail(head: seen), as: SecretName(SecretKind("audit-head")))
        }
        let trail = SecurityMetricsClientPlugin.assemble(
            .init(server: authorized, secrets: secrets, cryptography: try .real(), now: ManualDate().now)
        ).exports.trail
        do throws(TrailError) {
            let kept = try await trail.ask()
            return ["outcome": .text("trail_head"), "events": .number(Double(kept.head?.size ?? 0))]
        } catch {
            return told(error.code)
        }
    }

    /// What a device had seen that asks how the trail goes on from one event: all events of the
    /// fixtures are alike, so the proof begins with the hash of the first one, too.
    private var headOfOneEvent: TrailHead? {
        guard fixture.request.path.hasSuffix("?since=1"), case .object(let shown)? = fixture.response?.body,
            case .list(let proof)? = shown["consistency"], case .text(let root)? = proof.first,
            case .text(let key)? = shown["key"]
        else { return nil }
        return TrailHead(
            size: 1, removed: 0, root: root, at: "2026-01-05T09:00:00.000Z", key: key, signature: "", publicKey: "")
    }
}
