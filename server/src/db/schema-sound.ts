import { boolean, doublePrecision, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { SoundCut } from '@ninesixteen/shared/sound/video-sound'
import { createdAt } from './columns.ts'
import { userId } from './schema-accounts.ts'
import { files } from './schema-photos.ts'
import { projects } from './schema-projects.ts'

/** Tracks for videos, each a file of AAC packets. */
export const soundTracks = pgTable(
  'sound_tracks',
  {
    /** Chosen by the page. */
    id: uuid('id').primaryKey(),
    userId: userId(),
    name: text('name').notNull(),
    filePath: text('file_path')
      .notNull()
      // Cascades, because a previous release deletes files of an account without its tracks.
      .references(() => files.path, { onDelete: 'cascade' }),
    seconds: doublePrecision('seconds').notNull(),
    /** Null without a steady beat. */
    bpm: doublePrecision('bpm'),
    /** Seconds until the first beat. */
    beatOffset: doublePrecision('beat_offset').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.userId, t.createdAt), index().on(t.filePath)],
)

/** The sound of a slideshow's videos. */
export const projectSounds = pgTable(
  'project_sounds',
  {
    projectId: uuid('project_id')
      .primaryKey()
      .references(() => projects.id, { onDelete: 'cascade' }),
    userId: userId(),
    trackId: uuid('track_id')
      .notNull()
      .references(() => soundTracks.id, { onDelete: 'cascade' }),
    cut: jsonb('cut').$type<SoundCut>().notNull(),
    onBeats: boolean('on_beats').notNull().default(false),
  },
  (t) => [index().on(t.userId), index().on(t.trackId)],
)
