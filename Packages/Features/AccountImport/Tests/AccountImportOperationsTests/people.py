"""Exports of other account systems by their documented formats, with hashes of python3-bcrypt, python3-argon2 and hashlib.

`people.py SYSTEM COUNT` prints one of so many people: person 7 has the address person7@example.com and the password
`password of 7`. Every tenth has an authenticator, whose secret is `secret-of-authenticator-7` as it stands (Keycloak), or
these bytes in Base32 (Supabase).
"""
import base64
import hashlib
import json
import sys
import uuid

sys.path.append("/usr/lib/python3/dist-packages")
import argon2.low_level
import bcrypt


def base64_text(data):
    return base64.b64encode(data).decode()


def identifier(number):
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"person {number}"))


def password(number):
    return f"password of {number}".encode()


def secret(number):
    return f"secret-of-authenticator-{number}".encode()


def bcrypt_hash(number):
    return bcrypt.hashpw(password(number), bcrypt.gensalt(4, b"2a")).decode()


def keycloak(count):
    users = []
    for number in range(count):
        salt, kind = hashlib.sha256(str(number).encode()).digest()[:16], number % 3
        if kind == 2:
            digest = argon2.low_level.hash_secret_raw(
                password(number), salt, time_cost=1, memory_cost=64, parallelism=1, hash_len=32, type=argon2.low_level.Type.ID)
            data = {"hashIterations": 1, "algorithm": "argon2", "additionalParameters": {
                "hashLength": ["32"], "memory": ["64"], "type": ["id"], "version": ["1.3"], "parallelism": ["1"]}}
        else:
            name = ["sha256", "sha512"][kind]
            digest = hashlib.pbkdf2_hmac(name, password(number), salt, 100, 64)
            data = {"hashIterations": 100, "algorithm": f"pbkdf2-{name}", "additionalParameters": {}}
        credentials = [{
            "id": identifier(f"credential {number}"), "type": "password", "createdDate": 1700000000000,
            "secretData": json.dumps({"value": base64_text(digest), "salt": base64_text(salt), "additionalParameters": {}}),
            "credentialData": json.dumps(data)}]
        if number % 10 == 0:
            credentials.append({
                "id": identifier(f"otp {number}"), "type": "otp", "userLabel": "telephone", "createdDate": 1700000000000,
                "secretData": json.dumps({"value": secret(number).decode()}),
                "credentialData": json.dumps({
                    "subType": "totp", "digits": 6, "counter": 0, "period": 30, "algorithm": "HmacSHA1"})})
        users.append({
            "id": identifier(number), "username": f"person{number}", "firstName": "Person", "lastName": str(number),
            "email": f"person{number}@example.com", "emailVerified": True, "createdTimestamp": 1700000000000,
            "enabled": True, "totp": number % 10 == 0, "credentials": credentials, "disableableCredentialTypes": [],
            "requiredActions": [], "realmRoles": ["default-roles-example"], "notBefore": 0, "groups": []})
    return json.dumps({"id": "example", "realm": "example", "enabled": True, "users": users})


def supabase(count):
    users, factors = [], []
    for number in range(count):
        about = json.dumps({"full_name": f"Person {number}"}).replace("\\", "\\\\")
        users.append("\t".join([
            "00000000-0000-0000-0000-000000000000", identifier(number), "authenticated", "authenticated",
            f"person{number}@example.com", bcrypt_hash(number), "2024-05-01 10:00:00.123456+00", about, "\\N", "\\N", "\\N",
            "f", "f"]))
        if number % 10 == 0:
            text = base64.b32encode(secret(number)).decode().rstrip("=")
            factors.append("\t".join([identifier(f"factor {number}"), identifier(number), "telephone", "totp", "verified", text]))
    return "\n".join(
        ["--", "-- PostgreSQL database dump", "--", "", "SET statement_timeout = 0;", "",
         "COPY auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_user_meta_data,"
         " banned_until, deleted_at, phone, is_anonymous, is_super_admin) FROM stdin;"] + users
        + ["\\.", "", "COPY auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret) FROM stdin;"] + factors
        + ["\\.", "", "-- PostgreSQL database dump complete", ""])


def pocketbase(count):
    return json.dumps([{
        "avatar": "", "created": "2024-05-01 10:00:00.123Z", "email": f"person{number}@example.com", "emailVisibility": 0,
        "id": f"r{number:014}", "name": f"Person {number}", "password": bcrypt_hash(number), "tokenKey": "x" * 50,
        "updated": "2024-05-01 10:00:00.123Z", "verified": 1} for number in range(count)])


print({"keycloak": keycloak, "supabase": supabase, "pocketbase": pocketbase}[sys.argv[1]](int(sys.argv[2])))
