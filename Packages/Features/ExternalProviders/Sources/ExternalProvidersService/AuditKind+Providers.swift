import Localization
import SecurityMetricsServiceAPI

extension AuditKind {
    /// The cause names the provider, and the event by the provider's word for it; what came of
    /// that are events of their own.
    static let toldByProvider = AuditKind(
        "provider.told", .notice,
        LocalizedText(
            en: "A provider told something of its own accord", es: "Un proveedor avisó de algo por su cuenta"))
}
