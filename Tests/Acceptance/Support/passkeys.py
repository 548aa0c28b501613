"""Authenticators that people plug into a browser (WebAuthn.addVirtualAuthenticator of the Chrome DevTools Protocol).

Passkeys stay in one that is pulled out, by its name, but what they compute secrets with (PRF) doesn't: plugged in again it is
one that was changed. One that is rewound has counted fewer answers, as a copy has.
"""


class Authenticators:
    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        # Without a window of its own nobody is asked, and what is offered beside an address is taken.
        self.session.send("WebAuthn.enable", {"enableUI": False})
        self.kept, self.plugged = {}, {}

    def plug_in(self, name, verifies, computes=False):
        found = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
            "isUserVerified": verifies, "automaticPresenceSimulation": True,
            **({"ctap2Version": "ctap2_1", "hasPrf": True} if computes else {})}})
        self.plugged[name] = found["authenticatorId"]
        for credential in self.kept.get(name, []):
            self.session.send("WebAuthn.addCredential", {
                "authenticatorId": self.plugged[name], "credential": credential})

    def pull_out(self, name):
        authenticator = {"authenticatorId": self.plugged.pop(name)}
        self.kept[name] = self.session.send("WebAuthn.getCredentials", authenticator)["credentials"]
        self.session.send("WebAuthn.removeVirtualAuthenticator", authenticator)

    def recognise(self, name, verifies):
        self.session.send("WebAuthn.setUserVerified", {
            "authenticatorId": self.plugged[name], "isUserVerified": verifies})

    def forget(self, name):
        self.session.send("WebAuthn.clearCredentials", {"authenticatorId": self.plugged[name]})

    def rewind(self, name, count):
        for credential in self.kept[name]:
            credential["signCount"] = count
