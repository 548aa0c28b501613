import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import SQLStoreAPI
import SecurityMetricsServiceAPI

extension ForwardedEvent {
    /// The event of a row as a forwarder gets it; nil for what is none, or not any more.
    init?(_ row: AuditRow, personal: Bool, _ hashing: any Hashing, in db: any SQLReading) throws {
        guard let record = row.event.flatMap(AuditRecord.init), let date = record.date,
            let severity = AuditSeverity(rawValue: record.severity),
            let outcome = AuditOutcome(rawValue: record.outcome)
        else { return nil }
        let digest = try hashing.sha256(Data("\(row.position) ".utf8) + row.hash)
        let user = personal ? try record.account.flatMap { try AuditNames.account(named: $0, in: db) } : nil
        self.init(
            id: Self.identifier(digest), position: row.position, date: date, kind: record.kind, severity: severity,
            outcome: outcome, account: record.account, actor: record.actor, session: record.session,
            address: personal ? record.address : record.address.flatMap(Self.network), cause: record.cause,
            program: personal ? record.program : nil, user: user)
    }

    /// What a household or a mast shares, whatever the trail keeps of an address.
    private static func network(of address: String) -> String? {
        if let network = IPNetwork(address) {
            return
                "\(IPNetwork(network.address, prefixLength: min(network.prefixLength, network.address.isIPv4 ? 24 : 48)))"
        }
        return IPAddress(address).flatMap(AuditSettings.Address.network.text)
    }

    /// A UUID whose bits, but for those of version and variant, are of a digest (RFC 9562, section 5.8).
    private static func identifier(_ digest: Data) -> UUID {
        var bytes = [UInt8](digest.prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
                bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }
}
