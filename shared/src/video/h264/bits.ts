/** Reads the fields of a raw byte sequence payload (ITU-T H.264, 7.2 and 9.1). Beyond the end it throws a RangeError. */
export class BitReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** u(n): an unsigned number of n bits, n up to 32. */
  bits(count: number): number {
    let value = 0
    for (let i = 0; i < count; i++) {
      const byte = this.#bytes[this.#at >> 3]
      if (byte === undefined) throw new RangeError('The H.264 header ends early')
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1)
      this.#at += 1
    }
    return value
  }

  flag(): boolean {
    return this.bits(1) === 1
  }

  /** ue(v): an unsigned number in the Exp-Golomb code. */
  unsigned(): number {
    let zeros = 0
    while (!this.flag()) zeros += 1
    if (zeros > 32) throw new RangeError('A number of the H.264 header is too large')
    return 2 ** zeros - 1 + this.bits(zeros)
  }

  /** se(v): a signed number in the Exp-Golomb code: 0, 1, -1, 2, -2 ... */
  signed(): number {
    const code = this.unsigned()
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2
  }
}

/** Writes the fields of a raw byte sequence payload. */
export class BitWriter {
  readonly #bytes: number[] = []
  #count = 0

  bits(value: number, count: number): void {
    for (let place = count - 1; place >= 0; place--) {
      if ((this.#count & 7) === 0) this.#bytes.push(0)
      if (Math.floor(value / 2 ** place) % 2 === 1) this.#bytes[this.#count >> 3] = (this.#bytes.at(-1) ?? 0) | (0x80 >> (this.#count & 7))
      this.#count += 1
    }
  }

  flag(value: boolean): void {
    this.bits(value ? 1 : 0, 1)
  }

  unsigned(value: number): void {
    const digits = Math.floor(Math.log2(value + 1))
    this.bits(0, digits)
    this.bits(value + 1, digits + 1)
  }

  signed(value: number): void {
    this.unsigned(value > 0 ? 2 * value - 1 : -2 * value)
  }

  /** The bytes with their closing bit: rbsp_trailing_bits. */
  finish(): Uint8Array {
    this.bits(1, 1)
    return Uint8Array.from(this.#bytes)
  }
}
