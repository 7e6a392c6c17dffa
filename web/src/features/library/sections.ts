import type { Company } from '@ninesixteen/shared/api/companies'
import type { MediaOverview, PhotoSort } from '@ninesixteen/shared/api/media'

export interface PhotoFilter {
  /** Words that must all occur in the name or in a tag. */
  search: string
  tag: string | null
  sort: PhotoSort
}

export const isFiltered = ({ search, tag }: PhotoFilter): boolean => search.trim() !== '' || tag !== null

export interface PhotoSection {
  /** A company's id, or `none`. */
  id: string
  /** Null for photos without a company. */
  company: Company | null
  title: string
  count: number
}

/** The sections with their companies. Includes sections of companies that this page hasn't loaded yet. */
export function sectionsOf(sections: MediaOverview['sections'], companies: readonly Company[]): PhotoSection[] {
  return sections.map(({ section, count }) => {
    const company = companies.find(({ id }) => id === section) ?? null
    return { id: section, company, title: company?.name ?? (section === 'none' ? 'Unlinked Photos' : 'Company'), count }
  })
}

/** Like `2 photos`. */
export function photoCount(count: number): string {
  return `${count} ${count === 1 ? 'photo' : 'photos'}`
}
