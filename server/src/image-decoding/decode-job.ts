import type { ErrorCode, ErrorDetails } from '@ninesixteen/shared/errors'

/** An image as bytes, or as the path of a file that doesn't change meanwhile. */
export type ImageSource = Uint8Array | { file: string }

export interface EncodedImage {
  bytes: Uint8Array
  extension: 'jpg' | 'png'
  mimeType: string
  width: number
  height: number
}

/** An upload as stored, with its thumbnail. */
export interface EncodedUpload extends EncodedImage {
  thumbnail: Uint8Array
  /** The map of the thumbnail, as `encodePhotoMap` writes it. */
  photoMap: string
}

/** A user's image. `isAlone` allows the memory of all decoders. */
export interface ReencodeJob {
  /** `upload` is an image with its thumbnail. */
  kind: 'picture' | 'upload'
  source: ImageSource
  isAlone: boolean
}

/** Jobs of a decoder. */
export type DecodeJob =
  | ReencodeJob
  /** Renditions of a stored image. */
  | { kind: 'thumbnail' | 'cover'; source: Uint8Array }
  /** The map of a thumbnail. */
  | { kind: 'photo-map'; source: Uint8Array }

export type DecodeResult =
  | { kind: 'picture'; image: EncodedImage }
  | { kind: 'upload'; image: EncodedUpload }
  | { kind: 'rendition'; bytes: Uint8Array }
  | { kind: 'photo-map'; text: string }
  /** Must be requested again, alone. */
  | { kind: 'heavy' }
  | { kind: 'refused'; code: ErrorCode; details: ErrorDetails; reason: string }

export interface DecodeReply {
  answer: DecodeResult
  /** Resident memory of the decoder process after the job. */
  residentBytes: number
}
