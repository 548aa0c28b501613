"""An OpenID provider that isn't ours: canaille, on a free port of this machine.

usage: provider.py FOLDER ALGORITHM MANNER REDIRECT_ADDRESS LOGOUT_ADDRESS

MANNER is how it sends people back: `link` as it does, or `form` by a form of a page
of its own, as Apple does; then it is at another site than the server.

It prints its address, the client's name and the path of the file with the client's
secret, in one line each. Each line of its input names somebody who logs out there: it
tells so (OpenID Connect Back-Channel Logout 1.0, which canaille doesn't know yet), and
prints what it is answered. It goes on until its input ends.
"""

import datetime
import html
import os
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

import canaille
from canaille.app import models
from canaille.backends import Backend
from joserfc import jwk, jwt
from werkzeug.serving import make_server

folder, algorithm, manner, redirect, logout = sys.argv[1:]


# It wants one of RSA in any case.
KEYS = {
    "ES256": [jwk.ECKey.generate_key("P-256", auto_kid=True)],
    "EdDSA": [jwk.OKPKey.generate_key("Ed25519", auto_kid=True)],
}.get(algorithm, []) + [jwk.RSAKey.generate_key(2048, auto_kid=True)]


def by_form(app):
    """Has people sent back by a form, with a field more, and a name as Apple has one."""

    def answer(environ, start):
        answered = []
        body = app(environ, lambda status, fields, *_: answered.append((status, fields)))
        location = dict(answered[0][1]).get("Location", "")
        if not location.startswith(redirect):
            start(*answered[0])
            return body
        fields = urllib.parse.parse_qsl(urllib.parse.urlsplit(location).query)
        fields += [("id_token", "x.y.z"), ("user", '{"name":{"firstName":"Leo"}}')]
        inputs = "".join(f'<input type="hidden" name="{name}" value="{html.escape(value)}">' for name, value in fields)
        page = f'<form method="post" action="{redirect}">{inputs}<button class="primary">Go on</button></form>'
        start("200 OK", [("Content-Type", "text/html; charset=utf-8")])
        return [page.encode()]

    return answer


def log_out(name, issuer):
    """Tells that somebody logged out."""
    now = int(time.time())
    claims = {
        "iss": issuer, "aud": "essential", "iat": now, "exp": now + 120, "jti": str(uuid.uuid4()), "sub": name,
        "events": {"http://schemas.openid.net/event/backchannel-logout": {}},
    }
    header = {"alg": algorithm, "typ": "logout+jwt", "kid": KEYS[0].kid}
    token = jwt.encode(header, claims, KEYS[0], algorithms=[algorithm])
    try:
        with urllib.request.urlopen(logout, urllib.parse.urlencode({"logout_token": token}).encode()) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def main():
    host = "localhost" if manner == "form" else "127.0.0.1"
    server = make_server(host, 0, lambda *_: [], threaded=True)
    issuer = f"http://{host}:{server.server_port}"
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
            client_name="Essential", contacts=["admin@example.com"], redirect_uris=[redirect],
            grant_types=["authorization_code"], response_types=["code"], scope=["openid", "email", "profile"],
            token_endpoint_auth_method="client_secret_basic", id_token_signed_response_alg=algorithm,
        )
        Backend.instance.save(client)
        client.audience = [client]
        Backend.instance.save(client)
    server.app = by_form(app) if manner == "form" else app
    path = os.path.join(folder, "client-secret")
    with open(path, "w", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        file.write(secret + "\n")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(issuer, "essential", path, sep="\n", flush=True)
    for line in sys.stdin:
        print(log_out(line.strip(), issuer), flush=True)


main()
