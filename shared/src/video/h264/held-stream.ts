import { BASELINE } from './decoder-config.ts'
import { readKeyFrame, type KeyFrame } from './key-frame.ts'
import { lengthPrefixed, NAL, nalType, splitAnnexB } from './nal-units.ts'
import { skipFrame } from './skip-frame.ts'

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
    return { data: lengthPrefixed(picture.slices), isKey: true }
  }

  /** A picture that the encoder predicted from the one before. */
  predicted(bytes: Uint8Array): EncodedFrame {
    const slices = splitAnnexB(bytes).filter((unit) => nalType(unit) === NAL.slice)
    if (slices.length === 0) throw this.#refusal('not a predicted picture')
    return { data: lengthPrefixed(slices), isKey: false }
  }

  /** Frames that repeat the key picture before them, so many. */
  repeats(count: number): EncodedFrame[] {
    if (!this.#known) throw this.#refusal('nothing was encoded')
    for (let index = this.#skipped.length + 1; index <= count; index++) {
      this.#skipped.push({ data: lengthPrefixed([skipFrame(this.#known.stream, index)]), isKey: false })
    }
    return this.#skipped.slice(0, count)
  }
}
