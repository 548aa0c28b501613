package import AccountVerificationAPI
import AccountVerificationClient
package import AccountsAPI
import AccountsClient
package import PasswordRecoveryAPI
import PasswordRecoveryClient
import PluginKit

extension BrowserClient {
    /// Proving an address.
    package var confirmation: any AddressConfirming {
        AccountVerificationClientPlugin.assemble(
            .init(server: server, sessions: sessions, lock: lock)
        ).exports.confirmation
    }

    /// Setting another password by mail.
    package var recovery: any PasswordRecovering {
        PasswordRecoveryClientPlugin.assemble(.init(server: stranger)).exports.recovery
    }

    /// The person's account.
    package var account: any AccountLoading { ownAccount.loading }
    /// The person's name.
    package var renaming: any AccountRenaming { ownAccount.renaming }
    /// Deletes it, and leaves nothing of it in the browser.
    package var accountDeletion: any AccountDeleting { ownAccount.deleting }

    private var ownAccount: AccountsClientPlugin.Exports {
        AccountsClientPlugin.assemble(
            .init(server: server, sessions: sessions, lock: lock, endObservers: { [ends, forgetting] })
        ).exports
    }
}
