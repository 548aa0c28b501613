import CoreModels
import FoundationEssentials
import Localization
import SQLStoreAPI
import SessionsServiceAPI

extension AccountFactSource {
    /// Where somebody is logged in, the latest use first.
    static let sessions = AccountFactSource(
        LocalizedText(en: "Where the person is logged in", es: "Dónde tiene la sesión iniciada")
    ) { user, _, db in
        try db.rows(
            """
            SELECT device, user_agent, address, last_seen_at FROM sessions
            WHERE user_id = \(user) AND ended_at IS NULL ORDER BY last_seen_at DESC LIMIT 20
            """
        ) { row in
            let device: String? = try row[0], agent: String? = try row[1], address: String? = try row[2]
            let text = [device ?? agent, address].compactMap(\.self).joined(separator: " · ")
            return AccountFact(
                LocalizedText(en: "Last seen", es: "Visto por última vez"), text.isEmpty ? nil : text, at: try row[3])
        }
    }
}
