"""PINs as issuers take them: decrypted with OpenSSL's program, which shares no code with the client."""

import base64
import functools
import hashlib
import hmac
import json
import subprocess


def openssl(*arguments, data=b""):
    done = subprocess.run(["openssl", *arguments], input=data, capture_output=True, check=False)
    return done.stdout if done.returncode == 0 else None


#: The folder of the issuer's files, which its owner removes.
place = None


@functools.cache
def key_file():
    path = str(place / "pins.pem")
    openssl("genrsa", "-out", path, "2048")
    return path


def public_pem():
    """The key that the issuer has published."""
    return openssl("rsa", "-in", key_file(), "-pubout").decode()


def jwk():
    modulus = openssl("rsa", "-in", key_file(), "-noout", "-modulus").decode().strip()
    number = bytes.fromhex(modulus.partition("=")[2])
    return {"kty": "RSA", "n": unpadded(number), "e": "AQAB"}


def unpadded(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def padded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def rsa(box):
    return openssl("pkeyutl", "-decrypt", "-inkey", key_file(),
                   "-pkeyopt", "rsa_padding_mode:oaep", data=box)


def from_rsa(text, seen):
    """The PIN of base 64 of RSA-OAEP over {"nonce", "pin"}; None: it is not one."""
    message = rsa(base64.b64decode(text, validate=True))
    if message is None:
        return None
    fields = json.loads(message)
    nonce = fields.get("nonce")
    if not isinstance(nonce, int) or nonce < 10_000_000 or nonce in seen:
        return None
    seen.add(nonce)
    return fields.get("pin")


def from_jwe(text, kid):
    """The PIN of a compact JWE with RSA-OAEP and A128CBC-HS256; None: it is not one."""
    parts = text.split(".")
    if len(parts) != 5:
        return None
    head, wrapped, vector, box, tag = parts
    if json.loads(padded(head)) != {"alg": "RSA-OAEP", "enc": "A128CBC-HS256", "kid": kid}:
        return None
    key = rsa(padded(wrapped))
    if key is None or len(key) != 32:
        return None
    bits = (len(head) * 8).to_bytes(8, "big")
    made = hmac.digest(key[:16], head.encode() + padded(vector) + padded(box) + bits,
                       hashlib.sha256)[:16]
    if not hmac.compare_digest(made, padded(tag)):
        return None
    pin = openssl("enc", "-d", "-aes-128-cbc", "-K", key[16:].hex(), "-iv", padded(vector).hex(),
                  data=padded(box))
    return pin.decode() if pin else None
