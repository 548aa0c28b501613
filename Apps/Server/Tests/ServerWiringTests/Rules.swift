import SessionsServiceAPI

/// The rules of one server.
struct Rules: Sendable {
    /// Whether a lost factor ends after a week, or by the operator only.
    var lossEnds = true
    /// How many recovery codes there are.
    var codes = 2
    /// How many passkeys, and links, a person makes.
    var most = 4

    enum Outcome: Hashable, Sendable {
        case done(Standing)
        /// The server says no.
        case refused
        /// There is nothing to ask the server with.
        case impossible
    }

    /// What comes of a move.
    func outcome(of move: Move, from standing: Standing) -> Outcome {
        switch move {
        case .proveAddress, .recover, .waitAWeek, .rest, .leave: byThemselves(move, standing)
        case .password, .passwordAndCode, .passwordAndRecoveryCode, .passwordAndLoss, .provider, .providerAndCode,
            .providerAndRecoveryCode, .providerAndLoss, .passkey:
            loggingIn(move, standing)
        case .proveAgain, .proveAgainWithCode: provingAgain(move, standing)
        case .addPasskey, .removePasskey, .removeLostPasskey, .link, .unlink, .unlinkLost: changingWays(move, standing)
        case .turnFactorOn, .turnFactorOff, .renewCodes, .keepFactor: changingFactor(move, standing)
        case .deleteAccount: deleting(standing)
        case .suspend, .release: operating(move, standing)
        default: losing(move, standing)
        }
    }

    private func byThemselves(_ move: Move, _ standing: Standing) -> Outcome {
        var next = standing
        switch move {
        case .proveAddress:
            let isMember = standing.session > .none || (standing.hasPassword && standing.knowsPassword)
            guard standing.readsMail, !standing.isVerified, isMember else { return .impossible }
            next.isVerified = true
        case .recover:
            guard standing.readsMail else { return .impossible }
            next.isVerified = true
            next.hasPassword = true
            next.knowsPassword = true
            next.session = .none
            if standing.factor == .ending { next.factor = .on }
        case .rest:
            guard standing.session > .old else { return .impossible }
            next.session = .old
        case .leave:
            guard standing.session > .none else { return .impossible }
            next.session = .none
        default:
            guard standing.factor == .ending else { return .impossible }
            next.session = .none
            Self.endFactor(of: &next)
        }
        return .done(next)
    }

    private func loggingIn(_ move: Move, _ standing: Standing) -> Outcome {
        let way: WayIn
        switch move {
        case .passkey:
            guard standing.passkeys.kept > 0 else { return .impossible }
            way = .passkey
        case .provider, .providerAndCode, .providerAndRecoveryCode, .providerAndLoss:
            guard standing.providers.kept > 0 else { return .impossible }
            way = .provider
        default:
            guard standing.hasPassword, standing.knowsPassword else { return .impossible }
            way = .password
        }
        var next = standing
        let isFirstStep = [.password, .provider, .passkey].contains(move)
        switch standing.ruling(on: way) {
        case .closed: return .refused
        case .open:
            guard isFirstStep else { return .impossible }
            next.session = way.methods.count > 1 ? .two : .one
        case .asksForFactor:
            switch move {
            case .passwordAndCode, .providerAndCode:
                guard standing.hasAuthenticator else { return .impossible }
                next.session = .two
                next.factor = .on
            case .passwordAndRecoveryCode, .providerAndRecoveryCode:
                guard standing.hasCodes else { return .impossible }
                guard standing.codes > 0 else { return .refused }
                next.codes -= 1
                next.session = .two
                next.factor = .on
            case .passwordAndLoss, .providerAndLoss:
                guard lossEnds else { return .refused }
                next.factor = .ending
            default: return .refused
            }
        }
        if next.session > .none { next.isClosing = false }
        return .done(next)
    }

    private func deleting(_ standing: Standing) -> Outcome {
        guard standing.session > .none else { return .impossible }
        guard standing.session == .two || (standing.session == .one && standing.factor == .off) else { return .refused }
        var next = standing
        next.session = .none
        next.isClosing = true
        return .done(next)
    }

    private func provingAgain(_ move: Move, _ standing: Standing) -> Outcome {
        guard standing.session > .none, standing.hasPassword, standing.knowsPassword else { return .impossible }
        var next = standing
        if move == .proveAgain {
            guard standing.factor == .off else { return .refused }
            next.session = .one
        } else {
            guard standing.factor != .off, standing.hasAuthenticator else { return .impossible }
            next.session = .two
            next.factor = .on
        }
        return .done(next)
    }

    private func changingWays(_ move: Move, _ standing: Standing) -> Outcome {
        var next = standing
        let isThere =
            switch move {
            case .addPasskey: standing.passkeys.count < most
            case .link: standing.providers.count < most
            case .removePasskey: standing.passkeys.kept > 0
            case .removeLostPasskey: standing.passkeys.lost > 0
            case .unlink: standing.providers.kept > 0
            default: standing.providers.lost > 0
            }
        guard standing.session > .none, isThere else { return .impossible }
        guard standing.session > .old else { return .refused }
        // Whoever changes a passkey in spite of a factor could have that lifted by it.
        let isPasskeys = [.addPasskey, .removePasskey, .removeLostPasskey].contains(move)
        guard !isPasskeys || standing.factor == .off || standing.session == .two else { return .refused }
        if Move.removals.contains(move), standing.ways < 2 { return .refused }
        switch move {
        case .addPasskey: next.passkeys.kept += 1
        case .link: next.providers.kept += 1
        case .removePasskey: next.passkeys.kept -= 1
        case .removeLostPasskey: next.passkeys.lost -= 1
        case .unlink: next.providers.kept -= 1
        default: next.providers.lost -= 1
        }
        return .done(next)
    }

    private func changingFactor(_ move: Move, _ standing: Standing) -> Outcome {
        guard standing.session > .none else { return .impossible }
        var next = standing
        switch move {
        case .turnFactorOn:
            guard standing.isVerified, standing.session > .old, standing.factor == .off else { return .refused }
            next.factor = .on
            next.codes = codes
            next.hasAuthenticator = true
            next.hasCodes = true
            next.session = .two
        case .turnFactorOff:
            guard standing.factor != .off else { return .impossible }
            guard standing.session == .two else { return .refused }
            Self.endFactor(of: &next)
        case .renewCodes:
            guard standing.factor != .off, standing.session == .two else { return .refused }
            next.codes = codes
            next.hasCodes = true
        default:
            guard standing.factor == .ending else { return .impossible }
            next.factor = .on
        }
        return .done(next)
    }

    private func losing(_ move: Move, _ standing: Standing) -> Outcome {
        var next = standing
        switch move {
        case .forgetPassword: next.knowsPassword = false
        case .loseMailbox: next.readsMail = false
        case .loseAuthenticator: next.hasAuthenticator = false
        case .loseCodes: next.hasCodes = false
        case .losePasskey where standing.passkeys.kept > 0:
            next.passkeys.kept -= 1
            next.passkeys.lost += 1
        case .loseProvider where standing.providers.kept > 0:
            next.providers.kept -= 1
            next.providers.lost += 1
        // Sessions that began there end; which they were isn't kept here.
        case .providerGone where standing.providers.kept > 0:
            next.providers.kept -= 1
            next.session = .none
        default: break
        }
        return next == standing ? .impossible : .done(next)
    }

    private func operating(_ move: Move, _ standing: Standing) -> Outcome {
        guard standing.isSuspended == (move == .release) else { return .impossible }
        var next = standing
        next.isSuspended = move == .suspend
        if move == .suspend { next.session = .none }
        return .done(next)
    }

    private static func endFactor(of standing: inout Standing) {
        standing.factor = .off
        standing.codes = 0
        standing.hasAuthenticator = false
        standing.hasCodes = false
    }
}
