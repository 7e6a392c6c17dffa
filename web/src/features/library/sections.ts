import type { Company } from '@ninesixteen/shared/api/companies'
import type { MediaOverview, PhotoSort } from '@ninesixteen/shared/api/media'

export interface PhotoFilter {
  /** Words that all have to stand in the name or in a tag. */
  search: string
  tag: string | null
  sort: PhotoSort
}

export interface PhotoSection {
  /** A company's id, or `none`. */
  id: string
  /** Null holds the photos of no company. */
  company: Company | null
  title: string
  count: number
}

/** The sections with their companies. One whose company this page does not know yet is shown all the same. */
export function sectionsOf(sections: MediaOverview['sections'], companies: readonly Company[]): PhotoSection[] {
  return sections.map(({ section, count }) => {
    const company = companies.find(({ id }) => id === section) ?? null
    return { id: section, company, title: company?.name ?? (section === 'none' ? 'Unlinked Photos' : 'Company'), count }
  })
}

/** `1 photo`, `2 photos`. */
export function photoCount(count: number): string {
  return `${count} ${count === 1 ? 'photo' : 'photos'}`
}
