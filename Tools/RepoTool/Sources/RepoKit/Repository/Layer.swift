/// The storeys of the repository, from the ground.
///
/// A package depends on its own and on lower ones.
package enum Layer: Int, Comparable, Sendable {
    case kernel, infrastructure, features, apps
    /// Tests of the programs, and tools: nothing depends on them.
    case outside

    package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

    /// How sentences call it.
    package var title: String {
        switch self {
        case .kernel: "Kernel"
        case .infrastructure: "Infrastructure"
        case .features: "Features"
        case .apps: "Apps"
        case .outside: "Tests and Tools"
        }
    }
}

extension PackageDescription {
    /// The storey that the package's folder stands in; `nil` when it stands in
    /// none.
    package var layer: Layer? {
        let parent = folder.split(separator: "/").dropLast().joined(separator: "/")
        return switch parent {
        case "Packages/Kernel": .kernel
        case "Packages/Infrastructure": .infrastructure
        case "Packages/Features": .features
        case "Apps": .apps
        case "Tests", "Tools": .outside
        default: nil
        }
    }
}
