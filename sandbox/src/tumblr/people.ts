import { BLOGS } from './blogs.ts'

/** Someone with an account, and the blogs it follows by name. */
export interface Person {
  /** Also the name of their main blog. */
  id: string
  name: string
  title: string
  follows: readonly string[]
  /** Followed blogs that were taken down: they count in the total and are missing from the pages. */
  gone: number
}

const withPhotos = BLOGS.filter((blog) => blog.kind === 'photos').map((blog) => blog.name)
const withoutPhotos = BLOGS.filter((blog) => blog.kind !== 'photos').map((blog) => blog.name)

export const PEOPLE: readonly Person[] = [
  { id: 'sandy', name: 'sandy-studio', title: 'Sandy Studio', follows: [...withPhotos, ...withoutPhotos], gone: 2 },
  { id: 'mira', name: 'mira-bakes', title: 'Mira Bakes <3', follows: withPhotos.slice(3, 6), gone: 0 },
  { id: 'newbie', name: 'just-arrived', title: 'Untitled', follows: [], gone: 0 },
  { id: 'quiet', name: 'quiet-words', title: 'Quiet Words', follows: withoutPhotos, gone: 0 },
]

export function personById(id: string): Person | undefined {
  return PEOPLE.find((person) => person.id === id)
}
