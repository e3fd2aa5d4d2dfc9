// Writes raw mails like mail programs do.

export type Charset = "utf-8" | "iso-8859-1" | "windows-1252";
export type Transfer = "7bit" | "8bit" | "quoted-printable" | "base64";

/** Characters at 0x80 to 0x9f in windows-1252. */
const windows: Record<string, number> = {
  "€": 0x80,
  "…": 0x85,
  "‘": 0x91,
  "’": 0x92,
  "“": 0x93,
  "”": 0x94,
  "–": 0x96,
  "—": 0x97,
};

export function encodeText(text: string, charset: Charset): Buffer {
  if (charset === "utf-8") return Buffer.from(text);
  return Buffer.from(
    Array.from(text, (sign) => (charset === "windows-1252" && windows[sign]) || (sign.codePointAt(0) ?? 63) & 0xff),
  );
}

function quotedPrintable(bytes: Buffer): string {
  const lines = bytes.toString("latin1").split("\n");
  return lines
    .map((line) => {
      const signs = Array.from(line, (sign, at) => {
        const code = sign.charCodeAt(0);
        const isPlain = (code > 32 && code < 127 && code !== 61) || (code === 32 && at < line.length - 1);
        return isPlain ? sign : `=${code.toString(16).toUpperCase().padStart(2, "0")}`;
      });
      let [out, length] = ["", 0];
      for (const sign of signs) {
        if (length + sign.length > 75) [out, length] = [`${out}=\r\n`, 0];
        out += sign;
        length += sign.length;
      }
      return out;
    })
    .join("\r\n");
}

const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/.{76}/g, "$&\r\n");

export function encodeForTransfer(bytes: Buffer, how: Transfer): Buffer {
  if (how === "base64") return Buffer.from(base64(bytes));
  if (how === "quoted-printable") return Buffer.from(quotedPrintable(bytes));
  return Buffer.from(bytes.toString("latin1").replaceAll(/\r?\n/g, "\r\n"), "latin1");
}

/** Encodes a header text in short words (RFC 2047). */
export function encodedWords(text: string, charset: Charset = "utf-8", how: "B" | "Q" = "B"): string {
  const words: string[] = [];
  for (let at = 0, signs = Array.from(text); at < signs.length; at += 12) words.push(signs.slice(at, at + 12).join(""));
  const encodeWord = (word: string) => {
    const bytes = encodeText(word, charset);
    if (how === "B") return bytes.toString("base64");
    return Array.from(bytes, (byte) =>
      byte === 32 ? "_" : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`,
    ).join("");
  };
  return words.map((word) => `=?${charset}?${how}?${encodeWord(word)}?=`).join("\r\n ");
}

export type Part = { headers: [name: string, value: string][]; body: Buffer };

type TextOptions = { charset?: Charset | string; bytes?: Buffer; how?: Transfer; params?: string };

function textPart(
  type: string,
  text: string,
  { charset = "utf-8", bytes, how = "8bit", params = "" }: TextOptions,
): Part {
  const known = charset === "iso-8859-1" || charset === "windows-1252" ? charset : "utf-8";
  const type_ = charset === "" ? `${type}${params}` : `${type}; charset=${charset}${params}`;
  return {
    headers: [
      ["Content-Type", type_],
      ["Content-Transfer-Encoding", how],
    ],
    body: encodeForTransfer(bytes ?? encodeText(text, known), how),
  };
}

export const plain = (text: string, options: TextOptions = {}) => textPart("text/plain", text, options);
export const html = (text: string, options: TextOptions = {}) => textPart("text/html", text, options);

/**
 * Writes format=flowed text in lines of at most 70 characters. All lines of a paragraph but the last end with a space
 * (RFC 3676).
 */
export function flowed(text: string): Part {
  const lines = text
    .split("\n")
    .map((line) => (line.startsWith(">") ? line : line.replaceAll(/(.{40,60}) /g, "$1 \n")));
  return plain(lines.join("\n"), { params: "; format=flowed; delsp=no" });
}

let boundaries = 0;

export function multipart(subtype: string, parts: Part[], params = ""): Part {
  const boundary = `=_boundary_${++boundaries}`;
  const pieces = parts.flatMap((part) => [Buffer.from(`\r\n--${boundary}\r\n`), write(part)]);
  return {
    headers: [["Content-Type", `multipart/${subtype}; boundary="${boundary}"${params}`]],
    body: Buffer.concat([...pieces, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

type FileOptions = { type?: string; how?: Transfer; disposition?: string; headers?: [string, string][] };

/** Creates a part with an attached file. `name` is the raw parameter, such as filename="a.pdf". */
export function file(name: string, content: Buffer | string, options: FileOptions = {}): Part {
  const { type = "application/octet-stream", how = "base64", disposition = "attachment", headers = [] } = options;
  return {
    headers: [
      ["Content-Type", type],
      ["Content-Disposition", `${disposition}; ${name}`],
      ["Content-Transfer-Encoding", how],
      ...headers,
    ],
    body: encodeForTransfer(Buffer.from(content), how),
  };
}

export function write({ headers, body }: Part): Buffer {
  return Buffer.concat([
    Buffer.from(`${headers.map(([name, value]) => `${name}: ${value}`).join("\r\n")}\r\n\r\n`),
    body,
  ]);
}

export function mail(headers: [name: string, value: string][], part: Part): Buffer {
  return write({ headers: [...headers, ["MIME-Version", "1.0"], ...part.headers], body: part.body });
}
