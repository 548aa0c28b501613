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
    let addresses: ImageAddresses
    let maximumBytes: Int
    let now: @Sendable () -> Date
    let makeID: @Sendable () -> ImageID

    var route: Route {
        Route(.post, FeedContract.feedPath, bodyLimit: maximumBytes + FeedContract.formOverhead) { request in
            do {
                return try await publish(request)
            } catch let error as PictureError {
                throw try HTTPProblem(refusing: error)
            } catch let error as FileError where [ENOSPC, EDQUOT].contains(error.code) {
                throw HTTPProblem.storageFull
            } catch let error as SQLError where error.code == .diskFull {
                throw HTTPProblem.storageFull
            }
        }
    }

    private func publish(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireVerifiedSession(request)
        let form = try await UploadForm(request, files: files, maximumBytes: maximumBytes)
        let upload = try await publisher.identify(
            form, id: request.operationID.map { ImageID($0) } ?? makeID(), author: session.userID,
            // The wire has whole seconds.
            at: Date(timeIntervalSince1970: now().timeIntervalSince1970.rounded(.down)))
        guard try await publisher.publish(upload) else { throw HTTPProblem.idempotencyKeyReused }
        let address = addresses.folder(from: addresses.origin(of: request)) + upload.id.description
        return try .json(
            FeedContract.Item(
                id: upload.id, description: form.description, location: form.location, image: address),
            status: .created, fields: [.location: address, .cacheControl: "no-store"])
    }
}

extension HTTPProblem {
    /// 507: nothing was kept.
    static let storageFull = HTTPProblem(
        status: .insufficientStorage, code: "storage_full",
        title: LocalizedText(en: "The server has no room left.", es: "El servidor no tiene más espacio."),
        detail: LocalizedText(
            en: "Nothing of the picture was kept. Try again later.",
            es: "No se guardó nada de la imagen. Inténtalo más tarde."))

    /// 422 for a file that is no picture to publish, 503 while too many wait.
    ///
    /// - Throws: The error itself when the file is not to blame.
    init(refusing error: PictureError) throws {
        let refusal: FeedContract.Refusal, reason: LocalizedText
        switch error {
        case .notAPicture:
            refusal = .notAnImage
            reason = LocalizedText(
                en: "This is no picture. JPEG, PNG, WebP, GIF and AVIF can be published.",
                es: "Esto no es una imagen. Se pueden publicar JPEG, PNG, WebP, GIF y AVIF.")
        case .damaged:
            refusal = .damaged
            reason = LocalizedText(
                en: "The picture is damaged or was cut off.", es: "La imagen está dañada o incompleta.")
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
            self = .storageFull
            return
        case .unavailable: throw error
        }
        self = .invalidData([FieldProblem(pointer: "/image", code: refusal.rawValue, reason: reason)])
    }
}
