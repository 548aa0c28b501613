import AtomicFiles
import CoreModels
import CryptographyAPI
import FeedContract
import FeedServiceAPI
import FoundationEssentials
import Glibc
import HTTPServingAPI
import HTTPTypes
import Localization
import PicturesAPI
import SQLStoreAPI
import SessionsServiceAPI

/// Answers `POST /feed`.
struct PublishingRoute: Sendable {
    let publisher: UploadPublisher
    let files: ImageFiles
    let sessions: any RequestAuthenticating
    let catalog: ImageCatalog
    let items: FeedItems
    let maximumBytes: Int
    let now: @Sendable () -> Date
    let makeID: @Sendable () -> ImageID

    var route: Route {
        Route(
            .post, FeedContract.feedPath, bodyLimit: maximumBytes + FeedContract.formOverhead, access: .provedSession,
            limit: RouteLimit("publishing"), repetition: .upload, description: .postFeed
        ) { request in
            do {
                return try await publish(request)
            } catch let error as PictureError {
                throw try HTTPProblem(refusing: error)
            } catch let error as FileError where [ENOSPC, EDQUOT].contains(error.code) {
                throw HTTPProblem.storageFull()
            } catch let error as SQLError where error.code == .diskFull {
                throw HTTPProblem.storageFull()
            }
        }
    }

    private func publish(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireVerifiedSession(request)
        let id = request.operationID.map { ImageID($0) } ?? makeID()
        try await publisher.requireRoom(for: session.userID, unlessPublished: id)
        let form = try await UploadForm(request, files: files, maximumBytes: maximumBytes)
        let upload = try await publisher.identify(
            form, id: id, in: session,
            // The wire has whole seconds.
            at: Date(timeIntervalSince1970: now().timeIntervalSince1970.rounded(.down)))
        guard try await publisher.publish(upload) else { throw HTTPProblem.idempotencyKeyReused }
        // It may be deleted as soon as it is there.
        guard let entry = try await catalog.entry(upload.id, for: session.userID),
            let item = try await items.items(
                [entry], for: session.userID, from: items.addresses.origin(of: request)
            ).first
        else { throw HTTPProblem.unknownImage }
        return try .json(item, status: .created, fields: [.location: item.image, .cacheControl: "no-store"])
    }
}

extension HTTPProblem {
    /// 429: the person has published as much as one may.
    static func tooManyPictures(of count: Int, wait: TimeInterval) -> HTTPProblem {
        let minutes = Duration.seconds(wait).minutesToWait
        return tooManyRequests(
            code: FeedContract.tooManyPictures, retryAfter: .seconds(wait),
            detail: LocalizedText(
                en: "You may publish \(count) pictures an hour. You can go on in \(minutes) min.",
                es: "Puedes publicar \(count) imágenes por hora. Podrás seguir en \(minutes) min."))
    }

    /// 422 for a file that is no picture to publish, 503 while too many wait.
    ///
    /// - Throws: The error itself when the file is not to blame.
    init(refusing error: PictureError) throws {
        let refusal: FeedContract.Refusal, reason: LocalizedText
        switch error {
        case .notAPicture:
            refusal = .notAnImage
            reason = LocalizedText(
                en: "This is no picture. JPEG, PNG, WebP, GIF, AVIF and HEIC can be published.",
                es: "Esto no es una imagen. Se pueden publicar JPEG, PNG, WebP, GIF, AVIF y HEIC.")
        case .damaged:
            refusal = .damaged
            reason = LocalizedText(
                en: "The picture is damaged or was cut off. Copy it once more from where it is whole.",
                es: "La imagen está dañada o incompleta. Cópiala de nuevo de donde esté entera.")
        case .unsupported(let format):
            let name = format.rawValue.dropFirst("image/".count).uppercased()
            refusal = .unsupported
            reason = LocalizedText(
                en: "This is a \(name) picture, which this server can't read. Save it as a JPEG and publish that.",
                es: "Esto es una imagen \(name), que este servidor no sabe leer. Guárdala como JPEG y publica esa.")
        case .animated:
            refusal = .animated
            reason = LocalizedText(
                en: "A WebP that moves can't be published.", es: "No se puede publicar un WebP animado.")
        case .tooManyPixels(let limit):
            refusal = .tooManyPixels
            reason = LocalizedText(
                en: "The picture has more than \(limit / 1_000_000) million pixels. Make it smaller.",
                es: "La imagen tiene más de \(limit / 1_000_000) millones de píxeles. Redúcela.")
        case .tooDemanding:
            refusal = .tooDemanding
            reason = LocalizedText(
                en: "The picture takes too long to read. Save it anew with another program.",
                es: "Leer la imagen cuesta demasiado. Guárdala de nuevo con otro programa.")
        case .busy:
            self = .unavailable(retryAfter: .seconds(5))
            return
        case .diskFull:
            self = .storageFull()
            return
        case .unavailable: throw error
        }
        self = .invalidData([FieldProblem(pointer: "/image", code: refusal.rawValue, reason: reason)])
    }
}
