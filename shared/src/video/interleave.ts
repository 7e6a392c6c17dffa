/** Bytes to insert after `after` bytes of the stream. */
export interface Insertion {
  after: number
  bytes: Uint8Array
}

/** A stream of bytes with others between them, which are in order. */
export async function* interleave(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  insertions: readonly Insertion[],
): AsyncGenerator<Uint8Array> {
  let [at, next] = [0, 0]
  for await (const chunk of chunks) {
    let from = 0
    for (let place = insertions[next]; place && place.after <= at + chunk.length; place = insertions[++next]) {
      if (place.after > at + from) yield chunk.subarray(from, place.after - at)
      from = place.after - at
      yield place.bytes
    }
    if (from < chunk.length) yield chunk.subarray(from)
    at += chunk.length
  }
}
