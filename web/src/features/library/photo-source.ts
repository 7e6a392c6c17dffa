import type { LibraryPhoto } from '@ninesixteen/shared/api/media'

/** The page that a photo was imported from. */
export interface PhotoSource {
  host: string
  href: string
}

/** Accepts only http and https, because an external URL must not become a script. */
export function sourceOf({ originalUrl }: Pick<LibraryPhoto, 'originalUrl'>): PhotoSource | null {
  const url = originalUrl === null ? null : URL.parse(originalUrl)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  return { host: url.host.replace(/^www\./, ''), href: url.href }
}
