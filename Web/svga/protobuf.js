// Reads the wire format of Protocol Buffers, as far as SVGA files need it.

import { check, SVGAError } from "./limits.js";

const utf8 = new TextDecoder();

/** The encoding of a value. Groups (3 and 4) are obsolete and refused. */
export const WireType = Object.freeze({ varint: 0, fixed64: 1, bytes: 2, fixed32: 5 });

/**
 * Iterates over the fields of one message. Fields that are not read are skipped:
 *
 *     const reader = new MessageReader(bytes);
 *     while (reader.next()) {
 *       if (reader.is(1, WireType.bytes)) name = reader.string();
 *     }
 *
 * Nothing is copied: `bytes()` returns a view. Every read stays within the message, or throws an `SVGAError` with `badMessage`.
 */
export class MessageReader {
  #bytes;
  #view;
  #at = 0;
  /** Whether the current field's value has been read. */
  #isRead = true;
  field = 0;
  wireType = 0;

  /** @param {Uint8Array} bytes The message. */
  constructor(bytes) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Moves to the next field; false at the end of the message. */
  next() {
    if (!this.#isRead) this.#skip();
    if (this.#at >= this.#bytes.length) return false;
    const key = this.#varint();
    this.field = key >>> 3;
    this.wireType = key & 7;
    check(this.field > 0, "badMessage");
    this.#isRead = false;
    return true;
  }

  /** Whether the current field has this number and encoding. A field with another encoding is skipped. */
  is(field, wireType) { return this.field === field && this.wireType === wireType; }

  /** The value as a signed 32-bit integer. */
  int32() {
    this.#isRead = true;
    return this.#varint() | 0;
  }

  /** The value as a float. */
  float() {
    this.#isRead = true;
    check(this.#at + 4 <= this.#bytes.length, "badMessage");
    const value = this.#view.getFloat32(this.#at, true);
    this.#at += 4;
    return value;
  }

  /** The value as a view of its bytes. */
  bytes() {
    this.#isRead = true;
    const length = this.#varint();
    const start = this.#at;
    check(length <= this.#bytes.length - start, "badMessage");
    this.#at = start + length;
    return this.#bytes.subarray(start, this.#at);
  }

  /** The value as text. */
  string() { return utf8.decode(this.bytes()); }

  /** The value as a message. */
  message() { return new MessageReader(this.bytes()); }

  /** The lower 32 bits of a varint, unsigned. */
  #varint() {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      check(this.#at < this.#bytes.length, "badMessage");
      const byte = this.#bytes[this.#at];
      this.#at += 1;
      if (shift < 32) value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
    throw new SVGAError("badMessage");
  }

  #skip() {
    this.#isRead = true;
    switch (this.wireType) {
      case WireType.varint: this.#varint(); break;
      case WireType.bytes: this.bytes(); return;
      case WireType.fixed32: this.#at += 4; break;
      case WireType.fixed64: this.#at += 8; break;
      default: throw new SVGAError("badMessage");
    }
    check(this.#at <= this.#bytes.length, "badMessage");
  }
}
