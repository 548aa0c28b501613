import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

extension AccountDirectory: AddressReplacing {
    func replaceAddress(
        of id: UserID, with address: AccountAddress, in transaction: any SQLWriting
    ) throws -> AddressReplacement? {
        guard let account = try AccountRow.find(id, in: transaction),
            try AccountRow.isFree(address, for: id, in: transaction),
            try keeper(of: address, in: transaction) ?? id == id
        else { return nil }
        try AccountRow.setAddress(address, of: id, provedAt: now(), in: transaction)
        guard let user = try AccountRow.find(id, in: transaction)?.user else { return nil }
        if !account.user.isVerified {
            try subjects.recordVerification(of: id, in: transaction)
            for observer in observers() { try observer.record(.verified(user), in: transaction) }
        }
        for observer in observers() { try observer.record(.addressReplaced(user), in: transaction) }
        return AddressReplacement(user: user, before: account.user, address: account.address)
    }

    func returnAddress(
        _ address: AccountAddress, to id: UserID, since: Date, in transaction: any SQLWriting
    ) throws -> AddressReplacement? {
        guard let replacement = try replaceAddress(of: id, with: address, in: transaction) else { return nil }
        for observer in observers() {
            try observer.record(.returned(replacement.user, since: since), in: transaction)
        }
        return replacement
    }

    func announce(_ replacement: AddressReplacement) async {
        let user = replacement.user
        logger.info("replaced an address", ["user": user.id])
        for observer in observers() {
            if !replacement.before.isVerified { await observer.observe(.verified(user)) }
            await observer.observe(.addressReplaced(user))
        }
    }

    func owner(of email: EmailAddress, in transaction: any SQLReading) throws -> UserID? {
        try AccountRow.identifier(email, in: transaction) ?? keeper(of: AccountAddress(email), in: transaction)
    }

    private func keeper(of address: AccountAddress, in transaction: any SQLReading) throws -> UserID? {
        for keeper in keepers() {
            if let id = try keeper.keeper(of: address, at: now(), in: transaction) { return id }
        }
        return nil
    }
}
