/** Size of a box header: length and name. */
export const BOX_HEADER = 8

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** The contents of all child boxes of a name. */
export function boxesIn(content: Uint8Array, name: string): Uint8Array[] {
  const view = viewOf(content)
  const found: Uint8Array[] = []
  for (let at = 0; at + BOX_HEADER <= content.length; at += Math.max(BOX_HEADER, view.getUint32(at))) {
    const isIt = String.fromCodePoint(...content.subarray(at + 4, at + BOX_HEADER)) === name
    if (isIt) found.push(content.subarray(at + BOX_HEADER, at + view.getUint32(at)))
  }
  return found
}

/** The content of a child box. */
export function boxIn(content: Uint8Array, name: string): Uint8Array {
  const [box] = boxesIn(content, name)
  if (!box) throw new RangeError(`The MP4 has no ${name}`)
  return box
}

/** A run of consecutive samples of a track in the file. */
interface Chunk {
  track: number
  at: number
  samples: number
}

/** The chunks of all tracks of a `moov` box, in the order of the file. */
export function chunksOf(moov: Uint8Array): Chunk[] {
  return boxesIn(moov, 'trak')
    .flatMap((trak, track) => {
      const tables = ['mdia', 'minf', 'stbl'].reduce(boxIn, trak)
      const offsets = viewOf(boxIn(tables, 'stco'))
      const counts = viewOf(boxIn(tables, 'stsc'))
      const runs = Array.from({ length: counts.getUint32(4) }, (_, run) => ({
        firstChunk: counts.getUint32(8 + 12 * run),
        samples: counts.getUint32(12 + 12 * run),
      }))
      return Array.from({ length: offsets.getUint32(4) }, (_, chunk) => ({
        track,
        at: offsets.getUint32(8 + 4 * chunk),
        samples: runs.findLast(({ firstChunk }) => firstChunk <= chunk + 1)?.samples ?? 0,
      }))
    })
    .toSorted((a, b) => a.at - b.at)
}
