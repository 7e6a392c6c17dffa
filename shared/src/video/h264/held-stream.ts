import { BASELINE } from './decoder-config.ts'
import { readKeyFrame, readPictureOrder, type KeyFrame } from './key-frame.ts'
import { lengthPrefixed, NAL, nalType, splitAnnexB } from './nal-units.ts'
import { heldPlace, skipFrame } from './skip-frame.ts'

/** An encoded frame, its NAL units each after its length. */
export interface EncodedFrame {
  data: Uint8Array
  isKey: boolean
}

/** Makes frames of what an encoder gives, as long as skipped pictures can follow its key pictures. */
export class HeldStream {
  #known: KeyFrame | null = null
  /** Skipped pictures by their place after a key picture, from 1: the same after each. */
  readonly #skipped: EncodedFrame[] = []
  /** Encoded pictures since the last key picture. */
  #predicted = 0
  #isRepeated = false
  readonly #refusal: (detail: string) => Error

  /** `refusal` makes the error for a stream that cannot be used. */
  constructor(refusal: (detail: string) => Error) {
    this.#refusal = refusal
  }

  get sets(): { sequenceSet: Uint8Array; pictureSet: Uint8Array } {
    if (!this.#known) throw this.#refusal('nothing was encoded')
    return this.#known
  }

  /** A key picture that was encoded. Throws a refusal when it is none, or not of the kind that was asked for. */
  key(bytes: Uint8Array): EncodedFrame {
    const picture = readKeyFrame(bytes, this.#known)
    if (picture?.stream.profile !== BASELINE) throw this.#refusal('not a key picture of Baseline')
    this.#known = picture
    this.#predicted = 0
    this.#isRepeated = false
    return { data: lengthPrefixed(picture.slices), isKey: true }
  }

  /** A picture that the encoder predicted from the one before. Throws a refusal when it cannot follow a repeated one. */
  predicted(bytes: Uint8Array): EncodedFrame {
    const slices = splitAnnexB(bytes).filter((unit) => nalType(unit) === NAL.slice)
    const [first] = slices
    if (!first) throw this.#refusal('not a predicted picture')
    this.#predicted += 1
    if (this.#isRepeated && !this.#isAt(first, this.#predicted)) throw this.#refusal('pictures are counted in an unknown way')
    return { data: lengthPrefixed(slices), isKey: false }
  }

  /** A frame that repeats the encoded picture before it. The encoder's next picture, which knows nothing of it, does not refer to it. */
  repeat(): EncodedFrame {
    if (!this.#known) throw this.#refusal('nothing was encoded')
    this.#isRepeated = true
    const place = { frameNum: this.#predicted + 1, order: 2 * this.#predicted + 1, isReference: false }
    return { data: lengthPrefixed([skipFrame(this.#known.stream, place)]), isKey: false }
  }

  /** Frames that repeat the key picture before them, so many. */
  repeats(count: number): EncodedFrame[] {
    if (!this.#known) throw this.#refusal('nothing was encoded')
    for (let index = this.#skipped.length + 1; index <= count; index++) {
      this.#skipped.push({ data: lengthPrefixed([skipFrame(this.#known.stream, heldPlace(index))]), isKey: false })
    }
    return this.#skipped.slice(0, count)
  }
  /** Whether a picture is the one after `count` pictures, in two fields each. Otherwise a repeated picture would be shown at another place. */
  #isAt(slice: Uint8Array, count: number): boolean {
    const stream = this.#known?.stream
    const place = stream && readPictureOrder(slice, stream)
    if (!place) return false
    const isOrdered = stream.orderBits === 0 || place.order === (2 * count) % 2 ** stream.orderBits
    return isOrdered && place.frameNum === count % 2 ** stream.frameNumBits
  }
}
