import ConsoleAPI
import FoundationEssentials
import Localization

/// An account system from which people come.
enum SourceSystem: String, Sendable {
    case keycloak
    case supabase
    case pocketbase

    /// What it is called.
    var title: String {
        switch self {
        case .keycloak: "Keycloak"
        case .supabase: "Supabase"
        case .pocketbase: "PocketBase"
        }
    }

    /// The people of a file that it exported.
    func accounts(in data: Data, at now: Date) throws(CommandFailure) -> [SourceAccount] {
        switch self {
        case .keycloak: try KeycloakExport.accounts(in: data)
        case .supabase: try SupabaseDump.accounts(in: data, at: now)
        case .pocketbase: try PocketBaseRows.accounts(in: data)
        }
    }
}
