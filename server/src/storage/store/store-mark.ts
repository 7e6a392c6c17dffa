import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { FileStore, MarkerFile } from './file-store.ts'

/** Folder for our files in a new store; older stores have them at the root. */
export const OWN_PREFIX = 'ninesixteen/'

const markerSchema = z.object({
  /** The store's owner: the id in the `instance` table. */
  instance: z.uuid(),
  prefix: z.enum(['', OWN_PREFIX]),
  /** The sweep's last lease; null after two copies of one database swept here. */
  turn: z.uuid().nullable(),
})

/** The owner marker, a file in the store. */
export type OwnerMarker = z.infer<typeof markerSchema>

/** Null if there is none, `unreadable` if invalid or from a later version. */
export async function readOwnerMarker(file: MarkerFile): Promise<OwnerMarker | 'unreadable' | null> {
  const bytes = await file.read()
  if (!bytes) return null
  try {
    return markerSchema.parse(JSON.parse(Buffer.from(bytes).toString()))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return 'unreadable'
    throw error
  }
}

export function ownerMarkerBytes(marker: OwnerMarker): Uint8Array {
  return Buffer.from(`${JSON.stringify(marker, null, 2)}\n`)
}

const nameSchema = z.object({ store: z.uuid() })

/**
 * The store's own name, by which processes detect that they share it. Created if missing; null for a store without an owner marker. Not
 * safe to run concurrently.
 */
export async function nameStore({ ownerMarker, nameMarker }: FileStore): Promise<string | null> {
  const existing = await nameMarker.read()
  if (existing) return nameSchema.parse(JSON.parse(Buffer.from(existing).toString())).store
  if ((await ownerMarker.read()) === null) return null
  const store = randomUUID()
  await nameMarker.replace(Buffer.from(`${JSON.stringify({ store })}\n`))
  return store
}
