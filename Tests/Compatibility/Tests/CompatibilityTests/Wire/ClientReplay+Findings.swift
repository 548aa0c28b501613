import DeviceFindingsAPI
import DeviceFindingsClient
import DeviceIntegrityAPI
import KernelTesting
import PluginKit
import SecureStorageTesting
import TelemetryAPI

extension ClientReplay {
    func tellFinding() async -> [String: JSON] {
        let findings = DeviceFindingsClientPlugin.assemble(
            .init(
                serverOf: { _ in authorized }, sessions: store, secrets: InMemorySecretStore(), log: .disabled,
                now: ManualDate().now)
        ).exports.findings
        findings.note([IntegrityFinding.Kind(rawValue: sent("kind", "traced")) ?? .tracer])
        await findings.tell()
        let told = await findings.told()
        if told?.waiting.isEmpty == false { return ["outcome": .text("finding_waits")] }
        return ["outcome": .text(told?.told.isEmpty == false ? "finding_told" : "finding_refused")]
    }
}
