import type { VideoSpec } from '@ninesixteen/shared/video/video-spec'

/** How a film becomes a video: each held picture encoded once and repeated by skipped pictures, or every frame encoded. */
export type VideoMethod = 'held' | 'every-frame'

/** Why there is no video. */
export type VideoFault =
  /** The browser has no video encoder at all. */
  | { kind: 'no-encoder' }
  /** It has one that takes no H.264. */
  | { kind: 'no-h264'; detail: string }
  /** What it encodes cannot be followed by skipped pictures. */
  | { kind: 'stream'; detail: string }
  /** It failed in the middle, or ended. */
  | { kind: 'recording'; detail: string }
  /** Number, counted from 1, of the picture of the film that could not be loaded. */
  | { kind: 'photo'; number: number; detail: string }
  /** Anything else: fonts that do not load, say. */
  | { kind: 'other'; detail: string }

/** To a film worker. Links are resolved in the page, which holds the session. */
export interface VideoRequest {
  film: VideoSpec
  /** By `variant path`. */
  urls: Record<string, string | null>
  method: VideoMethod
}

/** From a film worker. */
export type VideoReply =
  /** It holds the lock of this name as long as it lives. */
  | { kind: 'alive'; lock: string }
  /** Pictures of the film that are encoded. */
  | { kind: 'progress'; done: number }
  | { kind: 'video'; file: Blob }
  | { kind: 'fault'; fault: VideoFault }

/** Ends the making of a film; `fault` says why. */
export class VideoFailure extends Error {
  readonly fault: VideoFault

  constructor(fault: VideoFault, options?: ErrorOptions) {
    super('detail' in fault ? `${fault.kind}: ${fault.detail}` : fault.kind, options)
    this.name = 'FilmFailure'
    this.fault = fault
  }
}

/** The words of any thrown value. */
export function detailOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
