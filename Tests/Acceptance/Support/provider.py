"""An OpenID provider that isn't ours: canaille, on a free port of this machine.

usage: provider.py FOLDER ALGORITHM REDIRECT_ADDRESS...

It prints its address, the client's name and the path of the file with the client's
secret, in one line each, and goes on until its input ends.
"""

import datetime
import os
import sys
import threading

import canaille
from canaille.app import models
from canaille.backends import Backend
from joserfc import jwk
from werkzeug.serving import make_server

folder, algorithm, redirects = sys.argv[1], sys.argv[2], sys.argv[3:]


# It wants one of RSA in any case.
KEYS = {
    "ES256": [jwk.ECKey.generate_key("P-256", auto_kid=True)],
    "EdDSA": [jwk.OKPKey.generate_key("Ed25519", auto_kid=True)],
}.get(algorithm, []) + [jwk.RSAKey.generate_key(2048, auto_kid=True)]


def main():
    server = make_server("127.0.0.1", 0, lambda *_: [], threaded=True)
    issuer = f"http://127.0.0.1:{server.server_port}"
    app = canaille.create_app(
        {
            "SECRET_KEY": "not a secret of anybody",
            "SERVER_NAME": issuer.removeprefix("http://"),
            "PREFERRED_URL_SCHEME": "http",
            "CANAILLE": {"DATABASE": "memory", "SMTP": None, "JAVASCRIPT": False, "HTMX": False},
            "CANAILLE_OIDC": {
                "TRUSTED_DOMAINS": "",
                "ACTIVE_JWKS": [key.as_dict(private=True) for key in KEYS],
            },
        }
    )
    # It knows addresses, and says of each that it is the person's.
    app.config["CANAILLE_OIDC"]["USERINFO_MAPPING"]["EMAIL_VERIFIED"] = (
        "{{ 'true' if user.user_name != 'unproved' else 'false' }}"
    )
    with app.app_context():
        for name, given, email in [
            ("ana", "Ana", "ana@example.com"),
            ("leo", "Leo", "leo@example.com"),
            ("unproved", "Una", "una@example.com"),
        ]:
            user = models.User(
                formatted_name=given, family_name="Example", given_name=given, user_name=name, emails=[email],
                password="four green tea pots",
            )
            Backend.instance.save(user)
        secret = "client s3cret: with/odd+characters"
        client = models.Client(
            client_id="essential", client_secret=secret, client_id_issued_at=datetime.datetime.now(datetime.timezone.utc),
            client_name="Essential", contacts=["admin@example.com"], redirect_uris=redirects,
            grant_types=["authorization_code"], response_types=["code"], scope=["openid", "email", "profile"],
            token_endpoint_auth_method="client_secret_basic", id_token_signed_response_alg=algorithm,
        )
        Backend.instance.save(client)
        client.audience = [client]
        Backend.instance.save(client)
    server.app = app
    path = os.path.join(folder, "client-secret")
    with open(path, "w", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        file.write(secret + "\n")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(issuer, "essential", path, sep="\n", flush=True)
    sys.stdin.read()


main()
