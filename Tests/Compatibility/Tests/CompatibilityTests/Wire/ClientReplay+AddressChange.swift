import AccountsClient
import AddressChangeAPI
import AddressChangeClient
import CoreModels
import PluginKit

extension ClientReplay {
    private var addressChange: any AddressChanging {
        let account = AccountsClientPlugin.assemble(.init(server: authorized)).exports.loading
        return AddressChangeClientPlugin.assemble(
            .init(server: authorized, sessions: store, lock: store, account: account)
        ).exports.change
    }

    func requestAddressChange() async -> [String: JSON] {
        do throws(AddressChangeError) {
            try await addressChange.requestChange(to: sent("email", "ana@example.net"))
            return told("check_mail")
        } catch {
            return error.told
        }
    }

    func confirmAddressChange() async -> [String: JSON] {
        do throws(AddressChangeError) {
            return told("changed", try await addressChange.confirmChange(with: Secret("12345678")).user)
        } catch {
            return error.told
        }
    }
}

extension AddressChangeError {
    var told: [String: JSON] {
        switch self {
        case .notLoggedIn, .notRecent, .invalidAddress, .sameAddress, .malformedCode, .wrongCode, .expiredCode,
            .tooManyChanges:
            outcome(code)
        case .server, .busy: outcome("failed")
        case .connectivity, .impossible, .cancelled: outcome("\(self)")
        }
    }
}
