import CoreModels
import FoundationEssentials
import OfflineQueueAPI
import RegistrationAPI
import SecureStorageAPI

/// The registrations in the queue, in the words of this feature.
struct PendingRegistrations: PendingRegistrationStoring, PendingRegistrationRetrying {
    let registration: RemoteRegistration
    let queue: any RequestQueueing & QueueRetrying & QueueInspecting

    func savePendingRegistration(_ form: RegistrationForm) async throws(PendingRegistrationError) {
        do {
            let request = try registration.request(for: form)
            try await queue.enqueue(QueuedRequest(request, as: registration.makeID()))
        } catch let error as RegistrationError {
            throw PendingRegistrationError(code: "invalid_data", text: error.text)
        } catch {
            throw PendingRegistrationError(error)
        }
    }

    func loadPendingRegistrations() async throws(PendingRegistrationError) -> [PendingRegistration] {
        do throws(OfflineQueueError) {
            return try await queue.waiting().filter { $0.kind == .registration }.map(PendingRegistration.init)
        } catch {
            throw PendingRegistrationError(error)
        }
    }

    func removePendingRegistration(_ id: UUID) async throws(PendingRegistrationError) {
        do throws(OfflineQueueError) {
            _ = try await queue.drop(QueuedRequestID(id))
        } catch {
            throw PendingRegistrationError(error)
        }
    }

    func retryPendingRegistrations() async throws(PendingRegistrationError) -> [PendingRegistrationOutcome] {
        do throws(OfflineQueueError) {
            return try await queue.retry(.kind(.registration)).filter { $0.request.kind == .registration }
                .map(PendingRegistrationOutcome.init)
        } catch {
            throw PendingRegistrationError(error)
        }
    }
}

extension PendingRegistration {
    fileprivate init(_ request: WaitingRequest) {
        self.init(
            id: request.id.uuid, email: request.subject, createdAt: request.createdAt, expiresAt: request.expiresAt)
    }
}

extension PendingRegistrationOutcome {
    fileprivate init(_ report: QueuedRequestReport) {
        let result: Result =
            switch report.result {
            case .done(let text): .registered(text)
            case .kept(let problem) where problem.code == .tokenStorageFailed: .tokenStorageFailed(problem.text)
            case .kept(let problem): .registrationFailed(problem.text)
            case .unreachable(let text): .registrationFailed(text)
            case .refused(let problem): .refused(code: problem.code, problem.text)
            case .removalFailed(let problem): .offlineStoreDeleteFailed(problem.text)
            case .expired: .expired
            }
        self.init(registration: PendingRegistration(report.request), result: result)
    }
}

extension PendingRegistrationError {
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as OfflineQueueError: self.init(code: error.code, text: error.text)
        case let error as SecretStoreError: self.init(code: error.code, text: error.text)
        default: self.init(code: "cancelled", text: OfflineQueueError.cancelled.text)
        }
    }
}
