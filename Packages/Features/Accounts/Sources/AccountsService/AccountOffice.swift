import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import SQLStoreAPI

/// Lists accounts for administrators, as commands do.
struct AccountOffice: AccountListing {
    let keepers: @Sendable () -> [any AddressKeeping]
    let now: @Sendable () -> Date

    func accounts(
        after last: UserID?, limit: Int, in transaction: any SQLReading
    ) throws -> (accounts: [ListedAccount], hasMore: Bool)? {
        guard let page = try AccountList.page(after: last, limit: limit, AccountList.Filter(), in: transaction) else {
            return nil
        }
        return (page.items.map { Self.listed($0) }, page.hasMore)
    }

    func account(_ id: UserID, in transaction: any SQLReading) throws -> ListedAccount? {
        guard let user = try AccountRow.find(id, in: transaction)?.user else { return nil }
        let kept = try keepers().keptAddress(for: id, at: now(), in: transaction)
        return Self.listed(try AccountList.item(of: user, in: transaction), kept)
    }

    func account(at email: EmailAddress, in transaction: any SQLReading) throws -> ListedAccount? {
        let lookup = AccountLookup(keepers: keepers(), now: now())
        guard let found = try lookup.account(email, in: transaction) else { return nil }
        return Self.listed(try AccountList.item(of: found.user, in: transaction), found.kept)
    }

    private static func listed(_ item: AccountList.Item, _ kept: KeptAddress? = nil) -> ListedAccount {
        ListedAccount(
            item.user, suspendedSince: item.suspension?.since, suspensionReason: item.suspension?.reason,
            deletionDueAt: item.deletion?.dueAt, kept: kept)
    }
}
