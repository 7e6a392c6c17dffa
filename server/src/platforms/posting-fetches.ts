import { createFetch, publicFetches, sendAlone, type ResponseLimits, type Fetch } from '../providers/http.ts'

/** The ways out of a client that posts. */
export interface PostingFetches {
  /** For questions, which may be asked twice. */
  read: Fetch
  /** For calls that make something public, or end in it: over a connection of their own each. */
  write: Fetch
  /** For bytes, to whatever address the platform named. */
  upload: Fetch
}

export interface PostingLimits {
  read: ResponseLimits
  write: ResponseLimits
  upload: ResponseLimits
  /** Until a connection stands. */
  connectMs: number
}

/**
 * A post of thirty pictures goes up a slow line, and some are answered after more than a minute: giving up early leaves nobody any the
 * wiser. An upload sends up to 20 MB before it is answered.
 */
const LIMITS: PostingLimits = {
  read: { answerMs: 15_000, silenceMs: 5_000, wholeMs: 25_000 },
  write: { answerMs: 100_000, silenceMs: 10_000, wholeMs: 120_000 },
  upload: { answerMs: 300_000, silenceMs: 10_000, wholeMs: 320_000 },
  connectMs: 10_000,
}

/** `sandbox`: whether uploads may go to this machine, where the sandbox takes them; else only to the public internet. */
export function postingFetches(sandbox: boolean, limits: Partial<PostingLimits> = {}): PostingFetches {
  const { read, write, upload, connectMs } = { ...LIMITS, ...limits }
  return {
    read: createFetch(read),
    write: createFetch(write, sendAlone({ connectMs })),
    upload: sandbox ? createFetch(upload) : publicFetches({ connectMs })(upload),
  }
}
