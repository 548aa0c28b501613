import CommentsAPI
import CommentsClient
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import LoginAPI
import OfflineQueueAPI
import ProofOfPossessionAPI
import SecureStorageAPI
import SecureStorageClient
import SessionsAPI
import Testing

/// A device that somebody was using goes on with today's programs where it was, also under another key.
struct DeviceInUseTests {
    private static let releases = Fixtures.releases.filter { $0 >= "v3" }
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(.requirement("STORE-06", "OFFLINE-01", "TOKEN-13"), arguments: releases, [false, true])
    func whatWasKeptIsThereAndWhatWaitsIsSent(_ release: String, underAnotherKey: Bool) async throws {
        let place = "\(release)/\(Fixtures.onDisk)"
        try FolderText.released(place + "/vault-in-use.json").write(to: folder.path)
        let contents = try JSON(Fixtures.contents(of: place + "/contents.json"))
        let left = try #require(contents.member("device_in_use")), image = try #require(left.text("image"))
        let device = ReleasedDevice(folder: folder)
        if underAnotherKey { try await device.vault().maintenance.rotateKey() }
        let status = await (try device.vault()).maintenance.status()
        #expect(status.damagedCount == 0 && status.problem == nil)

        let transport = HTTPTransportSpy { request throws(HTTPTransportError) in
            HTTPResponse(status: .created, fields: [.contentType: "application/json"], body: Data(Self.posted.utf8))
        }
        let use = try await device.use(over: transport, now: ReleasedDevice.time.addingTimeInterval(3_600))
        #expect(await use.keys.thumbprint() == left.text("key"))
        let known = try #require(contents.member("sessions_of_ana")?.member("open")?.text("device_token"))
        let name = try SecretName(SecretKind("device-token"), parsing: "ana@example.com")
        guard case .present(let token) = await (try device.vault()).secrets.read(name) else {
            Issue.record("the server doesn't know the device any more")
            return
        }
        #expect(token.isEqual(to: Secret(known)))
        let waiting = try await use.queue.waiting()
        #expect(waiting.map(\.kind) == [.comment])
        #expect(.list(waiting.map { .text("\($0.id)") }) == left.member("waiting"))
        let comments = await use.comments.waiting?.waitingComments(on: try #require(ImageID(image)))
        #expect(comments?.map(\.description) == [ReleasedDevice.comment])

        let reports = try await use.queue.retry(.all)
        #expect(reports.count == 1, "\(reports)")
        let request = try #require(transport.requests.first)
        #expect(request.url.path() == "/image/\(image)/comments")
        #expect(request.fields[.idempotencyKey] == waiting.first.map { "\($0.id)" })
        guard case .bytes(let body) = request.body else { throw CancellationError() }
        #expect(try JSON(body).text("message") == ReleasedDevice.comment)
        #expect(try await use.queue.waiting() == [])
    }

    private static let posted = """
        {"id": "9d2b1f80-1a53-4c5c-8f5b-0f8f5d1d2a11", "message": "Said in a tunnel.", \
        "created_at": "2026-01-05T10:02:00Z", "author": {"username": "Ana"}}
        """
}
