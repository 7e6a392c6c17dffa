import { and, eq } from 'drizzle-orm'
import type { SlideshowSound } from '@ninesixteen/shared/api/tracks'
import { AppError } from '@ninesixteen/shared/errors'
import { soundCutSchema } from '@ninesixteen/shared/sound/model'
import { soundWithBeats, type SoundWithBeats } from '@ninesixteen/shared/sound/slideshow-sound'
import type { Credit } from '@ninesixteen/shared/stock/credit-schema'
import type { Tx } from '../db/db.ts'
import { files } from '../db/schema-photos.ts'
import { projectSounds, soundTracks } from '../db/schema-sound.ts'

/** The sound of a slideshow as its user chose it, or null. */
export async function readSound(tx: Tx, userId: string, projectId: string): Promise<SlideshowSound | null> {
  const [row] = await tx.select().from(projectSounds).where(isOf(userId, projectId))
  return row ? chosenSound(row) : null
}

/** Chooses the sound of a project that is the user's. Throws NOT_FOUND for a track that isn't. */
export async function writeSound(
  tx: Tx,
  userId: string,
  { projectId, sound }: { projectId: string; sound: SlideshowSound | null },
): Promise<void> {
  if (!sound) return void (await tx.delete(projectSounds).where(isOf(userId, projectId)))
  const { trackId, onBeats, ...cut } = sound
  const isMine = and(eq(soundTracks.userId, userId), eq(soundTracks.id, trackId))
  if ((await tx.$count(soundTracks, isMine)) === 0) throw new AppError('NOT_FOUND')
  await tx
    .insert(projectSounds)
    .values({ projectId, userId, trackId, cut, onBeats })
    .onConflictDoUpdate({ target: projectSounds.projectId, set: { trackId, cut, onBeats } })
}

/** Gives a copy or translation the sound of its slideshow. */
export async function copySound(tx: Tx, userId: string, { from, to }: { from: string; to: string }): Promise<void> {
  const sound = await readSound(tx, userId, from)
  if (sound) await writeSound(tx, userId, { projectId: to, sound })
}

/** The sound of a slideshow's videos; null without. */
export async function soundOfVideo(tx: Tx, userId: string, projectId: string): Promise<SoundWithBeats | null> {
  const [row] = await tx
    .select({ chosen: projectSounds, track: soundTracks })
    .from(projectSounds)
    .innerJoin(soundTracks, eq(soundTracks.id, projectSounds.trackId))
    .where(isOf(userId, projectId))
  return row ? soundWithBeats(chosenSound(row.chosen), row.track) : null
}

/** The credit of the music of a slideshow's videos: one, or none. */
export async function readMusicCredits(tx: Tx, userId: string, projectId: string): Promise<Credit[]> {
  const rows = await tx
    .select({ credit: files.credit })
    .from(projectSounds)
    .innerJoin(soundTracks, eq(soundTracks.id, projectSounds.trackId))
    .innerJoin(files, eq(files.path, soundTracks.filePath))
    .where(isOf(userId, projectId))
  return rows.flatMap(({ credit }) => credit ?? [])
}

function chosenSound({ cut, trackId, onBeats }: typeof projectSounds.$inferSelect): SlideshowSound {
  return { ...soundCutSchema.parse(cut), trackId, onBeats }
}

const isOf = (userId: string, projectId: string) => and(eq(projectSounds.userId, userId), eq(projectSounds.projectId, projectId))
