extension PasskeysContract {
    /// What a browser is asked to make a passkey (`PublicKeyCredentialCreationOptionsJSON`).
    package struct MakingQuestion: Codable, Sendable {
        /// Who asks.
        package struct Party: Codable, Sendable {
            package let id: String
            package let name: String

            package init(id: String, name: String) {
                self.id = id
                self.name = name
            }
        }

        /// For whom it is.
        package struct Person: Codable, Sendable {
            package let id: String
            package let name: String
            package let displayName: String

            package init(id: String, name: String, displayName: String) {
                self.id = id
                self.name = name
                self.displayName = displayName
            }
        }

        /// A kind of key.
        package struct Kind: Codable, Sendable {
            package let type: String
            package let alg: Int

            package init(alg: Int) {
                type = "public-key"
                self.alg = alg
            }
        }

        /// What the authenticator has to do.
        package struct Selection: Codable, Sendable {
            package let residentKey: String
            package let requireResidentKey: Bool
            package let userVerification: String

            package init() {
                residentKey = "required"
                requireResidentKey = true
                userVerification = "required"
            }
        }

        package let rp: Party
        package let user: Person
        package let challenge: String
        package let pubKeyCredParams: [Kind]
        /// In milliseconds.
        package let timeout: Int
        package let excludeCredentials: [KnownCredential]
        package let authenticatorSelection: Selection
        package let attestation: String

        package init(
            rp: Party, user: Person, challenge: String, pubKeyCredParams: [Kind], timeout: Int,
            excludeCredentials: [KnownCredential]
        ) {
            self.rp = rp
            self.user = user
            self.challenge = challenge
            self.pubKeyCredParams = pubKeyCredParams
            self.timeout = timeout
            self.excludeCredentials = excludeCredentials
            authenticatorSelection = Selection()
            attestation = "none"
        }
    }

    /// A passkey that there is (`PublicKeyCredentialDescriptorJSON`).
    package struct KnownCredential: Codable, Sendable {
        package let type: String
        package let id: String
        package let transports: [String]

        package init(id: String, transports: [String]) {
            type = "public-key"
            self.id = id
            self.transports = transports
        }
    }

    /// What a browser is asked to answer with a passkey, whichever there is
    /// (`PublicKeyCredentialRequestOptionsJSON`).
    package struct AnswerQuestion: Codable, Sendable {
        package let challenge: String
        /// In milliseconds.
        package let timeout: Int
        package let rpId: String
        package let userVerification: String

        package init(challenge: String, timeout: Int, rpId: String) {
            self.challenge = challenge
            self.timeout = timeout
            self.rpId = rpId
            userVerification = "required"
        }
    }

    /// A passkey that was made (`RegistrationResponseJSON`).
    package struct MadeCredential: Codable, Sendable {
        /// What the authenticator gave.
        package struct Response: Codable, Sendable {
            package let clientDataJSON: String
            package let attestationObject: String
            package let transports: [String]?

            package init(clientDataJSON: String, attestationObject: String, transports: [String]?) {
                self.clientDataJSON = clientDataJSON
                self.attestationObject = attestationObject
                self.transports = transports
            }
        }

        package let id: String
        package let response: Response

        package init(id: String, response: Response) {
            self.id = id
            self.response = response
        }
    }

    /// An answer of a passkey (`AuthenticationResponseJSON`).
    package struct AnsweredCredential: Codable, Sendable {
        /// What the authenticator gave.
        package struct Response: Codable, Sendable {
            package let clientDataJSON: String
            package let authenticatorData: String
            package let signature: String
            package let userHandle: String?

            package init(
                clientDataJSON: String, authenticatorData: String, signature: String, userHandle: String?
            ) {
                self.clientDataJSON = clientDataJSON
                self.authenticatorData = authenticatorData
                self.signature = signature
                self.userHandle = userHandle
            }
        }

        package let id: String
        package let response: Response

        package init(id: String, response: Response) {
            self.id = id
            self.response = response
        }
    }
}
