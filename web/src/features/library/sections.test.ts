import { describe, expect, it } from 'vitest'
import type { Company } from '@ninesixteen/shared/api/companies'
import type { LibraryPhoto } from '@ninesixteen/shared/api/media'
import { findPhotos, photoCount, sectionsOf, tagsOf } from './sections.ts'

const photo = (id: string, given: Partial<LibraryPhoto> = {}): LibraryPhoto => ({
  id,
  filename: `${id}.jpg`,
  source: 'upload',
  originalUrl: null,
  filePath: `u/${id}.jpg`,
  fileSize: 1,
  dimensions: '3x4',
  tags: [],
  companyIds: [],
  createdAt: '2026-01-01T00:00:00Z',
  thumbnailUrl: '',
  ...given,
})
const company = (id: string): Company => ({
  id,
  name: id,
  description: '',
  logoPath: null,
  productPhotoPath: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
})
const ids = (photos: readonly LibraryPhoto[]) => photos.map((one) => one.id)

describe('photos', () => {
  const photos = [
    photo('b10', { tags: ['sea'], fileSize: 5 }),
    photo('B2', { tags: ['sea', 'summer sale'], fileSize: 9 }),
    photo('a', { filename: 'Harbour at Sea.PNG', fileSize: 7 }),
  ]

  it('are found by all words, in the name or in a tag', () => {
    const found = (search: string, tag: string | null = null) => ids(findPhotos(photos, { search, tag, sort: 'newest' }))
    expect(found('')).toEqual(['b10', 'B2', 'a'])
    expect(found('SEA')).toEqual(['b10', 'B2', 'a'])
    expect(found('  sea  b ')).toEqual(['b10', 'B2', 'a'])
    expect(found('sale sea')).toEqual(['B2'])
    expect(found('', 'sea')).toEqual(['b10', 'B2'])
    expect(found('10', 'summer sale')).toEqual([])
  })

  it('are ordered by time, name with numbers, and size', () => {
    const order = (sort: 'newest' | 'oldest' | 'name' | 'largest') => ids(findPhotos(photos, { search: '', tag: null, sort }))
    expect(order('newest')).toEqual(['b10', 'B2', 'a'])
    expect(order('oldest')).toEqual(['a', 'B2', 'b10'])
    expect(order('name')).toEqual(['B2', 'b10', 'a'])
    expect(order('largest')).toEqual(['B2', 'a', 'b10'])
  })

  it('stand with each of their companies, and apart where they have none that is known', () => {
    const linked = [
      photo('1', { companyIds: ['x', 'y'] }),
      photo('2', { companyIds: ['y'] }),
      photo('3'),
      photo('4', { companyIds: ['gone'] }),
    ]
    const sections = sectionsOf(linked, [company('y'), company('empty'), company('x')])
    expect(sections.map((section) => [section.company?.id ?? null, ids(section.photos)])).toEqual([
      ['y', ['1', '2']],
      ['x', ['1']],
      [null, ['3', '4']],
    ])
    expect(sectionsOf([], [company('x')])).toEqual([])
  })

  it('are counted in words, and by tag', () => {
    expect([0, 1, 2].map(photoCount)).toEqual(['0 photos', '1 photo', '2 photos'])
    expect(tagsOf(photos)).toEqual([
      { tag: 'sea', count: 2 },
      { tag: 'summer sale', count: 1 },
    ])
  })
})
