import KernelTesting

/// How often what happens in a schedule: each has habits of its own, some with
/// nothing of one kind and much of another, since faults that hide one another
/// would never be seen together otherwise.
struct Habits {
    // Time goes by.
    let moments: Int
    let pauses: Int
    let expiries: Int
    let days: Int
    // Somebody goes down.
    let restarts: Int
    let reboots: Int
    let kills: Int
    let failures: Int
    // The network misbehaves.
    let copies: Int
    let losses: Int
    /// Of a thousand answers, how many are invented on the way.
    let inventions: Int
    /// Of a thousand answers, how many come in half.
    let halves: Int

    init(_ random: inout SeededGenerator) {
        func one(of weights: [Int]) -> Int { weights.randomElement(using: &random) ?? 0 }
        moments = one(of: [0, 60, 200])
        pauses = one(of: [0, 30, 100])
        expiries = one(of: [10, 30, 80])
        days = one(of: [0, 10, 30])
        restarts = one(of: [0, 10, 30])
        reboots = one(of: [0, 3])
        kills = one(of: [0, 10, 60])
        failures = one(of: [0, 10, 60])
        copies = one(of: [0, 20, 100])
        losses = one(of: [0, 20, 80])
        inventions = one(of: [0, 100, 400])
        halves = one(of: [0, 80, 300])
    }
}
