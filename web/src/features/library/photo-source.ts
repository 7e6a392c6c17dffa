import type { LibraryPhoto } from '@ninesixteen/shared/api/media'

/** Where a photo was taken over from. */
export interface PhotoSource {
  host: string
  href: string
}

/** Only what a browser opens as a page: an address that came from elsewhere must not become a script. */
export function sourceOf({ originalUrl }: Pick<LibraryPhoto, 'originalUrl'>): PhotoSource | null {
  const url = originalUrl === null ? null : URL.parse(originalUrl)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  return { host: url.host.replace(/^www\./, ''), href: url.href }
}
