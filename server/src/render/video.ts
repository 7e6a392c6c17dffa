import { AppError } from '@ninesixteen/shared/errors'
import { filmParts, firstAlike } from '@ninesixteen/shared/video/film'
import type { Film, FilmPart } from '@ninesixteen/shared/video/film'
import type { Draw, DrawJob, DrawReply, DrawTurn, EncodedPart, SlideInput } from './draw-job.ts'
import { lacksFile, readInput } from './slide-input.ts'
import type { SlideFiles } from './slide-input.ts'

export interface VideoOptions extends DrawTurn {
  /** After each picture or cross-fade that is encoded. */
  onProgress?: (done: number, of: number) => void
}

/** An MP4 in pieces that follow each other: 35 slides that fade into each other are 100 MB, which nobody should have to hold twice. */
export interface VideoFile {
  pieces: readonly Uint8Array[]
  bytes: number
}

interface VideoWork {
  film: Film
  files: SlideFiles
  draw: Draw
}

/** One more than there are threads: its files are read while they draw. */
const AT_ONCE = 3

/**
 * Makes the MP4 of a film: 1080 x 1920, 60 frames a second. Each picture is encoded once and held by skipped pictures; cross-fades are
 * encoded frame by frame. Throws VIDEO_PHOTO_FAILED with the picture's number, counted from 1, when one of its files is gone or damaged.
 */
export async function renderVideo({ film, files, draw }: VideoWork, { person, signal, onProgress }: VideoOptions): Promise<VideoFile> {
  if (film.pictures.length === 0) throw new AppError('VIDEO_NO_SLIDE')
  const alike = firstAlike(film)
  const parts = filmParts(film)
  const isFirst = (part: FilmPart): boolean => part.kind === 'hold' && alike[part.picture] === part.picture
  // Held pictures first: they find damaged files by their own numbers.
  const queue = [...parts.filter(isFirst), ...parts.filter(({ kind }) => kind === 'fade')]
  const total = queue.length
  const held = new Map<number, Uint8Array[]>()
  const faded = new Map<FilmPart, Uint8Array[]>()
  const failing = new AbortController()
  const turn = { person, signal: AbortSignal.any([failing.signal, ...(signal ? [signal] : [])]) }

  const encode = async (part: FilmPart): Promise<void> => {
    const number = (part.kind === 'hold' ? part.picture : part.from) + 1
    const pictures = filesOf(await draw(() => jobOf(film, part, files), turn), number)
    if (part.kind === 'hold') held.set(part.picture, pictures)
    else faded.set(part, pictures)
    onProgress?.(held.size + faded.size, total)
  }
  const drain = async (): Promise<void> => {
    for (let part = queue.shift(); part; part = queue.shift()) await encode(part)
  }

  try {
    await Promise.all(Array.from({ length: AT_ONCE }, drain))
    const encoded = parts.map((part): EncodedPart => {
      const pictures = part.kind === 'fade' ? faded.get(part) : held.get(alike[part.picture] ?? part.picture)
      return { pictures: pictures ?? [], frames: part.frames }
    })
    const pieces = filesOf(await draw(async () => ({ kind: 'mp4', parts: encoded }), turn), 0)
    return { pieces, bytes: pieces.reduce((sum, piece) => sum + piece.length, 0) }
  } catch (error) {
    // The others stop as well.
    failing.abort(error)
    queue.length = 0
    signal?.throwIfAborted()
    throw error instanceof AppError ? error : new AppError('VIDEO_RECORDING_FAILED', {}, { cause: error })
  }
}

async function jobOf(film: Film, part: FilmPart, files: SlideFiles): Promise<DrawJob> {
  if (part.kind === 'hold') return { kind: 'key-picture', input: await readPicture(film, part.picture, files) }
  const [from, to] = await Promise.all([readPicture(film, part.from, files), readPicture(film, part.to, files)])
  return { kind: 'fade', from, to, frames: part.frames }
}

/** A slide of the film with all its files; one of them missing is the picture's failure. */
async function readPicture(film: Film, picture: number, files: SlideFiles): Promise<SlideInput> {
  const slide = film.pictures[picture]?.slide
  if (!slide) throw new RangeError(`The film has no picture ${picture}`)
  const failed = (cause?: unknown): AppError => new AppError('VIDEO_PHOTO_FAILED', { number: picture + 1 }, { cause })
  const input = await readInput(slide, files).catch((error: unknown) => {
    throw error instanceof AppError ? error : failed(error)
  })
  if (lacksFile(input)) throw failed()
  return input
}

function filesOf(reply: DrawReply, number: number): Uint8Array[] {
  if ('files' in reply) return reply.files
  const cause = new Error(reply.failure)
  throw reply.unreadable ? new AppError('VIDEO_PHOTO_FAILED', { number }, { cause }) : cause
}
