/// What a target is for, as its name and its place say.
package enum Role: Sendable {
    case api, serviceAPI, contract, client, service, presentation
    /// Steps and texts that all presentations of a feature share.
    case dialogue
    /// What a browser shows, on a device or of a server.
    case screens
    /// What operators do with a server: its commands.
    case operations
    /// Doubles and conformance suites.
    case testing
    case flows, wiring, program
    /// A C library's module, or C code of our own.
    case cModule
    case test
    /// What tests run beside them: it lies in a folder of tests.
    case testSupport
    /// An implementation, or a library that is all one target.
    case library

    /// - Parameter hasSources: Whether there is Swift in it.
    init(_ target: PackageDescription.Target, in package: PackageDescription, hasSources: Bool) {
        let name = target.name
        if target.type == "test" {
            self = .test
        } else if target.type == "system" || target.type == "regular" && !hasSources {
            self = .cModule
        } else if target.folder.hasPrefix("Tests/") || package.folder.hasPrefix("Tests/") {
            self = .testSupport
        } else if target.type == "executable" {
            self = .program
        } else if let (_, role) = Self.suffixes.first(where: { name.hasSuffix($0.0) && name != $0.0 }) {
            self = role
        } else {
            self = .library
        }
    }

    /// The longer come first.
    static let suffixes: [(String, Role)] = [
        ("ServiceAPI", .serviceAPI), ("API", .api), ("Contract", .contract), ("Client", .client),
        ("Service", .service), ("Presentation", .presentation), ("Dialogue", .dialogue), ("Screens", .screens),
        ("Operations", .operations),
        ("Testing", .testing), ("Flows", .flows),
        ("Wiring", .wiring),
    ]

    /// Whether it is never part of what ships.
    var isForTests: Bool {
        switch self {
        case .test, .testSupport, .testing: true
        default: false
        }
    }

    /// Whether it is on the server's side, where `*ServiceAPI` may be used.
    func isServerSide(_ name: String) -> Bool {
        switch self {
        case .service, .serviceAPI, .operations, .test, .testSupport: true
        case .testing: name.hasSuffix("ServiceTesting")
        default: false
        }
    }
}
