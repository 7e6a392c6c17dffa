import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { AppError } from '@ninesixteen/shared/errors'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { Renderer } from '../rendering/renderer.ts'
import { slideFiles } from '../rendering/slide-files.ts'
import type { RenditionSource } from '../storage/renditions.ts'

/** A version of a project, and whose it is. */
export interface CoveredProject {
  id: string
  version: number
  userId: string
}

export interface ProjectCovers {
  /** The first slide as the painter draws it, small; drawn once a version and kept on this machine's disk. */
  read(project: CoveredProject, slide: Slide): Promise<Uint8Array>
}

/** Below the data folder of this machine: covers can be drawn anew at any time. */
export const COVERS_FOLDER = 'cache/covers'

/** With the project, its picture goes from this machine; others notice when they are next asked for it. */
export function deleteCover(dataDir: string, projectId: string): Promise<void> {
  return rm(join(dataDir, COVERS_FOLDER, projectId), { recursive: true, force: true })
}

const UNDRAWABLE_KEPT = 1000

/** Covers are derived from what the database and the store hold: a cache, one file a project. */
export function createProjectCovers(dataDir: string, renderer: Renderer, services: RenditionSource): ProjectCovers {
  const drawing = new Map<string, Promise<Uint8Array>>()
  const undrawable = new Set<string>()
  const folderOf = (projectId: string) => join(dataDir, COVERS_FOLDER, projectId)
  const fileOf = (project: CoveredProject) => join(folderOf(project.id), `${project.version}.webp`)

  async function cached(project: CoveredProject): Promise<Uint8Array | null> {
    try {
      return await readFile(fileOf(project))
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    }
  }

  async function draw(project: CoveredProject, slide: Slide): Promise<Uint8Array> {
    const bytes = await renderer.renderSlide(slide, slideFiles(services), { person: project.userId }).cover()
    await keep(project, bytes)
    return bytes
  }

  /** Beside and renamed, so that no reader meets half a picture; covers of earlier versions go. */
  async function keep(project: CoveredProject, bytes: Uint8Array): Promise<void> {
    const [home, file] = [folderOf(project.id), fileOf(project)]
    await mkdir(home, { recursive: true })
    const unfinished = `${file}.${randomUUID()}`
    await writeFile(unfinished, bytes)
    await rename(unfinished, file)
    const older = (await readdir(home)).filter((name) => Number.parseInt(name, 10) < project.version)
    await Promise.all(older.map((name) => rm(join(home, name), { force: true })))
  }

  /** A slide that took too long does so each time its list is looked at. The next version is tried again. */
  function remember(key: string): void {
    undrawable.add(key)
    const [oldest] = undrawable
    if (undrawable.size > UNDRAWABLE_KEPT && oldest !== undefined) undrawable.delete(oldest)
  }

  return {
    async read(project, slide) {
      const found = await cached(project)
      if (found) return found
      const key = fileOf(project)
      if (undrawable.has(key)) throw new AppError('SLIDE_TOO_COMPLEX')
      const begun = drawing.get(key) ?? draw(project, slide)
      drawing.set(key, begun)
      try {
        return await begun
      } catch (error) {
        if (error instanceof AppError && error.code === 'SLIDE_TOO_COMPLEX') remember(key)
        throw error
      } finally {
        drawing.delete(key)
      }
    },
  }
}
