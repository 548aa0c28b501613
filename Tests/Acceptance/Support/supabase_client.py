"""Has Supabase's own client of PyPI, unchanged, do what people do with one.

usage: supabase_client.py ADDRESS OUTBOX, where ADDRESS is that of the server and OUTBOX its folder of letters
"""
import pathlib
import re
import sys

import httpx
from supabase_auth import SyncGoTrueClient
from supabase_auth.errors import AuthApiError, AuthWeakPasswordError

ADDRESS, OUTBOX = sys.argv[1], pathlib.Path(sys.argv[2])
FIRST, SECOND, THIRD = "unmistakable-Passphrase-7351", "another-Passphrase-of-hers-9126", "third-Passphrase-of-hers-4408"
ZOE = "zoë@example.com"


def client():
    """Timers of theirs would refresh tokens while the test looks."""
    return SyncGoTrueClient(
        url=ADDRESS + "/auth/v1", headers={"apikey": "not-looked-at"}, auto_refresh_token=False)


def refused(code, status, ask, *more):
    """Asks for what isn't given, and tells why it isn't."""
    try:
        ask(*more)
    except AuthApiError as error:
        assert (error.code, error.status) == (code, status), (error.code, error.status, error.message)
        assert error.message, "people read why"
        return error.message
    raise AssertionError(f"{code} was expected")


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


def signing_up():
    anew = client().sign_up({"email": ZOE, "password": FIRST, "options": {"data": {"full_name": "Zoë Ἀγάπη"}}})
    assert anew.session and anew.user.email == ZOE and anew.user.email_confirmed_at is None, anew
    assert anew.user.user_metadata["full_name"] == "Zoë Ἀγάπη"
    refused("user_already_exists", 422, client().sign_up, {"email": ZOE, "password": FIRST})
    try:
        client().sign_up({"email": "weak@example.com", "password": "short"})
        raise AssertionError("a weak password was taken")
    except AuthWeakPasswordError as error:
        assert error.reasons == ["length"] and error.status == 422, error.to_dict()
    nameless = client().sign_up({"email": "nameless@example.com", "password": SECOND})
    assert re.fullmatch(r"Person [0-9a-f]{8}", nameless.user.user_metadata["name"]), nameless.user
    refused("validation_failed", 422, client().sign_up,
            {"email": "more@example.com", "password": FIRST, "options": {"data": {"plan": "gold"}}})
    refused("phone_provider_disabled", 422, client().sign_up, {"phone": "+34600000000", "password": FIRST})
    refused("anonymous_provider_disabled", 422, client().sign_in_anonymously)


def confirming():
    letter = code(ZOE, "verify")
    wrong = {"email": ZOE, "type": "signup", "token": letter}
    assert "password" in refused("reauthentication_needed", 400, client().verify_otp, wrong)
    refused("otp_expired", 403, client().verify_otp, {**wrong, "token": "00000000", "password": FIRST})
    refused("otp_expired", 403, client().verify_otp, {**wrong, "password": SECOND})
    confirmed = client().verify_otp({**wrong, "password": FIRST})
    assert confirmed.session and confirmed.user.email_confirmed_at, confirmed
    assert client().resend({"email": ZOE, "type": "signup"}).user is None


def coming_in():
    here = client()
    session = here.sign_in_with_password({"email": ZOE, "password": FIRST}).session
    assert session.token_type == "bearer" and session.expires_in == 300
    wrong = refused("invalid_credentials", 400, client().sign_in_with_password, {"email": ZOE, "password": SECOND})
    unknown = refused("invalid_credentials", 400, client().sign_in_with_password,
                      {"email": "nobody@example.com", "password": SECOND})
    assert wrong == unknown
    user = here.get_user().user
    assert user.email == ZOE and user.id == session.user.id and user.role == user.aud == "authenticated"
    claims = here.get_claims()["claims"]
    assert claims["sub"] == user.id and claims["aal"] == "aal1" and claims["role"] == "authenticated"
    assert claims["amr"][0]["method"] == "password" and claims["session_id"] and claims["email"] == ZOE
    refused("bad_jwt", 403, client().get_user, session.access_token[:-4] + "AAAA.")
    refused("bad_jwt", 403, client().get_user, "eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.c2lnbmF0dXJl")
    return here, session


def staying_in(here, session):
    newer = here.refresh_session().session
    assert newer.refresh_token != session.refresh_token and here.get_user(newer.access_token).user.email == ZOE
    # The answer may have been lost: the token of before gets the same again.
    assert client().refresh_session(session.refresh_token).session.refresh_token == newer.refresh_token
    last = client().refresh_session(newer.refresh_token).session
    set_anew = client()
    set_anew.set_session(last.access_token, last.refresh_token)
    assert set_anew.get_user().user.email == ZOE
    refused("refresh_token_not_found", 400, client().refresh_session, "made-up")
    assert here.update_user({"data": {"name": "Ζωή"}}).user.user_metadata["name"] == "Ζωή"
    refused("validation_failed", 422, here.update_user, {"data": {"plan": "gold"}})
    refused("validation_failed", 422, here.update_user, {"email": "other@example.com"})


def changing_the_password():
    here, other = client(), client()
    for one in (here, other):
        one.sign_in_with_password({"email": ZOE, "password": FIRST})
    refused("reauthentication_needed", 400, here.update_user, {"password": SECOND})
    refused("invalid_credentials", 400, here.update_user, {"password": SECOND, "current_password": THIRD})
    assert here.update_user({"password": SECOND, "current_password": FIRST}).user.email == ZOE
    for one in (here, other):
        refused("session_not_found", 403, one.get_user)
        refused("refresh_token_not_found", 400, one.refresh_session)
    refused("invalid_credentials", 400, here.sign_in_with_password, {"email": ZOE, "password": FIRST})


def leaving():
    here, other = client(), client()
    token = here.sign_in_with_password({"email": ZOE, "password": SECOND}).session.access_token
    other.sign_in_with_password({"email": ZOE, "password": SECOND})
    here.sign_out({"scope": "local"})
    assert here.get_session() is None
    refused("session_not_found", 403, client().get_user, token)
    here.sign_in_with_password({"email": ZOE, "password": SECOND})
    here.sign_out({"scope": "others"})
    assert here.get_user().user.email == ZOE
    refused("session_not_found", 403, other.get_user)
    other.sign_in_with_password({"email": ZOE, "password": SECOND})
    here.sign_out()
    refused("session_not_found", 403, other.get_user)


def recovering():
    assert client().reset_password_for_email("nobody@example.com") is None
    here, other = client(), client()
    other.sign_in_with_password({"email": ZOE, "password": SECOND})
    here.reset_password_for_email(ZOE)
    letter = code(ZOE, "reset")
    proof = {"email": ZOE, "type": "recovery", "token": letter}
    wrong = refused("otp_expired", 403, client().verify_otp, {**proof, "token": "00000000"})
    unknown = refused("otp_expired", 403, client().verify_otp, {**proof, "email": "nobody@example.com"})
    assert wrong == unknown
    proved = here.verify_otp(proof)
    # It lets choose a password, and is nobody's session.
    assert proved.user.user_metadata == {} and proved.user.email == ZOE, proved.user
    refused("no_authorization", 401, here.get_user)
    refused("refresh_token_not_found", 400, here.refresh_session)
    try:
        here.update_user({"password": "short"})
        raise AssertionError("a weak password was taken")
    except AuthWeakPasswordError:
        pass
    refused("same_password", 422, here.update_user, {"password": SECOND})
    here.update_user({"password": THIRD})
    refused("otp_expired", 403, here.update_user, {"password": FIRST})
    refused("session_not_found", 403, other.get_user)
    assert client().sign_in_with_password({"email": ZOE, "password": THIRD}).user.email == ZOE


def what_there_is_not():
    here = client()
    refused("otp_disabled", 422, here.sign_in_with_otp, {"email": ZOE})
    refused("provider_disabled", 400, here.sign_in_with_sso, {"domain": "example.com"})
    refused("not_admin", 403, here.admin.list_users)
    here.sign_in_with_password({"email": ZOE, "password": THIRD})
    refused("mfa_totp_enroll_not_enabled", 422, here.mfa.enroll, {"factor_type": "totp", "friendly_name": "x"})
    assert here.mfa.list_factors().all == []
    assert here.mfa.get_authenticator_assurance_level().current_level == "aal1"
    settings = httpx.get(ADDRESS + "/auth/v1/settings").json()
    assert settings["external"]["email"] and not settings["disable_signup"] and not settings["mailer_autoconfirm"]


signing_up()
confirming()
staying_in(*coming_in())
changing_the_password()
leaving()
recovering()
what_there_is_not()
print("done")
