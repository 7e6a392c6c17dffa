import type { BlogImage } from './image.ts'
import { picturePath, sizesOf } from './image.ts'

const EDGES = [512, 128, 96, 64] as const

/** A blog's avatar. */
export function avatarOf(blog: string): BlogImage {
  return { name: `${blog}/avatar`, scene: 'shapes', width: 512, height: 512, type: 'image/png', extension: 'png' }
}

/** Its sizes as the API lists them, widest first. */
export function avatarsOf(blog: string, media: string): { width: number; height: number; url: string }[] {
  return EDGES.map((edge) => ({ width: edge, height: edge, url: media + picturePath(avatarOf(blog), avatarSize(edge)) }))
}

export function avatarSizes() {
  return [...EDGES.map(avatarSize), ...sizesOf({ width: 512, height: 512 })]
}

function avatarSize(edge: number) {
  return { name: `s${edge}x${edge}u_c1`, width: edge, height: edge }
}
