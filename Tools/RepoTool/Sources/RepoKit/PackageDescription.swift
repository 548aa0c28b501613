package import Foundation

/// What a manifest says, as `swift package dump-package` prints it.
package struct PackageDescription: Sendable {
    package struct Product: Decodable, Sendable {
        package let name: String
        package let targets: [String]
        /// Whether it is a program.
        package let isExecutable: Bool

        private enum CodingKeys: CodingKey { case name, targets, type }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            targets = try container.decode([String].self, forKey: .targets)
            // {"executable":null} or {"library":["automatic"]}
            isExecutable = try container.decode([String: [String]?].self, forKey: .type).keys.contains("executable")
        }
    }

    package struct Target: Decodable, Sendable {
        package let name: String
        package let type: String
        package let path: String?
        package let dependencies: [Dependency]
        package let settings: [Setting]
        package let resources: [Resource]
        package let exclude: [String]
        package let pkgConfig: String?
    }

    package struct Resource: Decodable, Sendable {
        package let path: String
        package let rule: [String: [String: String?]]
    }

    /// The name of a target or a product.
    package struct Dependency: Decodable, Sendable {
        package let name: String

        package init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            // {"byName":["A",null]} or {"product":["A","Package",null,null]}
            let entries = try container.decode([String: [Lenient]].self)
            guard entries.count == 1, let text = entries.values.first?.first?.text else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "a dependency without a name")
            }
            name = text
        }
    }

    /// One build setting: the tool it is for, its name and its argument.
    package struct Setting: Decodable, Sendable {
        package let tool: String
        package let name: String
        package let arguments: [String]

        private enum CodingKeys: CodingKey { case tool, kind }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            tool = try container.decode(String.self, forKey: .tool)
            // {"enableUpcomingFeature":{"_0":"ExistentialAny"}}
            let kind = try container.decode([String: [String: Argument]].self, forKey: .kind)
            guard let (name, values) = kind.first else {
                throw DecodingError.dataCorruptedError(
                    forKey: .kind, in: container, debugDescription: "an empty setting")
            }
            self.name = name
            arguments = values.sorted { $0.key < $1.key }.flatMap(\.value.texts)
        }
    }

    /// The folder of the package, relative to the root of the repository.
    package let folder: String
    package let name: String
    package let products: [Product]
    package let targets: [Target]

    package init(folder: String, json: Data) throws {
        struct Manifest: Decodable {
            let name: String
            let products: [Product]
            let targets: [Target]
        }
        let manifest = try JSONDecoder().decode(Manifest.self, from: json)
        self.folder = folder
        name = manifest.name
        products = manifest.products
        targets = manifest.targets
    }
}

/// A string, or anything else that a list may hold.
private struct Lenient: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
        text = try? decoder.singleValueContainer().decode(String.self)
    }
}

/// One string or several.
private struct Argument: Decodable {
    let texts: [String]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        texts = try (try? container.decode([String].self)) ?? [container.decode(String.self)]
    }
}
