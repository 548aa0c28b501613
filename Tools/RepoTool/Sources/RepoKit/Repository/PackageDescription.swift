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

        /// The folder with the sources, relative to the package.
        package var folder: String { path ?? (type == "test" ? "Tests/" : "Sources/") + name }
        /// Whether tests, doubles or targets of the fuzzer are in it, and nothing that is delivered.
        package var isForTests: Bool { type == "test" || folder.hasPrefix("Tests/") || name.hasSuffix("Testing") }
    }

    package struct Resource: Decodable, Sendable {
        package let path: String
        package let rule: [String: [String: String?]]
    }

    /// The name of a target or a product.
    package struct Dependency: Decodable, Sendable {
        package let name: String
        /// The package that a product is taken from, as the manifest writes it.
        package let package: String?

        package init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            // {"byName":["A",null]} or {"product":["A","Package",null,null]}
            let entries = try container.decode([String: [Lenient]].self)
            guard entries.count == 1, let (kind, words) = entries.first, let text = words.first?.text else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "a dependency without a name")
            }
            name = text
            package = kind == "product" && words.count > 1 ? words[1].text : nil
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
    /// The identities of the packages that it depends on, in the manifest's order.
    package let dependencies: [String]
    package let products: [Product]
    package let targets: [Target]

    /// What SwiftPM knows the package by: the folder's name in lower case.
    package var identity: String { (folder.split(separator: "/").last ?? "").lowercased() }

    /// Whether its tests start the programs as built, of which its manifest says
    /// nothing.
    package var testsPrograms: Bool { name == "Acceptance" }

    /// Whether it helps to build the programs and is no part of them.
    package var isTool: Bool { folder.hasPrefix("Tools/") }
    /// Whether its programs are delivered.
    package var deliversPrograms: Bool { folder.hasPrefix("Apps/") && products.contains(where: \.isExecutable) }

    package init(folder: String, json: Data) throws {
        struct PackageDependency: Decodable {
            struct Place: Decodable { let identity: String }
            // {"fileSystem":[{"identity":"console", …}]}
            let fileSystem: [Place]?
        }
        struct Manifest: Decodable {
            let name: String
            let dependencies: [PackageDependency]
            let products: [Product]
            let targets: [Target]
        }
        let manifest = try JSONDecoder().decode(Manifest.self, from: json)
        self.folder = folder
        name = manifest.name
        dependencies = manifest.dependencies.flatMap { $0.fileSystem ?? [] }.map(\.identity)
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
