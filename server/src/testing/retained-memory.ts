import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** A finalizer of one collection lets the next one free more. */
const COLLECTIONS = 4

/** Memory that this process retains after garbage collection, in bytes. */
export interface RetainedMemory {
  buffers: number
  heap: number
}

export async function retainedMemory(): Promise<RetainedMemory> {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  for (let count = 0; count < COLLECTIONS; count += 1) {
    collectGarbage()
    await turn()
  }
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return { buffers: arrayBuffers, heap: heapUsed }
}
