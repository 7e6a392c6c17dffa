import { createFetch, publicFetches, sendAlone, type ResponseLimits, type Fetch } from '../providers/http.ts'

/** The fetch functions of a posting client. */
export interface PostingFetches {
  /** For reads, which may be retried. */
  read: Fetch
  /** For requests that lead to something public: each over its own connection. */
  write: Fetch
  /** For uploads to a URL that the platform returned. */
  upload: Fetch
}

export interface PostingLimits {
  read: ResponseLimits
  write: ResponseLimits
  upload: ResponseLimits
  /** Time to connect, in milliseconds. */
  connectMs: number
}

/**
 * Thirty images over a slow line, and a response that can take more than a minute: giving up early leaves the outcome unknown. An upload
 * sends up to 20 MB before its response.
 */
const LIMITS: PostingLimits = {
  read: { answerMs: 15_000, silenceMs: 5_000, wholeMs: 25_000 },
  write: { answerMs: 100_000, silenceMs: 10_000, wholeMs: 120_000 },
  upload: { answerMs: 300_000, silenceMs: 10_000, wholeMs: 320_000 },
  connectMs: 10_000,
}

/** With `sandbox`, uploads may go to this machine; otherwise only to the public internet. */
export function postingFetches(sandbox: boolean, limits: Partial<PostingLimits> = {}): PostingFetches {
  const { read, write, upload, connectMs } = { ...LIMITS, ...limits }
  return {
    read: createFetch(read),
    write: createFetch(write, sendAlone({ connectMs })),
    upload: sandbox ? createFetch(upload) : publicFetches({ connectMs })(upload),
  }
}
