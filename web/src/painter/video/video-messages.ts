import type { VideoSpec } from '@ninesixteen/shared/video/video-spec'

/** How to encode a video: each held slide once, repeated by skipped frames, or every frame. */
export type VideoMethod = 'held' | 'every-frame'

/** Why the encoding failed. */
export type VideoFault =
  /** The browser has no video encoder. */
  | { kind: 'no-encoder' }
  /** The browser's encoder does not support H.264. */
  | { kind: 'no-h264'; detail: string }
  /** The encoder's stream cannot take skipped frames. */
  | { kind: 'stream'; detail: string }
  /** The encoder or its worker failed. */
  | { kind: 'recording'; detail: string }
  /** Number of the slide whose image could not be loaded, counted from 1. */
  | { kind: 'photo'; number: number; detail: string }
  /** The track of the sound could not be loaded. */
  | { kind: 'sound'; detail: string }
  /** Anything else, such as fonts that do not load. */
  | { kind: 'other'; detail: string }

/** To a video worker. The page resolves the URLs, because it has the session. */
export interface VideoRequest {
  video: VideoSpec
  /** Keys are `variant path`. */
  urls: Record<string, string | null>
  method: VideoMethod
}

/** From a video worker. */
export type VideoReply =
  /** Name of the lock that the worker holds while it is alive. */
  | { kind: 'alive'; lock: string }
  /** Encoded frames. */
  | { kind: 'progress'; done: number }
  | { kind: 'video'; file: Blob }
  | { kind: 'fault'; fault: VideoFault }

/** A failed encoding; `fault` says why. */
export class VideoFailure extends Error {
  readonly fault: VideoFault

  constructor(fault: VideoFault, options?: ErrorOptions) {
    super('detail' in fault ? `${fault.kind}: ${fault.detail}` : fault.kind, options)
    this.name = 'VideoFailure'
    this.fault = fault
  }
}

/** The message of any thrown value. */
export function detailOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
