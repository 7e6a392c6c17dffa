/** Bytes of one chunk. Whether TikTok's megabyte is 10^6 or 2^20 is not said: this is above five and far below 64 of either. */
const CHUNK_BYTES = 10_000_000

/** Bytes `from` to `to`, both of them included, as in the header Content-Range. */
export interface Chunk {
  from: number
  to: number
}

export interface ChunkPlan {
  chunkBytes: number
  count: number
  chunks: Chunk[]
}

/**
 * How a video is cut for its upload (Media Transfer Guide): what is left over belongs to the last chunk and is none of its own. What is
 * one chunk says its own size, whatever the usual one is. Small ones, because a lost one is sent again, and each is held in memory.
 */
export function planChunks(videoBytes: number, usual = CHUNK_BYTES): ChunkPlan {
  const whole = Math.floor(videoBytes / usual)
  const [count, chunkBytes] = whole <= 1 ? [1, videoBytes] : [whole, usual]
  const chunks = Array.from({ length: count }, (_, at) => ({
    from: at * chunkBytes,
    to: (at === count - 1 ? videoBytes : (at + 1) * chunkBytes) - 1,
  }))
  return { chunkBytes, count, chunks }
}
