import type { ErrorCode, ErrorDetails } from '@ninesixteen/shared/errors'

/** A picture as bytes, or as the path of a file that stays as it is meanwhile. */
export type ImageSource = Uint8Array | { file: string }

export interface EncodedImage {
  bytes: Uint8Array
  extension: 'jpg' | 'png'
  mimeType: string
  width: number
  height: number
}

/** An upload as it is kept, with its thumbnail. */
export interface EncodedUpload extends EncodedImage {
  thumbnail: Uint8Array
}

/** A picture of whoever sent it. `isAlone` when it may take the memory of all decoders. */
export interface ReencodeJob {
  /** `upload` is a picture with its thumbnail. */
  kind: 'picture' | 'upload'
  source: ImageSource
  isAlone: boolean
}

/** What a decoder can be asked for. */
export type DecodeJob =
  | ReencodeJob
  /** Renditions of a stored picture. */
  | { kind: 'thumbnail' | 'cover'; source: Uint8Array }

export type DecodeResult =
  | { kind: 'picture'; picture: EncodedImage }
  | { kind: 'upload'; picture: EncodedUpload }
  | { kind: 'rendition'; bytes: Uint8Array }
  /** It has to be asked for again, alone. */
  | { kind: 'heavy' }
  | { kind: 'refused'; code: ErrorCode; details: ErrorDetails; reason: string }

export interface DecodeReply {
  answer: DecodeResult
  /** Of the decoder's process after the work. */
  residentBytes: number
}
