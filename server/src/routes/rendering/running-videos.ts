import { Superseded } from '../../idempotency/superseded.ts'

export interface RunningVideo {
  /** Aborted when the page asks for the same film once more, and this answer reaches nobody. */
  signal: AbortSignal
  end(): void
}

export interface RunningVideos {
  /** Null while another film of the person is in hand. One under the same key gives way: its connection was cut, and it may not know yet. */
  begin(person: string, key: string | null): Promise<RunningVideo | null>
}

/** People whose film waits, is being made or is on its way to them: whoever reads slowly must not heap up films here. */
export function createRunningVideos(): RunningVideos {
  const inHand = new Map<string, { key: string | null; giveWay: AbortController; over: Promise<void> }>()
  return {
    async begin(person, key) {
      for (let before = inHand.get(person); before; before = inHand.get(person)) {
        if (key === null || before.key !== key) return null
        before.giveWay.abort(new Superseded())
        await before.over
      }
      const [giveWay, { promise: over, resolve }] = [new AbortController(), Promise.withResolvers<void>()]
      const film = { key, giveWay, over }
      inHand.set(person, film)
      return {
        signal: giveWay.signal,
        end() {
          // It is told several times, also when the next one is in hand already.
          if (inHand.get(person) === film) inHand.delete(person)
          resolve()
        },
      }
    },
  }
}
