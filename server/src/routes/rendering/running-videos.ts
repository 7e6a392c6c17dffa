import { Superseded } from '../../idempotency/idempotency-keys.ts'

export interface RunningVideo {
  /** Aborted when the page retries the same video, which orphans this response. */
  signal: AbortSignal
  end(): void
}

export interface RunningVideos {
  /** Null while another video of the user is in progress. One with the same key is replaced: its connection was lost, perhaps unnoticed. */
  begin(userId: string, key: string | null): Promise<RunningVideo | null>
}

/** Videos that wait, render or download, by user: a slow reader must not accumulate videos in memory. */
export function createRunningVideos(): RunningVideos {
  const inHand = new Map<string, { key: string | null; giveWay: AbortController; over: Promise<void> }>()
  return {
    async begin(userId, key) {
      for (let before = inHand.get(userId); before; before = inHand.get(userId)) {
        if (key === null || before.key !== key) return null
        before.giveWay.abort(new Superseded())
        await before.over
      }
      const [giveWay, { promise: over, resolve }] = [new AbortController(), Promise.withResolvers<void>()]
      const video = { key, giveWay, over }
      inHand.set(userId, video)
      return {
        signal: giveWay.signal,
        end() {
          // Called several times, also after the next video has begun.
          if (inHand.get(userId) === video) inHand.delete(userId)
          resolve()
        },
      }
    },
  }
}
