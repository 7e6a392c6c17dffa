/** Bytes per chunk. TikTok allows 5 to 64 MB and doesn't say which megabyte; this fits both. */
const CHUNK_BYTES = 10_000_000

/** Bytes `from` to `to`, inclusive, as in Content-Range. */
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
 * Splits a video into chunks (Media Transfer Guide): the last one includes the remainder, and a single chunk has the size of the video. Chunks
 * are small because each is held in memory, and sent again when lost.
 */
export function planChunks(videoBytes: number, defaultChunkBytes = CHUNK_BYTES): ChunkPlan {
  const fullChunks = Math.floor(videoBytes / defaultChunkBytes)
  const [count, chunkBytes] = fullChunks <= 1 ? [1, videoBytes] : [fullChunks, defaultChunkBytes]
  const chunks = Array.from({ length: count }, (_, at) => ({
    from: at * chunkBytes,
    to: (at === count - 1 ? videoBytes : (at + 1) * chunkBytes) - 1,
  }))
  return { chunkBytes, count, chunks }
}
