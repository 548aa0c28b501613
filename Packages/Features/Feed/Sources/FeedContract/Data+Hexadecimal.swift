package import FoundationEssentials

extension Data {
    /// The bytes as digits and the letters a to f: a digest as it stands in
    /// names of files and in entity tags.
    package var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
