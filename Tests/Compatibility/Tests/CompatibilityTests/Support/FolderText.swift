import FoundationEssentials

/// A folder with all files in it as a value of JSON: text where a file is
/// text, base64 where it isn't.
struct FolderText: Codable {
    private struct File: Codable {
        var path: String
        var text: String?
        var base64: String?
    }

    private var files: [File]

    /// Reads a folder, without the paths that aren't wanted.
    init(reading folder: String, where isWanted: (String) -> Bool = { _ in true }) throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        files = try paths.filter { Fixtures.isFile(folder + "/" + $0) && isWanted($0) }.map { path in
            let data = try Data(contentsOf: URL(filePath: folder + "/" + path))
            let text = String(bytes: data, encoding: .utf8)
            return File(path: path, text: text, base64: text == nil ? data.base64EncodedString() : nil)
        }
    }

    /// The folder that a release left.
    static func released(_ path: String) throws -> FolderText {
        try JSONDecoder().decode(FolderText.self, from: Fixtures.contents(of: path))
    }

    var pretty: Data {
        get throws { try JSON(JSONEncoder().encode(self)).pretty }
    }

    /// Writes the folder, for its owner only, as the programs do.
    func write(to folder: String) throws {
        let manager = FileManager.default
        for file in files {
            let path = folder + "/" + file.path
            let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? folder
            try manager.createDirectory(
                atPath: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let data = file.text.map { Data($0.utf8) } ?? file.base64.flatMap { Data(base64Encoded: $0) } ?? Data()
            try data.write(to: URL(filePath: path))
            try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }
    }
}
