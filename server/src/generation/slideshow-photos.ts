import { setTimeout as pause } from 'node:timers/promises'
import { createPhotoChooser, type PhotoCandidate, type PhotoChooser } from '@ninesixteen/shared/photos/choose-photos'
import { photoWords } from '@ninesixteen/shared/photos/photo-fit'
import type { Random } from '@ninesixteen/shared/slide/backgrounds'
import type { BlogBackgrounds } from '../connections/backgrounds.ts'
import type { Db } from '../db/db.ts'
import { retryUntilAvailable } from '../db/retry-until-available.ts'
import type { FindBackgrounds, FoundPhoto, PhotoSearch } from '../photos/found-backgrounds.ts'
import type { GenerationRequest } from './generation-request.ts'
import { readPhotoLibrary } from './photo-library.ts'

/** A search without a request delays no slide by more than this many milliseconds. */
export const UNREQUESTED_PHOTO_MS = 1500

interface Deps {
  db: Db
  random: Random
  backgrounds: BlogBackgrounds
  findBackgrounds: FindBackgrounds
  databaseWaitMs: number
  /** How long a slide waits for a photo that the user did not ask to search, in milliseconds. */
  photoWaitMs: number
}

/** The photos of one slideshow, slide by slide. */
export interface SlideshowPhotos {
  /** The photo for the next slide, by the words of what it shows; null for a backdrop. */
  next(words: string): Promise<string | null>
  /** A note for the user about found photos; null without any. */
  notice(): string | null
  /** Ends searches that still run. */
  close(): void
}

type Request = Pick<GenerationRequest, 'project' | 'plan' | 'isCompanyOnly' | 'blogPhotos' | 'findsPhotos'>

interface Prepared {
  chooser: PhotoChooser
  search: PhotoSearch | null
  /** Whether free photos are new to this user, who did not ask for them. */
  isSurprise: boolean
}

const toFound = ({ path, texts }: FoundPhoto): PhotoCandidate => ({ path, source: 'found', words: photoWords(texts) })

/**
 * Reads the library, asks followed blogs if requested, and starts to search free photos: if requested, or unless refused for a user without
 * photos of their own.
 */
export function prepareSlideshowPhotos(
  { db, random, backgrounds, findBackgrounds, databaseWaitMs, photoWaitMs }: Deps,
  { userId, projectId, request }: { userId: string; projectId: string; request: Request },
): SlideshowPhotos {
  const { isCompanyOnly, findsPhotos, blogPhotos, plan } = request
  const { topic, companyId } = request.project
  const count = plan.total

  let search: PhotoSearch | null = null
  async function prepare(): Promise<Prepared> {
    const readLibrary = () => readPhotoLibrary(db, userId, { companyId, isCompanyOnly, projectId })
    const library = await retryUntilAvailable(readLibrary, { waitMs: databaseWaitMs })
    const { candidates, needsFound, hasFound, lastFirst } = library
    const isRequested = findsPhotos === true
    const isUnrequested = findsPhotos === undefined && needsFound
    if (isRequested || isUnrequested) search = findBackgrounds(userId, { topic, companyId, count, random, isRequested })
    const chooser = createPhotoChooser({ topic, random, notFirst: lastFirst })
    chooser.add(candidates)
    if (blogPhotos && !isCompanyOnly) {
      const paths = await backgrounds(userId, { companyId, count, random })
      chooser.add(paths.map((path) => ({ path, source: 'blog', words: photoWords([]) })))
    }
    return { chooser, search, isSurprise: isUnrequested && !hasFound }
  }

  // Loads while the model works. Errors surface where the photos are awaited, if ever.
  const preparing = prepare()
  preparing.catch(() => undefined)
  let notice: string | null = null

  async function addFound({ chooser, search: running }: Prepared, words: string): Promise<void> {
    if (!running || chooser.hasFitting(words)) return
    const searching = running.photoFor(words).then((photo) => {
      if (photo) chooser.add([toFound(photo)])
    })
    await (findsPhotos === true ? searching : Promise.race([searching, pause(photoWaitMs, undefined, { ref: false })]))
    // A search that comes later adds its photo for the slides after this one.
    if (findsPhotos !== true) chooser.add(running.arrived().map(toFound))
  }

  return {
    async next(words) {
      const prepared = await preparing
      await addFound(prepared, words)
      const path = prepared.chooser.next(words)
      const problem = prepared.search?.problem() ?? null
      if (prepared.isSurprise && prepared.search && problem === null) notice = SURPRISE
      if (findsPhotos === true) notice = problem === null ? null : `${problem} The slides have your own photos or plain backdrops instead.`
      return path
    },
    notice: () => notice,
    close: () => search?.close(),
  }
}

const SURPRISE =
  'Your library was empty, so we added free photos with their credits. Turn off “Find photos for me” to use only your own and starter photos.'
