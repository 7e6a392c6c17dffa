import { readKeyPicture } from '@ninesixteen/shared/video/h264/key-picture'
import type { KeyPicture } from '@ninesixteen/shared/video/h264/key-picture'
import { lengthPrefixed, NAL, nalType, splitAnnexB } from '@ninesixteen/shared/video/h264/nal-units'
import { skipPicture } from '@ninesixteen/shared/video/h264/skip-picture'
import { FilmFailure } from './film-messages.ts'
import type { EncodedFrame } from './mp4-file.ts'

/** profile_idc of Baseline. */
const BASELINE = 66

/** Makes frames of what an encoder gives, as long as skipped pictures can follow its key pictures. */
export class HeldStream {
  #known: KeyPicture | null = null
  /** Skipped pictures by their place after a key picture, from 1: the same after each. */
  readonly #skipped: EncodedFrame[] = []

  get sets(): { sequenceSet: Uint8Array; pictureSet: Uint8Array } {
    if (!this.#known) throw new FilmFailure({ kind: 'stream', detail: 'nothing was encoded' })
    return this.#known
  }

  /** A key picture that was encoded. Throws a FilmFailure when it is none, or not of the kind that was asked for. */
  key(bytes: Uint8Array): EncodedFrame {
    const picture = readKeyPicture(bytes, this.#known)
    if (picture?.stream.profile !== BASELINE) throw new FilmFailure({ kind: 'stream', detail: 'not a key picture of Baseline' })
    this.#known = picture
    return { data: lengthPrefixed(picture.slices), isKey: true }
  }

  /** A picture that the encoder predicted from the one before. */
  predicted(bytes: Uint8Array): EncodedFrame {
    const slices = splitAnnexB(bytes).filter((unit) => nalType(unit) === NAL.slice)
    if (slices.length === 0) throw new FilmFailure({ kind: 'stream', detail: 'not a predicted picture' })
    return { data: lengthPrefixed(slices), isKey: false }
  }

  /** A key picture that stands for some frames. */
  held(key: EncodedFrame, frames: number): EncodedFrame[] {
    if (!this.#known) return [key]
    for (let index = this.#skipped.length + 1; index < frames; index++) {
      this.#skipped.push({ data: lengthPrefixed([skipPicture(this.#known.stream, index)]), isKey: false })
    }
    return [key, ...this.#skipped.slice(0, frames - 1)]
  }
}
