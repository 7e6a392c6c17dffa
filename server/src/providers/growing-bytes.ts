type Bytes = Uint8Array<ArrayBuffer>

/** A growing buffer: a list of one-byte chunks would take a hundred times the memory. */
export interface GrowingBytes {
  add(piece: Uint8Array): void
  /** Returns and clears the content. */
  take(): Bytes
}

export function createGrowingBytes(): GrowingBytes {
  let room: Bytes = new Uint8Array(0)
  let length = 0
  return {
    add(piece) {
      if (length + piece.length > room.length) {
        const larger = new Uint8Array(Math.max(length + piece.length, room.length * 2))
        larger.set(room.subarray(0, length))
        room = larger
      }
      room.set(piece, length)
      length += piece.length
    },
    take() {
      const taken = room.slice(0, length)
      length = 0
      return taken
    },
  }
}
