import ConfigurationAPI
import HTTPServingAPI
import Localization

/// What operators set of the audit trail.
enum AuditSettings {
    /// How much of a client's address is written.
    enum Address: String, CaseIterable, ConfigurationValue {
        /// All of it.
        case full
        /// What a household or a mast shares: 24 bits, 48 of IPv6.
        case network
        /// Nothing.
        case none

        func text(of address: IPAddress) -> String? {
            switch self {
            case .full: "\(address)"
            case .network: "\(IPNetwork(address, prefixLength: address.isIPv4 ? 24 : 48))"
            case .none: nil
            }
        }
    }

    static let address = ConfigurationKey(
        "audit.address", default: Address.network,
        summary: LocalizedText(
            en: "How much of a client's network address the audit trail keeps",
            es: "Qué parte de la dirección de red guarda el registro de auditoría"),
        detail: "All of it (`full`), the network that a household shares (`network`: 24 bits, 48 of IPv6), or `none`.")

    static let retention = ConfigurationKey(
        "audit.retention", default: Duration.seconds(400 * 86_400),
        allowed: .range(.seconds(86_400) ... .seconds(3_650 * 86_400)),
        summary: LocalizedText(
            en: "For how long the audit trail keeps events",
            es: "Durante cuánto guarda sucesos el registro de auditoría"),
        detail: "Of older ones only the hash stays, by which the rest can still be proved.")

    static let section = ConfigurationSection(
        LocalizedText(en: "Audit trail", es: "Registro de auditoría"), address, retention)
}
