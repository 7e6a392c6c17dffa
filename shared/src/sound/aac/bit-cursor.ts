/** Reads bits, the highest of each byte first. Beyond the end it throws a RangeError. */
export class BitCursor {
  readonly #bytes: Uint8Array
  /** Bits read so far. */
  at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  bit(): number {
    const byte = this.#bytes[this.at >> 3]
    if (byte === undefined) throw new RangeError('The packet ends early')
    return (byte >> (7 - (this.at++ & 7))) & 1
  }

  /** An unsigned number of up to 16 bits. */
  bits(count: number): number {
    let value = 0
    for (let left = count; left > 0; left--) value = (value << 1) | this.bit()
    return value
  }

  skip(count: number): void {
    this.at += count
    if (this.at > this.#bytes.length * 8) throw new RangeError('The packet ends early')
  }
}
