public import CoreModels
public import Presenting

extension User {
    /// The person as clients are told: where nobody can prove an address, each
    /// counts as proved.
    ///
    /// What is kept stays as it is, so that nobody is taken for whom they aren't:
    /// letters call by name only who proved the address, and a server that gets a
    /// way to prove it asks everybody who hasn't.
    ///
    /// - Parameter offered: What people can do, from `OfferedSteps`.
    public func told(where offered: [NextStep]) -> User {
        guard !isVerified, !offered.contains(.verify) else { return self }
        return User(id: id, name: name, email: email, isVerified: true, createdAt: createdAt)
    }
}
