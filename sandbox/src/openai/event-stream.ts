import { setTimeout as wait } from 'node:timers/promises'
import { pick, seeded } from '../kit/random.ts'
import { completionChunks, type Completion } from './completion.ts'
import type { OpenaiFault } from '../kit/faults.ts'

/** Speed of a stream: slow enough to see slides appear, instant in tests. */
export interface Pace {
  /** Milliseconds before the first byte. */
  first: number
  /** Milliseconds a whole answer takes after that. */
  whole: number
}
export const NATURAL_PACE: Pace = { first: 180, whole: 1400 }
export const NO_PAUSES: Pace = { first: 0, whole: 0 }

/** Cuts a text into pieces of 1 to 14 characters, as uneven as tokens are, never inside of a character. */
export function tokenPieces(text: string, seed: string): string[] {
  const random = seeded(seed)
  const characters = [...text]
  const pieces: string[] = []
  for (let at = 0; at < characters.length;) {
    const size = 1 + Math.floor(random() * pick(random, [3, 6, 14]))
    pieces.push(characters.slice(at, at + size).join(''))
    at += size
  }
  return pieces
}

/** Cuts bytes anywhere, inside of lines and of characters too: that is how a network hands them over. */
function* networkReads(bytes: Uint8Array<ArrayBuffer>, random: () => number): Generator<Uint8Array<ArrayBuffer>> {
  const cut = random() < 0.3 ? Math.floor(random() * bytes.length) : 0
  if (cut > 0) yield bytes.subarray(0, cut)
  yield bytes.subarray(cut)
}

const FLUSH_MS = 80

const encoder = new TextEncoder()
const event = (data: unknown) => encoder.encode(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)

interface StreamOptions {
  completion: Completion
  usage: boolean
  fault: OpenaiFault | undefined
  pace: Pace
  /** Waits until a held answer may go on. */
  hold(signal: AbortSignal): Promise<void>
  signal: AbortSignal
}

/** The bytes of a streamed answer in the order and with the pauses in which they are sent. */
export async function* answerBytes({
  completion,
  usage,
  fault,
  pace,
  hold,
  signal,
}: StreamOptions): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const random = seeded(completion.id)
  const pieces = tokenPieces(completion.content ?? '', completion.id)
  const pause = pieces.length > 0 ? pace.whole / pieces.length : 0
  if (pace.first > 0) await wait(pace.first, undefined, { signal })
  yield encoder.encode(': stream opened\n\n')
  if (fault?.kind === 'drop') throw new Error('The connection is dropped here')
  let isHeld = fault?.kind === 'hold'
  for (const { data, chars } of completionChunks(completion, { pieces, usage, fault })) {
    yield* networkReads(event(data), random)
    if (pause > 0) await wait(pause, undefined, { signal })
    if (isHeld && fault?.kind === 'hold' && chars >= fault.afterChars) {
      isHeld = false
      await hold(signal)
    }
    if (
      (fault?.kind === 'cut' || fault?.kind === 'stall' || fault?.kind === 'mid-stream-error') &&
      chars >= fault.afterChars &&
      chars > 0
    ) {
      if (fault.kind === 'stall') await wait(3_600_000, undefined, { signal })
      if (fault.kind === 'cut') {
        // Let the sent part leave the machine first: a destroyed socket drops its buffer.
        await wait(FLUSH_MS, undefined, { signal })
        throw new Error('The connection is cut here')
      }
      yield event({
        error: { message: 'The server had an error while processing your request.', type: 'server_error', param: null, code: null },
      })
      return
    }
  }
  yield event('[DONE]')
}
