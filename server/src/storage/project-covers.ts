import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { EXPORT_HEIGHT, EXPORT_WIDTH, type Slide } from '@ninesixteen/shared/slide/model'
import type { Renderer } from '../render/renderer.ts'
import type { SlideFiles } from '../render/slide-input.ts'
import type { FileStore } from './file-store.ts'
import { readVariant } from './renditions.ts'

export const COVER_MIME_TYPE = 'image/webp'
/** Wide enough for a card on a screen with two pixels a point. */
const COVER_WIDTH = 360

/** Pictures of a user's files for the painter. */
export function slideFiles(store: FileStore): SlideFiles {
  return {
    loadCover: (path) => readVariant(store, path, 'cover'),
    loadPicture: (path) => readVariant(store, path, 'original'),
  }
}

export interface ProjectCovers {
  /** The first slide as the painter draws it, small; drawn once a version and kept on this machine's disk. */
  read(project: { id: string; version: number }, slide: Slide): Promise<Uint8Array>
}

/** Below the data folder of this machine: covers can be drawn anew at any time. */
export const COVERS_FOLDER = 'cache/covers'

/** With the project, its picture goes from this machine; others notice when they are next asked for it. */
export function forgetCover(dataDir: string, projectId: string): Promise<void> {
  return rm(join(dataDir, COVERS_FOLDER, projectId), { recursive: true, force: true })
}

/** Covers are derived from what the database and the store hold: a cache, one file a project. */
export function createProjectCovers(dataDir: string, renderer: Renderer, store: FileStore): ProjectCovers {
  const drawing = new Map<string, Promise<Uint8Array>>()
  const folderOf = (projectId: string) => join(dataDir, COVERS_FOLDER, projectId)
  const fileOf = (project: { id: string; version: number }) => join(folderOf(project.id), `${project.version}.webp`)

  async function cached(project: { id: string; version: number }): Promise<Uint8Array | null> {
    try {
      return await readFile(fileOf(project))
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    }
  }

  async function draw(project: { id: string; version: number }, slide: Slide): Promise<Uint8Array> {
    const drawn = await renderer.renderSlide(slide, slideFiles(store))
    const raw = { width: EXPORT_WIDTH, height: EXPORT_HEIGHT, channels: 4 } as const
    const bytes = await sharp(await drawn.rgba(), { raw })
      .removeAlpha()
      .resize({ width: COVER_WIDTH })
      .webp({ quality: 82 })
      .toBuffer()
    await keep(project, bytes)
    return bytes
  }

  /** Beside and renamed, so that no reader meets half a picture; covers of earlier versions go. */
  async function keep(project: { id: string; version: number }, bytes: Uint8Array): Promise<void> {
    const [home, file] = [folderOf(project.id), fileOf(project)]
    await mkdir(home, { recursive: true })
    const unfinished = `${file}.${randomUUID()}`
    await writeFile(unfinished, bytes)
    await rename(unfinished, file)
    const older = (await readdir(home)).filter((name) => Number.parseInt(name, 10) < project.version)
    await Promise.all(older.map((name) => rm(join(home, name), { force: true })))
  }

  return {
    async read(project, slide) {
      const found = await cached(project)
      if (found) return found
      const key = fileOf(project)
      const begun = drawing.get(key) ?? draw(project, slide)
      drawing.set(key, begun)
      try {
        return await begun
      } finally {
        drawing.delete(key)
      }
    },
  }
}
