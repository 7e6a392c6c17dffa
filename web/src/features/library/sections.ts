import type { Company } from '@ninesixteen/shared/api/companies'
import type { LibraryPhoto } from '@ninesixteen/shared/api/media'

export type PhotoSort = 'newest' | 'oldest' | 'name' | 'largest'

export interface PhotoFilter {
  /** Words that all have to stand in the name or in a tag. */
  search: string
  tag: string | null
  sort: PhotoSort
}

export interface PhotoSection {
  /** Null holds the photos of no company. */
  company: Company | null
  photos: LibraryPhoto[]
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const orders: Record<PhotoSort, ((a: LibraryPhoto, b: LibraryPhoto) => number) | null> = {
  // As the server sends them.
  newest: null,
  oldest: null,
  name: (a, b) => byName.compare(a.filename, b.filename),
  largest: (a, b) => b.fileSize - a.fileSize,
}

/** The photos that a search leaves, in the order asked for. */
export function findPhotos(photos: readonly LibraryPhoto[], { search, tag, sort }: PhotoFilter): LibraryPhoto[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const isWanted = (photo: LibraryPhoto): boolean => {
    if (tag !== null && !photo.tags.includes(tag)) return false
    const name = photo.filename.toLowerCase()
    return words.every((word) => name.includes(word) || photo.tags.some((one) => one.includes(word)))
  }
  const found = photos.filter(isWanted)
  const order = orders[sort]
  if (order) return found.toSorted(order)
  return sort === 'oldest' ? found.toReversed() : found
}

/** One section a company that has photos, in the companies' order, then the photos of none. A photo of two companies stands in both. */
export function sectionsOf(photos: readonly LibraryPhoto[], companies: readonly Company[]): PhotoSection[] {
  const known = new Set(companies.map((company) => company.id))
  const sections: PhotoSection[] = companies.map((company) => ({
    company,
    photos: photos.filter((photo) => photo.companyIds.includes(company.id)),
  }))
  const unlinked = photos.filter((photo) => !photo.companyIds.some((id) => known.has(id)))
  return [...sections, { company: null, photos: unlinked }].filter((section) => section.photos.length > 0)
}

/** Every tag in use with how many photos have it, the most used first. */
export function tagsOf(photos: readonly LibraryPhoto[]): { tag: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const photo of photos) for (const tag of photo.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].map(([tag, count]) => ({ tag, count })).toSorted((a, b) => b.count - a.count || byName.compare(a.tag, b.tag))
}

/** `1 photo`, `2 photos`. */
export function photoCount(count: number): string {
  return `${count} ${count === 1 ? 'photo' : 'photos'}`
}
