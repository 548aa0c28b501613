"""Makes a client from the description of the interface, and has it do what people do.

usage: generated_client.py FOLDER ADDRESS OUTBOX, where the client is made in FOLDER, ADDRESS is that of the server and
OUTBOX its folder of letters
"""
import importlib
import pathlib
import re
import subprocess
import sys

import httpx

FOLDER, ADDRESS, OUTBOX = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
DESCRIPTION = pathlib.Path(__file__).parents[3] / "docs/api/openapi.yaml"
FIRST, SECOND, THIRD = "unmistakable-Passphrase-7351", "another-Passphrase-of-hers-9126", "third-Passphrase-of-hers-4408"
ZOE = "zoë@example.com"

# Of what providers send alone, and of pictures, which have no form in JSON.
LEFT_OUT = ["application/secevent+jwt", "image/jpeg, image/png", "image/jpeg, image/png"]


def make():
    settings = FOLDER / "settings.yaml"
    settings.write_text("post_hooks: []\n")
    said = subprocess.run(
        [pathlib.Path(sys.executable).with_name("openapi-python-client"), "generate", "--path", DESCRIPTION,
         "--output-path", FOLDER / "essential", "--meta", "none", "--config", settings],
        check=True, capture_output=True, text=True, env={"COLUMNS": "400", "PATH": "/usr/bin:/bin"})
    said = said.stdout + said.stderr
    left_out = re.findall(r"Unsupported content.type ([^)\n]+)", said)
    assert sorted(left_out) == LEFT_OUT and said.count("WARNING") == len(LEFT_OUT), said
    sys.path.insert(0, str(FOLDER))


make()
essential = importlib.import_module("essential")
models = importlib.import_module("essential.models")


def ask(name, status, client=None, **values):
    """Asks by the function that was made for an operation, and gives back what was made of the answer."""
    operation = importlib.import_module("essential.api." + name)
    answer = operation.sync_detailed(client=client or essential.Client(base_url=ADDRESS), **values)
    assert answer.status_code == status, (name, answer)
    assert status == 204 or answer.parsed is not None, (name, answer)
    return answer.parsed


def of(grant):
    return essential.AuthenticatedClient(base_url=ADDRESS, token=grant.access_token)


def code(address, page):
    """The newest code that was sent to somebody, in the letter that leads to a page; it is written after the answer."""
    for _ in range(1000):
        # Their names begin with the time.
        for letter in sorted(OUTBOX.glob("*"), reverse=True):
            content = letter.read_text(encoding="utf-8")
            found = re.search(r"^ +(\d{8})\s*$", content, re.M)
            if found and address in content and f"/{page}?token=" in content:
                return found[1]
        httpx.get(ADDRESS + "/healthz")
    raise AssertionError(f"no letter for {address}")


def credentials(password, email=ZOE):
    return models.Credentials(email=email, password=password)


person = models.Registration(name="Zoë Ἀγάπη", email=ZOE, password=FIRST)
made = ask("accounts.register", 201, body=person)
assert made.user.email == ZOE and not made.user.email_verified and made.user.name == person.name
assert ask("accounts.register", 409, body=person).code == "email_already_in_use"
weak = ask("accounts.register", 422, body=models.Registration(name="W", email="w@example.com", password="short"))
assert weak.code == "invalid_data" and weak.errors[0].pointer == "/password", weak

confirmation = models.Confirmation(email=ZOE, code=code(ZOE, "verify"), password=FIRST)
assert ask("accounts.verify", 200, body=confirmation).user.email_verified
wrong = ask("sessions.log_in", 401, body=credentials(SECOND))
unknown = ask("sessions.log_in", 401, body=credentials(SECOND, "nobody@example.com"))
assert wrong.code == unknown.code == "invalid_credentials" and wrong.title == unknown.title

grant = ask("sessions.log_in", 200, body=credentials(FIRST)).token
assert ask("accounts.get_account", 200, of(grant)).email == ZOE
assert ask("keys.get_keys", 200).keys[0].crv == "P-256"
newer = ask("sessions.refresh", 200, body=models.RefreshToken(refresh_token=grant.refresh_token)).token
assert newer.refresh_token != grant.refresh_token
assert ask("accounts.put_name", 200, of(newer), body=models.AccountName(name="Ζωή")).name == "Ζωή"
assert len(ask("sessions.list_sessions", 200, of(newer)).items) >= 2

change = models.PasswordChange(current_password=FIRST, new_password=SECOND, refresh_token=newer.refresh_token)
changed = ask("accounts.change_password", 200, of(newer), body=change).token
assert ask("accounts.get_account", 401, of(newer)).code in ("token_expired", "session_ended")
ask("sessions.log_out", 204, body=models.RefreshToken(refresh_token=changed.refresh_token))
assert ask("accounts.get_account", 401, of(changed)).code == "session_ended"
assert ask("sessions.refresh", 401, body=models.RefreshToken(refresh_token=changed.refresh_token)).code == "invalid_grant"

for address in (ZOE, "nobody@example.com"):
    assert ask("accounts.request_reset", 202, body=models.ResetRequest(email=address)).status == "check_mail"
proof = {"email": ZOE, "code": code(ZOE, "reset")}
missing = ask("accounts.reset_password", 422, body=models.PasswordReset(**proof))
assert [(error.pointer, error.code) for error in missing.errors] == [("/new_password", "required")]
ask("accounts.reset_password", 204, body=models.PasswordReset(**proof, new_password=THIRD))
assert ask("accounts.reset_password", 410, body=models.PasswordReset(**proof, new_password=FIRST)).code == "link_used"
assert ask("sessions.log_in", 200, body=credentials(THIRD)).user.name == "Ζωή"
print("done")
