import type { PostKind } from '@ninesixteen/shared/publishing/delivery'

/** The kinds of files that go out, and how their names end. */
export const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'video/mp4': 'mp4' } as const

export function extensionOf(mimeType: string): string {
  return Object.hasOwn(EXTENSIONS, mimeType) ? EXTENSIONS[mimeType as keyof typeof EXTENSIONS] : 'bin'
}

/** What a file of a post is called where somebody sees its name: `slide_1.jpg`, `video.mp4`. `position` is 0-based. */
export function outgoingName(kind: PostKind, { position, mimeType }: { position: number; mimeType: string }): string {
  return `${kind === 'video' ? 'video' : `slide_${position + 1}`}.${extensionOf(mimeType)}`
}
