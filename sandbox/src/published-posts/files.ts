/** A received file and its properties. */
export interface StoredFile {
  bytes: Buffer
  type: string
  width?: number
  height?: number
}

/** Maximum bytes of all stored files, which the feed shows. */
const ROOM = 256 * 1024 * 1024

/** Images and videos by the SHA-256 of their bytes. When full, the least recently used go first. */
export function createFiles(bytesMax = ROOM) {
  const stored = new Map<string, StoredFile>()
  let used = 0

  return {
    keep(sha256: string, file: StoredFile): void {
      const existing = stored.get(sha256)
      if (existing) {
        stored.delete(sha256)
        stored.set(sha256, existing)
        return
      }
      if (file.bytes.byteLength > bytesMax) return
      // A copy: what was sent is often a piece of a body many times its size.
      stored.set(sha256, { ...file, bytes: Buffer.from(file.bytes) })
      used += file.bytes.byteLength
      for (const [oldest, { bytes }] of stored) {
        if (used <= bytesMax) break
        stored.delete(oldest)
        used -= bytes.byteLength
      }
    },
    find: (sha256: string): StoredFile | undefined => stored.get(sha256),
    used: () => used,
    reset() {
      stored.clear()
      used = 0
    },
  }
}
export type Files = ReturnType<typeof createFiles>
