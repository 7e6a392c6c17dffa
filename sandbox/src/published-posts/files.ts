/** A file that was received, with what is known of it. */
export interface StoredFile {
  bytes: Buffer
  type: string
  width?: number
  height?: number
}

/** Maximum bytes of all stored files, which the feed shows. */
const ROOM = 256 * 1024 * 1024

/** Images and videos by the SHA-256 of their bytes. When full, the least recently used go first. */
export function createFiles(room = ROOM) {
  const kept = new Map<string, StoredFile>()
  let used = 0

  return {
    keep(sha256: string, file: StoredFile): void {
      const before = kept.get(sha256)
      if (before) {
        kept.delete(sha256)
        kept.set(sha256, before)
        return
      }
      if (file.bytes.byteLength > room) return
      // A copy: what was sent is often a piece of a body many times its size.
      kept.set(sha256, { ...file, bytes: Buffer.from(file.bytes) })
      used += file.bytes.byteLength
      for (const [oldest, { bytes }] of kept) {
        if (used <= room) break
        kept.delete(oldest)
        used -= bytes.byteLength
      }
    },
    find: (sha256: string): StoredFile | undefined => kept.get(sha256),
    used: () => used,
    reset() {
      kept.clear()
      used = 0
    },
  }
}
export type Files = ReturnType<typeof createFiles>
