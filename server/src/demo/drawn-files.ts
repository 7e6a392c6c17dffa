import { join, resolve } from 'node:path'
import { PHOTO_NAMES } from './pictures/names.ts'

/** Folder of the drawn files; made again when their code changes. */
export const DEMO_PICTURES = resolve(import.meta.dirname, '../../generated/demo')

export const DRAWN = ['logo', 'product', ...PHOTO_NAMES] as const
export type DrawnName = (typeof DRAWN)[number]

const CUT_OUT: readonly DrawnName[] = ['logo', 'product']

/** Where a drawn picture lies, and as what. */
export function drawnFile(name: DrawnName): { place: string; filename: string; extension: 'jpg' | 'png'; mimeType: string } {
  const [extension, mimeType] = CUT_OUT.includes(name) ? (['png', 'image/png'] as const) : (['jpg', 'image/jpeg'] as const)
  const filename = `${name}.${extension}`
  return { place: join(DEMO_PICTURES, filename), filename, extension, mimeType }
}
