import { madeUpName } from '../kit/sample-people.ts'
import { BLOGS } from './blogs.ts'

/** A blog that its owner posts to. */
export interface OwnBlog {
  name: string
  title: string
}

/** Someone with an account, and the blogs it follows by name. */
export interface Person {
  /** Also the name of their main blog. */
  id: string
  name: string
  title: string
  /** Further blogs of theirs. */
  others: readonly OwnBlog[]
  follows: readonly string[]
  /** Followed blogs that were taken down: they count in the total and are missing from the pages. */
  gone: number
}

const withPhotos = BLOGS.filter((blog) => blog.kind === 'photos').map((blog) => blog.name)
const withoutPhotos = BLOGS.filter((blog) => blog.kind !== 'photos').map((blog) => blog.name)

export const PEOPLE: readonly Person[] = [
  {
    id: 'sandy',
    name: 'sandy-studio',
    title: 'Sandy Studio',
    others: [
      { name: 'sandy-sketches', title: 'Sketches & Drafts' },
      { name: 'sandy-on-the-road', title: 'Sandy on the Road' },
    ],
    follows: [...withPhotos, ...withoutPhotos],
    gone: 2,
  },
  { id: 'mira', name: 'mira-bakes', title: 'Mira Bakes <3', others: [], follows: withPhotos.slice(3, 6), gone: 0 },
  { id: 'newbie', name: 'just-arrived', title: 'Untitled', others: [], follows: [], gone: 0 },
  { id: 'quiet', name: 'quiet-words', title: 'Quiet Words', others: [], follows: withoutPhotos, gone: 0 },
]

const madeUp = new Map<string, Person>()

export function personById(id: string): Person | undefined {
  const known = PEOPLE.find((person) => person.id === id) ?? madeUp.get(id)
  const name = madeUpName(id)
  if (known || !name) return known
  const made: Person = { id, name: id, title: name.title, others: [], follows: [], gone: 0 }
  madeUp.set(id, made)
  return made
}

/** The main one first. */
export function blogsOf({ name, title, others }: Person): OwnBlog[] {
  return [{ name, title }, ...others]
}

const owners = new Map(PEOPLE.flatMap((person) => blogsOf(person).map((blog) => [blog.name, { person, blog }])))

/** A blog of one of the people here and whose it is: by name, host name, or the id that begins with `t:`. */
export function findOwnBlog(identifier: string): { person: Person; blog: OwnBlog } | undefined {
  const name = identifier.replace(/\.tumblr\.com$/, '').replace(/^t:/, '')
  const known = owners.get(name)
  const made = known ? undefined : personById(name)
  return known ?? (made?.name === name ? { person: made, blog: made } : undefined)
}
