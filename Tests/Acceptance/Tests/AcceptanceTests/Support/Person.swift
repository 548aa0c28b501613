/// Somebody with an account.
struct Person: Sendable {
    let name: String
    let email: String
    let password: String

    static let ana = Person(name: "Ana", email: "ana@example.com", password: "unmistakable-Passphrase-of-Ana-7351")
    static let ben = Person(name: "Ben", email: "ben@example.com", password: "unmistakable-Passphrase-of-Ben-9126")

    var registration: String { #"{"name":"\#(name)","email":"\#(email)","password":"\#(password)"}"# }
    var login: String { #"{"email":"\#(email)","password":"\#(password)"}"# }
}
