const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648, of the text's UTF-8 bytes, without padding: what authenticator apps read a secret in. */
export function encodeBase32(text: string): string {
  let bits = 0;
  let held = 0;
  let encoded = "";
  for (const byte of new TextEncoder().encode(text)) {
    held = (held << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) encoded += alphabet[(held >> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits ? encoded + alphabet[(held << (5 - bits)) & 31] : encoded;
}

/** What the QR code of an authenticator app says: six digits, every 30 seconds. */
export function totpUri({ issuer, account, secret }: { issuer: string; account: string; secret: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&digits=6&period=30`;
}
