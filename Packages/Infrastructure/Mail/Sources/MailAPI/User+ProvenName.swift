public import CoreModels

extension User {
    /// What the person is called in messages; nil until the address is proved,
    /// since until then a stranger may have chosen the name as the message.
    public var provenName: String? { isVerified ? name : nil }
}
