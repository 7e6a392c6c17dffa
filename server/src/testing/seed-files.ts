import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pino } from 'pino'
import { openDb } from '../db/db.ts'
import { files, mediaItems } from '../db/schema-photos.ts'
import { runningConnection } from '../embedded-postgres/supervisor.ts'
import { createFolderStore } from '../storage/store/folder-store.ts'
import { newKey } from '../storage/store/storage-key.ts'

export interface FilesPlan {
  /** Data folder of a running product. */
  dataDir: string
  userId: string
  count: number
  /** Size of each file; the content doesn't compress. */
  bytes: number
}

/** Adds photos to a user's library in database and file store, without decodable image data. */
export async function insertFiles({ dataDir, userId, count, bytes }: FilesPlan): Promise<void> {
  const db = openDb(runningConnection(dataDir), pino({ level: 'silent' }))
  const store = createFolderStore(join(dataDir, 'files'))
  try {
    for (let uploaded = 0; uploaded < count; uploaded += 1) {
      const path = newKey(userId, 'jpg')
      await store.put(path, randomBytes(bytes), 'image/jpeg')
      await db.asUser(userId, async (tx) => {
        await tx.insert(files).values({ path, userId, mimeType: 'image/jpeg', bytes, width: 1080, height: 1920, state: 'stored' })
        await tx.insert(mediaItems).values({
          id: randomUUID(),
          userId,
          filename: `photo ${uploaded}.jpg`,
          filePath: path,
          fileSize: bytes,
          dimensions: '1080x1920',
        })
      })
    }
  } finally {
    await db.close()
  }
}
