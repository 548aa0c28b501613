import RepoKit

enum OpenAPICommand: Command {
    static let name = "openapi"
    static let summary = "write the description of the API into the server"
    static let usage = """
        usage: repo openapi [--root FOLDER]

        Writes the source by which essentiald answers GET /openapi.json, from
        docs/api/openapi.yaml. `repo lint` checks that they agree.
        """

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let isNew = try OpenAPISource.write(in: arguments.root)
        print(isNew ? "\(OpenAPISource.source) is written; commit it" : "\(OpenAPISource.source) is up to date")
        return 0
    }
}
