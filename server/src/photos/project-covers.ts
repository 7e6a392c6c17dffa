import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { AppError } from '@ninesixteen/shared/errors'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { Renderer } from '../rendering/renderer.ts'
import { slideFiles } from '../rendering/slide-files.ts'
import type { RenditionSource } from '../storage/renditions.ts'
import { nullOn404 } from '../storage/store/file-store.ts'

/** A version of a project and its owner. */
export interface CoveredProject {
  id: string
  version: number
  userId: string
}

export interface ProjectCovers {
  /** The thumbnail of the first slide, rendered once per version and cached on this machine's disk. */
  read(project: CoveredProject, slide: Slide): Promise<Uint8Array>
}

/** Below this machine's data folder: covers can be rendered again at any time. */
export const COVERS_FOLDER = 'cache/covers'

/** Deletes a project's cover on this machine; other machines notice on the next request. */
export function deleteCover(dataDir: string, projectId: string): Promise<void> {
  return rm(join(dataDir, COVERS_FOLDER, projectId), { recursive: true, force: true })
}

const TOO_COMPLEX_MAX = 1000

/** A cache of covers, one file per project, derived from database and store. */
export function createProjectCovers(dataDir: string, renderer: Renderer, services: RenditionSource): ProjectCovers {
  const rendering = new Map<string, Promise<Uint8Array>>()
  const tooComplex = new Set<string>()
  const folderOf = (projectId: string) => join(dataDir, COVERS_FOLDER, projectId)
  const fileOf = (project: CoveredProject) => join(folderOf(project.id), `${project.version}.webp`)

  const cached = (project: CoveredProject): Promise<Uint8Array | null> => nullOn404(() => readFile(fileOf(project)))

  async function render(project: CoveredProject, slide: Slide): Promise<Uint8Array> {
    const bytes = await renderer.renderSlide(slide, slideFiles(services), { userId: project.userId }).cover()
    await store(project, bytes)
    return bytes
  }

  /** Writes and renames, so that readers never see a partial file; removes covers of earlier versions. */
  async function store(project: CoveredProject, bytes: Uint8Array): Promise<void> {
    const [home, file] = [folderOf(project.id), fileOf(project)]
    await mkdir(home, { recursive: true })
    const unfinished = `${file}.${randomUUID()}`
    await writeFile(unfinished, bytes)
    await rename(unfinished, file)
    const older = (await readdir(home)).filter((name) => Number.parseInt(name, 10) < project.version)
    await Promise.all(older.map((name) => rm(join(home, name), { force: true })))
  }

  /** Remembers a slide that is too complex, which would time out on every view. The next version is tried again. */
  function remember(key: string): void {
    tooComplex.add(key)
    const [oldest] = tooComplex
    if (tooComplex.size > TOO_COMPLEX_MAX && oldest !== undefined) tooComplex.delete(oldest)
  }

  return {
    async read(project, slide) {
      const found = await cached(project)
      if (found) return found
      const key = fileOf(project)
      if (tooComplex.has(key)) throw new AppError('SLIDE_TOO_COMPLEX')
      const begun = rendering.get(key) ?? render(project, slide)
      rendering.set(key, begun)
      try {
        return await begun
      } catch (error) {
        if (error instanceof AppError && error.code === 'SLIDE_TOO_COMPLEX') remember(key)
        throw error
      } finally {
        rendering.delete(key)
      }
    },
  }
}
