import { createPhotoChooser } from '@ninesixteen/shared/photos/choose-photos'
import type { Db } from '../db/db.ts'
import { readPhotoLibrary } from './photo-library.ts'

export interface SuggestionRequest {
  topic: string
  companyId: string | null
  /** Words for the photo of each slide; empty for the topic's. */
  words: readonly string[]
  /** Paths of photos that are no suggestions. */
  without: readonly string[]
}

/**
 * A photo for each slide as a generation would choose it, without a search; null where none fits. Words of a title say less than those a model
 * writes for a photo, so the topic counts as well.
 */
export async function suggestPhotos(
  db: Db,
  userId: string,
  { topic, companyId, words, without }: SuggestionRequest,
): Promise<(string | null)[]> {
  const { candidates, lastFirst } = await readPhotoLibrary(db, userId, { companyId, projectId: null })
  const chooser = createPhotoChooser({ topic, random: Math.random, notFirst: lastFirst })
  const excluded = new Set(without)
  chooser.add(candidates.filter(({ path }) => !excluded.has(path)))
  return words.map((wanted) => chooser.next(`${topic} ${wanted}`.trim()))
}
