import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { FileStore, MarkFile } from './file-store.ts'

/** In a store that was new to us, pictures are kept in a folder of our own; older stores have them at the root. */
export const OWN_PREFIX = 'ninesixteen/'

const markSchema = z.object({
  /** Whose store it is: the id in the `instance` table. */
  instance: z.uuid(),
  prefix: z.enum(['', OWN_PREFIX]),
  /** The sweep's last turn; null when two copies of one database were found to sweep here. */
  turn: z.uuid().nullable(),
})

/** Whose store it is, in a file of the store. */
export type StoreMark = z.infer<typeof markSchema>

/** Null when there is none, `unreadable` for what is no mark of ours or of a later version. */
export async function readMark(file: MarkFile): Promise<StoreMark | 'unreadable' | null> {
  const bytes = await file.read()
  if (!bytes) return null
  try {
    return markSchema.parse(JSON.parse(Buffer.from(bytes).toString()))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return 'unreadable'
    throw error
  }
}

export function markBytes(mark: StoreMark): Uint8Array {
  return Buffer.from(`${JSON.stringify(mark, null, 2)}\n`)
}

const nameSchema = z.object({ store: z.uuid() })

/**
 * The store's own name, by which processes see that they have the same one. It is made where there is none; null for a store without a mark. One
 * at a time.
 */
export async function nameStore({ mark, nameMark }: FileStore): Promise<string | null> {
  const known = await nameMark.read()
  if (known) return nameSchema.parse(JSON.parse(Buffer.from(known).toString())).store
  if ((await mark.read()) === null) return null
  const store = randomUUID()
  await nameMark.replace(Buffer.from(`${JSON.stringify({ store })}\n`))
  return store
}
