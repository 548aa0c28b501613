import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Presenting
import ScreensAPI
import ScreensHTML

/// A form as a browser sends it.
struct SubmittedForm: Sendable {
    /// Its name.
    let name: String
    /// The address of the screen on which it was.
    let place: String
    /// By what it is known if it is sent twice.
    let key: String
    /// A form of another screen that goes on when this one is done.
    let kept: String?
    /// Whether it isn't to be acted on, but kept for who logs in again.
    let isHeld: Bool
    /// What was typed and what was sent along with it, but for secrets.
    let values: [String: String]
    /// The names of what was sent along, and not typed.
    private let along: Set<String>
    let secrets: [String: Secret]
    /// Who was signed in where it was typed; nil for nobody.
    private let owner: String?
    /// The files that were chosen.
    let files: [String: UploadedFile]
    /// Why one of them isn't there.
    let failure: UploadFailure?

    /// How much text a form may have, in bytes.
    static let textLimit = 64 * 1024
    /// How long the name of a field may be, in bytes.
    private static let nameLimit = 64

    /// Reads the body of a request.
    ///
    /// - Parameter uploads: Where files go; nil to pass over them.
    /// - Throws: 415 when it isn't declared as a form, 413 when it is too large,
    ///   400 when it can't be read.
    init(_ request: ServerRequest, files uploads: Uploads? = nil) async throws(HTTPProblem) {
        switch request.fields[.contentType].flatMap({ MediaType(contentType: $0) }) {
        case .urlEncodedForm:
            let data = try await request.body.collect(upTo: Self.textLimit)
            guard let form = Self(encoded: String(decoding: data, as: UTF8.self)) else { throw .badRequest() }
            self = form
        case .multipartForm:
            self = try await Self(inParts: request, files: uploads)
        default: throw .unsupportedMediaType(expected: .urlEncodedForm)
        }
    }

    private init(inParts request: ServerRequest, files uploads: Uploads?) async throws(HTTPProblem) {
        var reader = try MultipartReader(request)
        var texts: [(name: String, value: String)] = [], files: [String: UploadedFile] = [:], rest = Self.textLimit
        var failure: UploadFailure?
        while let part = try await reader.nextPart() {
            guard part.name.utf8.count <= Self.nameLimit else { throw .badRequest() }
            guard let fileName = part.fileName else {
                let bytes = try await reader.collectBytes(upTo: rest)
                rest -= bytes.count
                guard let text = String(validating: bytes, as: UTF8.self) else { throw .badRequest() }
                texts.append((part.name, text))
                continue
            }
            // Without a name none was chosen (HTML Living Standard, section 4.10.22.4).
            guard let uploads, !fileName.isEmpty, files[part.name] == nil else { continue }
            switch try await uploads.receive(&reader, called: fileName) {
            case .success(let file): files[part.name] = file
            case .failure(let error): failure = UploadFailure(error, at: part.name, in: uploads)
            }
        }
        self.init(texts, files, failure)
    }

    /// Reads a form that was ``encoded``.
    init?(encoded: String) {
        guard let all = QueryParameters(encoded: encoded) else { return nil }
        self.init(all.items)
    }

    private init(
        _ texts: [(name: String, value: String)], _ files: [String: UploadedFile] = [:], _ failure: UploadFailure? = nil
    ) {
        var values: [String: String] = [:], secrets: [String: Secret] = [:], along: Set<String> = [], owner: String?
        for (name, value) in texts {
            if name.hasPrefix(FormSurroundings.Name.owner) {
                owner = String(name.dropFirst(FormSurroundings.Name.owner.count))
            } else if name.hasPrefix(FormSurroundings.Name.secret) {
                secrets[String(name.dropFirst(FormSurroundings.Name.secret.count))] = Secret(value)
            } else if name.hasPrefix(FormSurroundings.Name.along) {
                let name = String(name.dropFirst(FormSurroundings.Name.along.count))
                values[name] = value
                along.insert(name)
            } else {
                // Browsers send line ends as they are on paper (HTML Living Standard, section 4.10.21.4).
                values[name] = value.replacing("\r\n", with: "\n")
            }
        }
        func take(_ name: StaticString) -> String? { values.removeValue(forKey: name.description) }
        name = take(FormSurroundings.Name.form) ?? ""
        place = take(FormSurroundings.Name.place) ?? ""
        key = take(FormSurroundings.Name.key) ?? ""
        kept = take(FormSurroundings.Name.kept)
        isHeld = take(FormSurroundings.Name.held) != nil
        self.owner = owner
        self.along = along
        (self.values, self.secrets, self.files, self.failure) = (values, secrets, files, failure)
    }

    /// The form without its secrets and files, to be sent along with another one.
    ///
    /// - Parameter person: Who is signed in; nil for whoever was when it was typed, and
    ///   for strangers, who may be anybody.
    func encoded(by person: User?) -> String {
        let own = [("\(FormSurroundings.Name.form)", name), ("\(FormSurroundings.Name.place)", place)]
        let owner = (person?.id.description ?? owner).map { [(FormSurroundings.Name.owner + $0, "")] } ?? []
        let inner = kept.map { [("\(FormSurroundings.Name.kept)", $0)] } ?? []
        let fields = values.sorted { $0.key < $1.key }.map { name, value in
            ((along.contains(name) ? FormSurroundings.Name.along : "") + name, value)
        }
        let all = own + owner + inner + fields
        return String(Place.home.with(parameters: all).address(below: "/").dropFirst(2))
    }

    /// What was typed, to be shown to whoever typed it.
    var written: [String] {
        values.sorted { $0.key < $1.key }.filter { !along.contains($0.key) && !$0.value.isEmpty }.map(\.value)
    }

    /// The form as it comes back.
    func returned(_ notice: ScreenNotice, _ failures: [FieldFailure] = []) -> ReturnedForm {
        ReturnedForm(name, values: values, notice, failures)
    }

    /// What tells it from all others, also for a server that was started anew; nil
    /// without a key that could be its own.
    func mark(_ hashing: any Hashing) throws -> String? {
        guard hasOwnKey else { return nil }
        let chosen = files.sorted { $0.key < $1.key }.map { "\($0) \($1.received.name) \($1.count)" }
        let text = ([key, encoded(by: nil)] + chosen).joined(separator: "\n")
        return try hashing.sha256(Data(text.utf8)).hexadecimal
    }

    /// Whether its key is one that nobody else has.
    var hasOwnKey: Bool { (16...64).contains(key.utf8.count) }

    /// Whether somebody may have typed it.
    func isOf(_ person: User?) -> Bool { owner == nil || owner == person?.id.description }
}
