import { createGrowingBytes } from './growing-bytes.ts'
import { HttpError } from './http-error.ts'

/** Limits of a stream of server-sent events. */
export interface EventLimits {
  /** Most events: each costs its reader the same, however small. */
  count: number
  /** Most bytes of one event. */
  bytes: number
  /** Most commas and opening brackets of one event, which bounds the number of its JSON values. */
  values: number
}

export interface EventGate {
  /** Adds bytes and returns the events they completed, as one chunk that may be empty. Throws `too-large`. */
  push(piece: Uint8Array): Uint8Array<ArrayBuffer>
  /** The incomplete event at the end of the stream. */
  rest(): Uint8Array<ArrayBuffer>
}

const [NEWLINE, CARRIAGE_RETURN] = [0x0a, 0x0d]
const [COMMA, OPEN_ARRAY, OPEN_OBJECT] = [0x2c, 0x5b, 0x7b]

/**
 * Passes on only complete events, which end with a blank line. Readers of event streams buffer a line without a limit; behind this gate they
 * never wait for the end of one.
 */
export function createEventGate(bounds: EventLimits): EventGate {
  const held = createGrowingBytes()
  let [count, eventBytes, lineBytes, values, previous] = [0, 0, 0, 0, 0]

  /** Whether an event ends with this byte. A line ends with LF, CR or both. */
  function isEnd(byte: number): boolean {
    const isSecondHalf = byte === NEWLINE && previous === CARRIAGE_RETURN
    previous = byte
    if (byte !== NEWLINE && byte !== CARRIAGE_RETURN) {
      lineBytes += 1
      return false
    }
    const isBlank = lineBytes === 0 && !isSecondHalf
    lineBytes = 0
    return isBlank
  }

  /** How many bytes of a chunk belong to complete events. */
  function wholeIn(piece: Uint8Array): number {
    let whole = 0
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at] ?? 0
      eventBytes += 1
      if (byte === COMMA || byte === OPEN_ARRAY || byte === OPEN_OBJECT) values += 1
      if (isEnd(byte)) [count, whole, eventBytes, values] = [count + 1, at + 1, 0, 0]
      if (eventBytes > bounds.bytes || values > bounds.values || count > bounds.count) throw new HttpError('too-large')
    }
    return whole
  }

  return {
    push(piece) {
      const whole = wholeIn(piece)
      if (whole > 0) held.add(piece.subarray(0, whole))
      const chunk = whole > 0 ? held.take() : new Uint8Array(0)
      held.add(piece.subarray(whole))
      return chunk
    },
    rest: () => held.take(),
  }
}
