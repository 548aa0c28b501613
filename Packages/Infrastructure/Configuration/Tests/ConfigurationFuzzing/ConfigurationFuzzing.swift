import ConfigurationSources
public import KernelTesting

/// What fuzzers try of the package.
public enum ConfigurationFuzzing {
    /// Files of settings.
    public static let readers: [FuzzedReader] = [json5]

    private static let json5 = FuzzedReader("json5") { bytes in
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        do throws(JSON5Parser.Mistake) {
            _ = try JSON5Parser.parse(text)
        } catch {
            precondition((1...text.unicodeScalars.count + 1).contains(error.line), "the mistake is outside of the file")
        }
    }
}
