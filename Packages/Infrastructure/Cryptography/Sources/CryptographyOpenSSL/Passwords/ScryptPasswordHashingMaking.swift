import CryptographyAPI

/// Makes password hashing whose work runs on shared threads.
struct ScryptPasswordHashingMaking: PasswordHashingMaking {
    let workers: BoundedWorkers
    let random: any RandomSource

    func makePasswordHashing(
        cost: ScryptCost, pepper: Pepper, retiredPeppers: [Pepper]
    ) throws(CryptographyError) -> any PasswordHashing {
        try ScryptPasswordHashing(
            cost: cost, pepper: pepper, retiredPeppers: retiredPeppers, workers: workers, random: random)
    }

    func close() {
        workers.close()
    }
}
