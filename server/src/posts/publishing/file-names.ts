import type { PostKind } from '@ninesixteen/shared/publishing/delivery'

/** File extensions of the published formats. */
export const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'video/mp4': 'mp4' } as const

export function extensionOf(mimeType: string): string {
  return Object.hasOwn(EXTENSIONS, mimeType) ? EXTENSIONS[mimeType as keyof typeof EXTENSIONS] : 'bin'
}

/** The public name of a post's file: `slide_1.jpg`, `video.mp4`. `position` is 0-based. */
export function outgoingName(kind: PostKind, { position, mimeType }: { position: number; mimeType: string }): string {
  return `${kind === 'video' ? 'video' : `slide_${position + 1}`}.${extensionOf(mimeType)}`
}
