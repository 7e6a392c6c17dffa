import { readFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { TRACKS_MAX, type NewTrack, type Track } from '@ninesixteen/shared/api/tracks'
import { AppError } from '@ninesixteen/shared/errors'
import { PACKET_SAMPLES, parseAdts } from '@ninesixteen/shared/sound/aac/adts'
import { readPacket } from '@ninesixteen/shared/sound/aac/packet'
import type { Credit } from '@ninesixteen/shared/stock/credit-schema'
import { TRACK_SECONDS_MAX, trackSeconds } from '@ninesixteen/shared/sound/video-sound'
import { isUniqueViolation } from '../db/database-error.ts'
import type { Tx } from '../db/db.ts'
import { files } from '../db/schema-photos.ts'
import { soundTracks } from '../db/schema-sound.ts'
import { requireFewerRows, type RowLimit } from '../db/row-limits.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'
import { removeFiles, storeFile, type FileStorage } from '../storage/stored-files.ts'

const LIMIT: RowLimit = { table: soundTracks, limit: TRACKS_MAX, plural: 'tracks' }
/** A packet of two channels has at most 12,288 bits (ISO/IEC 14496-3, 4.5.3.1). */
const PACKET_BYTES_MAX = 1536
/** Those of the longest track at the higher rate, and some for what its encoder adds. */
const PACKETS_MAX = Math.ceil(((TRACK_SECONDS_MAX + 2) * 48_000) / PACKET_SAMPLES)
/** Packets read before other requests have their turn: about two milliseconds. */
const PACKETS_AT_ONCE = 100
const MIME_TYPE = 'audio/aac'

interface ReceivedTrack extends Omit<NewTrack, 'token'> {
  /** The received file. */
  file: string
  credit: Credit | null
}

interface TrackStorage extends FileStorage {
  settings: Pick<InstanceSettings, 'now'>
}

/** Verifies an uploaded track and stores it. A repeated id returns the stored track. Nothing here decodes sound. */
export async function storeTrack(storage: TrackStorage, userId: string, { file, credit, ...given }: ReceivedTrack): Promise<Track> {
  const known = await storage.db.asUser(userId, (tx) => findTrack(tx, userId, given.id))
  if (known) return known
  const { bytes, seconds } = await verifiedTrack(file)
  await storage.db.asUser(userId, (tx) => requireFewerRows(tx, userId, LIMIT))
  const put = (path: string) => storage.store.put(path, bytes, MIME_TYPE)
  const stored = { extension: 'aac', mimeType: MIME_TYPE, bytes: bytes.length, credit, quota: storage.settings.now().storageQuota } as const
  const filePath = await storeFile(storage, userId, { ...stored, put })
  try {
    return await storage.db.asUser(userId, async (tx) => {
      await tx.insert(soundTracks).values({ ...given, userId, filePath, seconds })
      const track = await findTrack(tx, userId, given.id)
      if (!track) throw new Error('Insert returned no track')
      return track
    })
  } catch (error) {
    await Promise.allSettled([removeFiles(storage, userId, [filePath])])
    // A concurrent request with the same id was first.
    const first = isUniqueViolation(error) ? await storage.db.asUser(userId, (tx) => findTrack(tx, userId, given.id)) : null
    if (first) return first
    throw isUniqueViolation(error) ? new AppError('INVALID_INPUT', { fields: 'id' }) : error
  }
}

/** Reads every packet to its last bit. Throws SOUND_INVALID for anything but stereo AAC-LC. */
async function verifiedTrack(file: string): Promise<{ bytes: Buffer; seconds: number }> {
  const bytes = await readFile(file)
  try {
    const track = parseAdts(bytes, PACKETS_MAX)
    const seconds = trackSeconds(track)
    // The last packet is filled up with silence.
    if (seconds > TRACK_SECONDS_MAX + 1) throw new RangeError('Too long')
    for (const [index, packet] of track.packets.entries()) {
      if (packet.length > PACKET_BYTES_MAX) throw new RangeError('A packet is too large')
      readPacket(packet)
      if (index % PACKETS_AT_ONCE === 0) await nextTurn()
    }
    return { bytes, seconds: Math.min(seconds, TRACK_SECONDS_MAX) }
  } catch (cause) {
    throw cause instanceof RangeError ? new AppError('SOUND_INVALID', {}, { cause }) : cause
  }
}

/** The user's track, or null. */
async function findTrack(tx: Tx, userId: string, id: string): Promise<Track | null> {
  const [row] = await selectTracks(tx).where(and(eq(soundTracks.userId, userId), eq(soundTracks.id, id)))
  return row ? presentTrack(row) : null
}

export function selectTracks(tx: Tx) {
  const columns = { track: soundTracks, fileSize: files.bytes, credit: files.credit }
  return tx.select(columns).from(soundTracks).innerJoin(files, eq(files.path, soundTracks.filePath))
}

export function presentTrack({ track, fileSize, credit }: Awaited<ReturnType<typeof selectTracks>>[number]): Track {
  const { userId: _, createdAt, ...shown } = track
  return { ...shown, fileSize, credit, createdAt: createdAt.toISOString() }
}
