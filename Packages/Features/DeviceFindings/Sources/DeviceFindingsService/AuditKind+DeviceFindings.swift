import Localization
import SecurityMetricsServiceAPI

extension AuditKind {
    /// The cause names the violation and what was found, as the client says.
    static let deviceTampered = AuditKind(
        "device.tampered", .critical,
        LocalizedText(
            en: "A client found its device or program tampered with",
            es: "Un cliente halló manipulado su dispositivo o programa"))
}
