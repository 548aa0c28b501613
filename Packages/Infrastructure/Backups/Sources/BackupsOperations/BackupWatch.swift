import FoundationEssentials
import Localization
import PluginKit

/// Knows whether there are backups that would help if the server were lost today.
struct BackupWatch: PluginService {
    /// Where they are; nil if nobody said.
    let folder: String?
    let pieces: FilePieces
    /// The server, which knows which backups and proofs are its own.
    let server: @Sendable () async throws -> BackupServer
    /// How often the server makes one, in seconds; nil if it doesn't.
    let interval: TimeInterval?
    /// The server's time.
    let now: @Sendable () -> Date

    /// Most are made each day: one was left out, in seconds.
    private static let oldest: TimeInterval = 2 * 86_400
    /// Disks forget unseen: once a month each is to be read, in seconds.
    private static let longestUnproven: TimeInterval = 31 * 86_400

    func examine() async -> ServiceExamination {
        guard let folder else { return ServiceExamination(findings: [Self.noneIsMade]) }
        let place = BackupPlace(path: BackupCommands.withoutSlash(folder))
        do {
            let server = try await knownServer()
            return ServiceExamination(findings: try await onDisk { try findings(in: place, seenBy: server) })
        } catch BackupError.noBackups {
            return ServiceExamination(findings: [Self.noneIsThere(place)])
        } catch {
            return ServiceExamination(problems: [error])
        }
    }

    /// - Throws: ``BackupError/branchUnusable(_:)``; where the key can't be used its own part says so, and all backups
    ///   count then.
    private func knownServer() async throws(BackupError) -> BackupServer? {
        do { return try await server() } catch {
            if let error = error as? BackupError { throw error }
            return nil
        }
    }

    private func findings(in place: BackupPlace, seenBy server: BackupServer?) throws -> [Finding] {
        let now = now(), series = try BackupSeries(of: place, pieces, seenBy: server, at: now)
        let own = series.counted
        var findings = Self.damaged(in: series)
        if own.isEmpty, !series.members.contains(where: { $0.owner == .unknown && $0.saysSomething }) {
            findings.append(Self.noneIsThere(place))
        }
        findings += own.filter(\.isAhead).suffix(1).map { Self.isAhead($0.name) }
        if let latest = series.latestDate, now.timeIntervalSince(latest) > interval.map({ 2 * $0 }) ?? Self.oldest {
            findings.append(interval == nil ? Self.isOld(latest) : Self.isOverdue(latest))
        } else if series.latestDate == nil, isFarAhead(own.filter { !$0.isFoundDamaged }, of: now) {
            findings.append(Self.noneIsDated)
        }
        if !own.isEmpty {
            // Nobody knows when it was that is dated ahead.
            let isLong = { (dates: [Date]) in
                dates.filter { !BackupSeries.isAhead($0, of: now) }.max().map {
                    now.timeIntervalSince($0) > Self.longestUnproven
                } ?? true
            }
            if isLong(own.compactMap { place.verifiedAt($0.name) }) {
                findings.append(Self.noneIsRead)
            } else if series.knowsOwners, isLong(own.compactMap { $0.proof?.provedAt }) {
                findings.append(Self.noneIsProved)
            }
        }
        return findings + Self.others(in: series)
    }

    /// Whether all are dated so far ahead that their time won't come soon; a clock that is some days behind is told of
    /// by itself.
    private func isFarAhead(_ members: [BackupSeries.Member], of now: Date) -> Bool {
        let dates = members.compactMap(\.description?.createdAt)
        return !dates.isEmpty && dates.allSatisfy { $0.timeIntervalSince(now) > Self.longestUnproven }
    }

    private static func damaged(in series: BackupSeries) -> [Finding] {
        let unreadable = series.members.filter { $0.description == nil }.suffix(1).map { isDamaged($0.name) }
        let damaged = series.members.filter { $0.description != nil && $0.isFoundDamaged && $0.owner != .otherServer }
        return unreadable
            + damaged.suffix(1).map {
                Finding(
                    "backup_damaged", BackupTexts.foundDamaged($0.name), remedy: "essentiald backup verify \($0.name)")
            }
    }

    /// What others see of them, and what isn't this server's.
    private static func others(in series: BackupSeries) -> [Finding] {
        [
            BackupTexts.readable(in: series).map {
                Finding(
                    "backup_readable", .notice, $0,
                    remedy: series.encryptedSince > 0
                        ? "essentiald backup prove --key-file FILE" : "essentiald backup create")
            },
            BackupTexts.otherBranch(in: series).map {
                Finding("backup_of_other_branch", .notice, $0, remedy: "essentiald backup adopt")
            },
            BackupTexts.otherServers(in: series).map {
                Finding("backup_folder_shared", .notice, $0, remedy: "essentiald backup list")
            },
        ].compactMap(\.self)
    }

    // MARK: What is told

    private static let noneIsMade = Finding(
        "backup_folder_unset", .notice,
        LocalizedText(
            en:
                "backup.folder isn't set: as far as the server knows, nobody makes backups, and a dead disk takes all accounts. "
                + "Name a folder on another disk, make one with essentiald backup create, and set backup.every.",
            es:
                "backup.folder no está configurado: que el servidor sepa, nadie hace copias, y un disco roto se lleva todas las "
                + "cuentas. Indica una carpeta en otro disco, haz una con essentiald backup create y configura backup.every."
        ),
        remedy: "essentiald backup create --to /backup/essential")

    private static func noneIsThere(_ place: BackupPlace) -> Finding {
        Finding(
            "backup_missing",
            LocalizedText(
                en:
                    "There is no backup of this server in \(place.path): a dead disk takes all accounts. Its disk may not be "
                    + "mounted.",
                es:
                    "No hay ninguna copia de este servidor en \(place.path): un disco roto se lleva todas las cuentas. Quizá su "
                    + "disco no esté montado."),
            remedy: "essentiald backup create --to \(place.path)")
    }

    private static func isDamaged(_ name: String) -> Finding {
        Finding(
            "backup_damaged",
            LocalizedText(
                en:
                    "The backup \(name) can't be used: it doesn't say what it has, and backup prune removes nothing while it "
                    + "stays. See what is wrong, and remove its folder; the disk may be failing.",
                es:
                    "La copia \(name) no sirve: no dice qué contiene, y backup prune no elimina nada mientras siga ahí. Mira qué "
                    + "le pasa y elimina su carpeta; puede que falle el disco."),
            remedy: "essentiald backup verify \(name)")
    }

    private static func isAhead(_ name: String) -> Finding {
        Finding("backup_dated_ahead", .notice, BackupTexts.datedAhead(name), remedy: "timedatectl set-ntp true")
    }

    private static func isOld(_ date: Date) -> Finding {
        let moment = LocalizedText.momentInUTC(date)
        return Finding(
            "backup_old",
            LocalizedText(
                en:
                    "The latest backup is of \(moment.english): all that came after it would be lost with the disk. Make one now, "
                    + "and see why the timer doesn't (systemctl list-timers).",
                es:
                    "La última copia es del \(moment.spanish): todo lo posterior se perdería con el disco. Haz una ahora y mira "
                    + "por qué no la hace el temporizador (systemctl list-timers)."),
            remedy: "essentiald backup create")
    }

    private static let noneIsDated = Finding(
        "backup_old",
        LocalizedText(
            en:
                "All backups of this server that can be used are dated ahead: when the latest was made nobody knows, and all "
                + "that came after it would be lost with the disk. Set the clock right, and make one now.",
            es:
                "Todas las copias de este servidor que sirven tienen fecha futura: nadie sabe cuándo se hizo la última, y todo lo "
                + "posterior se perdería con el disco. Pon el reloj en hora y haz una ahora."),
        remedy: "essentiald backup create")

    private static func isOverdue(_ date: Date) -> Finding {
        let moment = LocalizedText.momentInUTC(date)
        return Finding(
            "backup_overdue",
            LocalizedText(
                en:
                    "The latest backup is of \(moment.english), and the server was to make another since (backup.every). It "
                    + "doesn't run, or it can't: its log and /readyz say why. Make one now.",
                es:
                    "La última copia es del \(moment.spanish), y el servidor debía haber hecho otra (backup.every). No está en "
                    + "marcha o no puede: lo dicen su registro y /readyz. Haz una ahora."),
            remedy: "essentiald backup create")
    }

    private static let noneIsProved = Finding(
        "backup_not_proved", .notice,
        LocalizedText(
            en:
                "No backup was restored and signed in to for a month. Prove the latest; an encrypted one takes its private key, "
                + "--key-file.",
            es:
                "Hace un mes que no se restaura ninguna copia ni se inicia sesión en ella. Prueba la última; una cifrada necesita "
                + "su clave privada, --key-file."),
        remedy: "essentiald backup prove")

    private static let noneIsRead = Finding(
        "backup_unproven",
        LocalizedText(
            en:
                "Of the backups that there are none was read to its end within a month: whether one can be restored, nobody knows "
                + "before the day on which it counts.",
            es:
                "De las copias que hay, ninguna se ha leído hasta el final en un mes: nadie sabe si se puede restaurar hasta el día "
                + "en que haga falta."),
        remedy: "essentiald backup verify")
}
