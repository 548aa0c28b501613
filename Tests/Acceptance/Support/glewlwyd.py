"""Another OpenID provider that isn't ours: Debian's glewlwyd, on a free port of this machine.

usage: glewlwyd.py FOLDER ALGORITHM REDIRECT_ADDRESS LOGOUT_ADDRESS

It is set up as its administration page does it, and prints and knows what provider.py does,
but for who logs out there: that it tells by itself. It goes on until its input ends.
"""

import glob
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import urllib.error
import urllib.request

from joserfc import jwk

folder, algorithm, redirect, logout = sys.argv[1:]
root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
package = subprocess.run(
    [os.path.join(root, "Tools/setup/glewlwyd.sh")], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
# It takes a secret as it comes, where RFC 6749 (section 2.3.1) encodes it.
SECRET = "client-s3cret_without.odd-characters"
KEYS = {
    "RS256": ("rsa", lambda: jwk.RSAKey.generate_key(2048, auto_kid=True)),
    "ES256": ("ecdsa", lambda: jwk.ECKey.generate_key("P-256", auto_kid=True)),
}


class Glewlwyd:
    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"http://127.0.0.1:{free.getsockname()[1]}"
        self.issuer = self.address + "/api/oidc"
        database = os.path.join(folder, "glewlwyd.db")
        with open(os.path.join(package, "usr/share/dbconfig-common/data/glewlwyd/install/sqlite3")) as tables:
            with sqlite3.connect(database) as connection:
                connection.executescript(tables.read())
        configuration = os.path.join(folder, "glewlwyd.conf")
        with open(configuration, "w") as file:
            file.write(self.configuration(database))
        libraries = ":".join(glob.glob(os.path.join(package, "usr/lib/*-linux-gnu")))
        self.child = subprocess.Popen(
            [os.path.join(package, "usr/bin/glewlwyd"), "--config-file=" + configuration], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=os.environ | {"LD_LIBRARY_PATH": libraries})
        said = []
        for line in self.child.stdout:
            said.append(line)
            if "Glewlwyd started" in line:
                break
        else:
            sys.exit("glewlwyd ended: " + "".join(said))
        # It goes on talking.
        threading.Thread(target=lambda: [None for _ in self.child.stdout], daemon=True).start()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def configuration(self, database):
        texts = {
            "bind_address": "127.0.0.1", "external_url": self.address, "login_url": "login.html", "api_prefix": "api",
            "static_files_path": os.path.join(package, "usr/share/glewlwyd/webapp/"), "log_mode": "console",
            "log_level": "INFO", "admin_scope": "g_admin", "profile_scope": "g_profile", "hash_algorithm": "SHA512",
        }
        for setting, name in [("user_module", "user"), ("client_module", "client"),
                              ("user_auth_scheme_module", "scheme"), ("plugin_module", "plugin")]:
            texts[setting + "_path"] = os.path.join(package, "usr/lib/glewlwyd", name)
        types = [(".html", "text/html"), (".css", "text/css"), (".js", "application/javascript"), (".json", "application/json")]
        return "\n".join(
            [f"port={self.address.rsplit(':')[-1]}", "cookie_secure=0"]
            + [f'{name}="{value}"' for name, value in texts.items()]
            + [f'database = {{ type = "sqlite3" path = "{database}" }};']
            + ["static_files_mime_types = ("
               + ", ".join(f'{{ extension = "{end}" mime_type = "{kind}" compress = 0 }}' for end, kind in types) + ")"]
        ) + "\n"

    def ask(self, method, path, value=None):
        request = urllib.request.Request(
            f"{self.address}/api/{path}", None if value is None else json.dumps(value).encode(),
            {"Content-Type": "application/json"}, method=method)
        with self.opener.open(request) as answer:
            body = answer.read()
            return json.loads(body) if body else None

    def log_in(self):
        """It says that it has started a moment before it listens."""
        while self.child.poll() is None:
            try:
                return self.ask("POST", "auth/", {"username": "admin", "password": "password"})
            except urllib.error.HTTPError:
                raise
            except urllib.error.URLError:
                os.sched_yield()
        sys.exit("glewlwyd ended")

    def set_up(self):
        self.log_in()
        kind, make = KEYS[algorithm]
        key = make()
        self.ask("POST", "mod/plugin/", {
            "module": "oidc", "name": "oidc", "display_name": "OpenID Connect", "enabled": True, "parameters": {
                "iss": self.issuer, "jwt-type": kind, "jwt-key-size": "256", "default-kid": key.kid, "jwks-show": True,
                "jwks-private": json.dumps({"keys": [key.as_dict(private=True) | {"alg": algorithm}]}),
                "access-token-duration": 3600, "refresh-token-duration": 3600, "refresh-token-rolling": True,
                "code-duration": 600, "allow-non-oidc": False, "auth-type-code-enabled": True,
                "auth-type-token-enabled": False, "auth-type-id-token-enabled": True,
                "auth-type-password-enabled": False, "auth-type-client-enabled": False,
                "auth-type-refresh-enabled": True, "subject-type": "public", "name-claim": "mandatory",
                "email-claim": "mandatory", "pkce-allowed": True, "pkce-required": True,
                "pkce-method-plain-allowed": False, "oauth-as-iss-id": True, "session-management-allowed": True,
                "back-channel-logout-allowed": True, "front-channel-logout-allowed": False,
                "session-cookie-name": "GLEWLWYD2_OIDC_SESSION", "session-cookie-expiration": 3600,
                "scope": [], "additional-parameters": [],
                "claims": [{
                    "name": "email_verified", "user-property": "email_verified", "type": "boolean",
                    "boolean-value-true": "yes", "boolean-value-false": "no", "mandatory": True, "on-demand": False,
                    "scope": [],
                }],
            },
        })
        people = self.ask("GET", "mod/user/database")
        people["parameters"]["data-format"]["email_verified"] = {"multiple": False, "read": True, "write": True}
        self.ask("PUT", "mod/user/database", people)
        self.ask("PUT", "mod/user/database/reset")
        for name in ["email", "profile"]:
            self.ask("POST", "scope/", {
                "name": name, "display_name": name, "description": name, "password_required": True,
                "password_max_age": 0, "scheme": {},
            })
        self.ask("PUT", "scope/openid", self.ask("GET", "scope/openid") | {"password_required": True})
        for name, given, email in [
            ("ana", "Ana", "ana@example.com"), ("leo", "Leo", "leo@example.com"), ("unproved", "Una", "una@example.com"),
        ]:
            self.ask("POST", "user/?source=database", {
                "username": name, "name": given, "email": email, "password": "four green tea pots", "enabled": True,
                "scope": ["openid", "email", "profile", "g_profile"],
                "email_verified": "no" if name == "unproved" else "yes",
            })
        self.ask("POST", "client/?source=database", {
            "client_id": "essential", "name": "Essential", "confidential": True, "password": SECRET,
            "client_secret": SECRET, "redirect_uri": [redirect], "authorization_type": ["code"], "scope": [],
            "enabled": True, "token_endpoint_auth_method": ["client_secret_basic"], "backchannel_logout_uri": logout,
        })


def main():
    # What was begun ends with this.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    server = Glewlwyd()
    try:
        server.set_up()
        path = os.path.join(folder, "client-secret")
        with open(path, "w", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(SECRET + "\n")
        print(server.issuer, "essential", path, sep="\n", flush=True)
        sys.stdin.read()
    finally:
        server.child.terminate()


main()
