import { join } from 'node:path'
import { and, desc, eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { TRACKS_PATH } from '@ninesixteen/shared/api/limits'
import { newTrackSchema, TRACK_BYTES_MAX } from '@ninesixteen/shared/api/tracks'
import { AppError } from '@ninesixteen/shared/errors'
import { soundTracks } from '../../db/schema-sound.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { requirePro } from '../../http/session/session.ts'
import { receiveFile } from '../../photos/receive-upload.ts'
import { ownProject } from '../../projects/project-rows.ts'
import { readSound, writeSound } from '../../sound/project-sound.ts'
import { presentTrack, selectTracks, storeTrack } from '../../sound/store-track.ts'
import { markForDeletion, removeMarked } from '../../storage/sweep/mark-for-deletion.ts'
import { UPLOADS_FOLDER } from '../../storage/sweep/unfinished-uploads.ts'
import { guarded } from '../contract.ts'
import type { Services } from '../services.ts'

export const trackRoutes = {
  list: guarded.tracks.list.handler(({ context: { services, userId } }) =>
    services.db.asUser(userId, async (tx) => {
      const rows = await selectTracks(tx).where(eq(soundTracks.userId, userId)).orderBy(desc(soundTracks.createdAt), desc(soundTracks.id))
      return rows.map(presentTrack)
    }),
  ),

  rename: guarded.tracks.rename.handler(({ context: { services, userId }, input: { id, name } }) =>
    services.db.asUser(userId, async (tx) => {
      await tx.update(soundTracks).set({ name }).where(isMine(userId, id))
      const [row] = await selectTracks(tx).where(isMine(userId, id))
      if (!row) throw new AppError('NOT_FOUND')
      return presentTrack(row)
    }),
  ),

  remove: guarded.tracks.remove.handler(async ({ context: { services, userId }, input: { id } }) => {
    const unused = await services.db.asUser(userId, async (tx) => {
      const [row] = await tx.delete(soundTracks).where(isMine(userId, id)).returning({ path: soundTracks.filePath })
      if (!row) throw new AppError('NOT_FOUND')
      return markForDeletion(tx, userId, [row.path])
    })
    await removeMarked(services, userId, unused)
  }),
}

export const soundRoutes = {
  read: guarded.sounds.read.handler(({ context: { services, userId }, input: { id } }) =>
    services.db.asUser(userId, async (tx) => {
      await ownProject(tx, userId, id)
      return readSound(tx, userId, id)
    }),
  ),

  write: guarded.sounds.write.handler(({ context: { services, userId }, input: { id, sound } }) =>
    services.db.asUser(userId, async (tx) => {
      await ownProject(tx, userId, id)
      await writeSound(tx, userId, { projectId: id, sound })
    }),
  ),
}

const isMine = (userId: string, id: string) => and(eq(soundTracks.userId, userId), eq(soundTracks.id, id))

/** `POST /api/tracks`: the packets of a track, made by the page. */
export function registerTrackRoutes(app: Hono<AppEnv>, services: Services): void {
  app.post(TRACKS_PATH, async (c) => {
    const user = await requirePro(c, services)
    const input = newTrackSchema.safeParse(c.req.query())
    if (!input.success) throw new AppError('INVALID_INPUT', { fields: input.error.issues[0]?.path.join('.') || 'id' })
    const { token, ...track } = input.data
    const credit = token === undefined ? null : services.foundSounds.credit(user.id, token)
    const received = await receiveFile(c.req.raw, join(services.config.dataDir, UPLOADS_FOLDER), TRACK_BYTES_MAX)
    try {
      return c.json(await storeTrack(services, user.id, { ...track, credit, file: received.file }), 201)
    } finally {
      await received.discard()
    }
  })
}
