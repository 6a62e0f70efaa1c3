// Reads plain zip archives, which 1.x files are.

import { inflate } from "./inflate.js";
import { check, checkLimit, SVGAError } from "./limits.js";

const signatures = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 };
const endBytes = 22;
const entryBytes = 46;
const fileHeadBytes = 30;
const commentBytesMax = 65_535;
const stored = 0;
const deflated = 8;

/** Whether bytes start like an archive. */
export function isArchive(bytes) {
  return bytes.length >= 4 && bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/**
 * The files of an archive. A file's content is read on demand, and all reads together keep to `inflatedBytesMax`.
 *
 * Folders and files that macOS adds (`__MACOSX/`, names that start with a dot) are left out. Encrypted files, multi-part archives, those of
 * more than 4 GiB and repeated names are refused.
 */
export class Archive {
  #bytes;
  #view;
  #entries = new Map();
  #bytesLeft;
  #limits;

  /**
   * @param {Uint8Array} bytes
   * @param {object} limits Like `defaultLimits`.
   * @throws {SVGAError} `badZip`
   */
  constructor(bytes, limits) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#limits = limits;
    this.#bytesLeft = limits.inflatedBytesMax;
    this.#readEntries(limits);
  }

  /** The names of the files. */
  get names() { return [...this.#entries.keys()]; }

  has(name) { return this.#entries.has(name); }

  /**
   * The content of a file.
   *
   * @throws {SVGAError} `movieMissing` if there is no such file, `badZip`, `badCompression`, `inflatedTooLarge`
   */
  async read(name) {
    const entry = this.#entries.get(name);
    check(entry, "movieMissing");
    const { method, crc, packedBytes, bytes, offset } = entry;
    checkLimit(this.#limits.inflatedBytesMax - this.#bytesLeft + bytes, this.#limits, "inflatedBytesMax", "inflatedTooLarge");
    const packed = this.#packed(offset, packedBytes);
    this.#bytesLeft -= bytes;
    if (method === deflated) return inflate(asGzip(packed, crc, bytes), "gzip", bytes);
    check(packedBytes === bytes && checksum(packed) === crc, "badZip");
    return packed;
  }

  #readEntries({ archiveFilesMax, nameBytesMax }) {
    const end = this.#findEnd();
    const count = this.#view.getUint16(end + 10, true);
    check(this.#view.getUint16(end + 8, true) === count && this.#view.getUint32(end + 4, true) === 0, "badZip");
    check(count <= archiveFilesMax, "badZip");
    let at = this.#view.getUint32(end + 16, true);
    for (let index = 0; index < count; index += 1) at = this.#readEntry(at, end, nameBytesMax);
  }

  #readEntry(at, end, nameBytesMax) {
    const view = this.#view;
    check(at + entryBytes <= end && view.getUint32(at, true) === signatures.entry, "badZip");
    const nameBytes = view.getUint16(at + 28, true);
    const next = at + entryBytes + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    check(next <= end && nameBytes <= nameBytesMax, "badZip");
    const name = new TextDecoder().decode(this.#bytes.subarray(at + entryBytes, at + entryBytes + nameBytes));
    if (isLeftOut(name)) return next;
    const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
    const method = view.getUint16(at + 10, true);
    check(!isEncrypted && (method === stored || method === deflated) && !this.#entries.has(name), "badZip");
    this.#entries.set(name, {
      method, crc: view.getUint32(at + 16, true), packedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true), offset: view.getUint32(at + 42, true),
    });
    return next;
  }

  /** Finds the archive's end record. A comment of any bytes may follow it. */
  #findEnd() {
    const first = Math.max(0, this.#bytes.length - endBytes - commentBytesMax);
    for (let at = this.#bytes.length - endBytes; at >= first; at -= 1) {
      if (this.#view.getUint32(at, true) !== signatures.end) continue;
      if (at + endBytes + this.#view.getUint16(at + 20, true) === this.#bytes.length) return at;
    }
    throw new SVGAError("badZip");
  }

  #packed(offset, length) {
    const view = this.#view;
    check(offset + fileHeadBytes <= this.#bytes.length && view.getUint32(offset, true) === signatures.file, "badZip");
    const start = offset + fileHeadBytes + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    check(start + length <= this.#bytes.length, "badZip");
    return this.#bytes.subarray(start, start + length);
  }
}

/**
 * A compressed file as a gzip stream (RFC 1952). It ends with the same checksum and length, so the platform checks both. Every browser
 * that inflates supports it; streams without header and trailer came later.
 */
function asGzip(packed, crc, length) {
  const head = [0x1f, 0x8b, deflated, 0, 0, 0, 0, 0, 0, 255];
  const result = new Uint8Array(head.length + packed.length + 8);
  result.set(head);
  result.set(packed, head.length);
  const end = new DataView(result.buffer, head.length + packed.length);
  end.setUint32(0, crc, true);
  end.setUint32(4, length, true);
  return result;
}

function isLeftOut(name) {
  return name.endsWith("/") || name.startsWith("__MACOSX/") || name.split("/").at(-1).startsWith(".");
}

const checksums = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The CRC-32 of bytes, as used in zip archives and PNG pictures. */
export function checksum(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = checksums[(value ^ byte) & 255] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
