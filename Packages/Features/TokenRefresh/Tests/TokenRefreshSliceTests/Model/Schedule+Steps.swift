import CoreModels

extension Schedule {
    /// One thing that happens.
    enum Step {
        case call, go(World.Stop), fail(World.Stop), kill(Int)
        case deliver(Int), copy(Int), drop(Int)
        case wait(Double), restartServer, reboot
    }

    /// Chooses what comes next, as the habits have it.
    func nextStep() -> Step {
        var choices: [(weight: Int, step: Step)] = [
            (habits.moments, .wait(.random(in: 0...4, using: &random))),
            (habits.pauses, .wait(.random(in: 5...40, using: &random))),
            (habits.expiries, .wait(.random(in: 200...400, using: &random))),
            (habits.days, .wait(.random(in: 0...10, using: &random) * 86_400)),
            (habits.restarts, .restartServer), (habits.reboots, .reboot),
        ]
        if busy.count < processes.count { choices.append((120, .call)) }
        for stop in world.stops {
            choices += [(habits.kills, .kill(stop.process)), (habits.failures, .fail(stop))]
            if canGoOn(stop) { choices.append((200, .go(stop))) }
        }
        for index in messages.indices {
            choices += [(120, .deliver(index)), (habits.copies, .copy(index)), (habits.losses, .drop(index))]
        }
        var number = Int.random(in: 0..<choices.reduce(0) { $0 + $1.weight }, using: &random)
        for choice in choices {
            number -= choice.weight
            if number < 0 { return choice.step }
        }
        return .call
    }

    /// Whether a process can go on by itself.
    func canGoOn(_ stop: World.Stop) -> Bool {
        switch stop.point {
        case .lock: world.isLockFree
        case .read, .write, .written, .send: true
        case .answer: false
        case .sleep(let end): (world.now.duration(to: end) ?? .zero) == .zero
        }
    }
}
