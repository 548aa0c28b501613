import Foundation

struct DescriptionIsServed: Rule {
    let name = "openapi"
    let statement = "`essentiald` carries `docs/api/openapi.yaml` as it is, written by `make openapi`."

    func findings(in codebase: Codebase) throws -> [Finding] {
        let description = codebase.root.appending(path: OpenAPISource.description)
        guard let yaml = try? String(contentsOf: description, encoding: .utf8) else { return [] }
        do throws(YAMLError) {
            let expected = try OpenAPISource.render(yaml).components(separatedBy: "\n")
            let source = try? String(contentsOf: codebase.root.appending(path: OpenAPISource.source), encoding: .utf8)
            let found = (source ?? "").components(separatedBy: "\n")
            guard found != expected else { return [] }
            let line = zip(found, expected).prefix { $0 == $1 }.count + 1
            return [
                Finding(
                    name, file: OpenAPISource.source, line: min(line, found.count),
                    message: "This isn't what \(OpenAPISource.description) says.", remedy: OpenAPISource.remedy)
            ]
        } catch {
            return [
                Finding(
                    name, file: OpenAPISource.description, line: error.line, message: error.reason,
                    remedy:
                        "What may be written here is said in Tools/RepoTool/Sources/RepoKit/OpenAPI/YAMLReader.swift.")
            ]
        }
    }
}
