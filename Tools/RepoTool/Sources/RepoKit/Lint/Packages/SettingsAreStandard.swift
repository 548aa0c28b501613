struct SettingsAreStandard: Rule {
    let name = "R14"
    let statement =
        "The settings block at the end of each manifest is the same, byte for byte; all but tests is under strict memory safety."

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.packages.compactMap { package in
            guard let manifest = codebase.manifests[package.folder] else { return nil }
            let tail = manifest.tail(from: StandardSettings.marker)
            guard tail?.text != StandardSettings.text else { return nil }
            return Finding(
                name, file: manifest.path, line: tail?.line ?? manifest.count,
                message: tail == nil ? "The settings block is missing." : "The settings block is not the standard one.",
                remedy: "End the manifest with the block of another one, byte for byte; where the compiler then asks "
                    + "for `unsafe`, write it.")
        }
    }
}

/// The end of every manifest.
package enum StandardSettings {
    /// What the first line contains.
    static let marker = "// --- STANDARD SETTINGS"

    /// From that line to the end of the file.
    package static let text = """
        // --- STANDARD SETTINGS: the same in every manifest, checked by the repo tool ---
        for target in package.targets where [.regular, .executable, .test].contains(target.type) {
            target.swiftSettings =
                (target.swiftSettings ?? []) + [
                    .swiftLanguageMode(.v6),
                    .enableUpcomingFeature("ExistentialAny"),
                    .enableUpcomingFeature("InternalImportsByDefault"),
                    .enableUpcomingFeature("MemberImportVisibility"),
                    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                    .treatAllWarnings(as: .error),
                ] + (target.type == .test ? [] : [.strictMemorySafety()])
        }

        """
}
