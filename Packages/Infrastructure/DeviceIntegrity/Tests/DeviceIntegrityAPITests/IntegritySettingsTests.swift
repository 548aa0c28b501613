import ConfigurationAPI
import ConfigurationSources
import DeviceIntegrityAPI
import FoundationEssentials
import KernelTesting
import Testing

/// What a policy's file may say.
struct IntegritySettingsTests {
    private func policy(_ text: String, _ settings: IntegritySettings) throws -> IntegrityPolicy {
        let folder = try TemporaryFolder()
        let file = folder.path(of: "policy.json5")
        try Data(text.utf8).write(to: URL(filePath: file))
        return settings.policy(in: try ConfigurationLoader(file: file).load(settings.section.declarations))
    }

    @Test(.requirement("DEVINT-03", "TAMPER-04"))
    func readsAPolicy() throws {
        let key = "JUrqbK6vwif7mJvv5FrOX9XumFWCBWnl6pNRfh0W8L4"
        let policy = try policy(
            """
            {integrity: {device: "limit", debugger: "wipe", program: "ignore", ignored: ["running_as_root"],
                libraries: ["/usr/lib/libjemalloc.so.2"], enforced: true, key: "\(key)"}}
            """, .client)
        #expect(
            policy
                == IntegrityPolicy(
                    reactions: [.device: .limit, .debugger: .wipe, .program: .ignore], ignored: [.root],
                    libraries: ["/usr/lib/libjemalloc.so.2"], isEnforced: true, key: key))
    }

    @Test(.requirement("START-04", "DEVINT-03"))
    func nobodyIsLockedOutOrWipedByWhatNobodyChose() throws {
        for settings in [IntegritySettings.client, .server] {
            #expect(try policy("{}", settings) == IntegrityPolicy())
        }
        #expect(IntegrityPolicy.standard == [.device: .warn, .debugger: .warn, .program: .deny])
    }

    @Test(
        .requirement("DEVINT-03"),
        arguments: [
            #"{integrity: {device: "refuse"}}"#, #"{integrity: {ignored: ["everything"]}}"#,
            #"{integrity: {key: "x"}}"#,
            #"{integrity: {devices: "deny"}}"#, "{integrity", #"{integrity: {device: 1}}"#,
        ])
    func refusesAPolicyThatSaysNothing(_ text: String) {
        #expect(throws: ConfigurationError.self) { try policy(text, .client) }
    }

    @Test(.requirement("START-04"), arguments: ["limit", "wipe"])
    func aServerHasNoVault(_ reaction: String) {
        #expect(throws: ConfigurationError.self) { try policy("{integrity: {device: \"\(reaction)\"}}", .server) }
    }
}
