import { findUsers } from '../kit/sample-users.ts'
import { BLOGS } from './blogs.ts'

/** A blog of its owner. */
export interface OwnBlog {
  name: string
  title: string
}

/** A user, and the blogs they follow by name. */
export interface SampleUser {
  /** Also the name of the main blog. */
  id: string
  name: string
  title: string
  /** The user's other blogs. */
  others: readonly OwnBlog[]
  follows: readonly string[]
  /** Followed blogs that were deleted: the total counts them, the pages don't list them. */
  gone: number
}

const withPhotos = BLOGS.filter((blog) => blog.kind === 'photos').map((blog) => blog.name)
const withoutPhotos = BLOGS.filter((blog) => blog.kind !== 'photos').map((blog) => blog.name)

export const USERS: readonly SampleUser[] = [
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

export const userById = findUsers<SampleUser>(USERS, (id, { title }) => ({ id, name: id, title, others: [], follows: [], gone: 0 }))

/** The main blog first. */
export function blogsOf({ name, title, others }: SampleUser): OwnBlog[] {
  return [{ name, title }, ...others]
}

const owners = new Map(USERS.flatMap((user) => blogsOf(user).map((blog) => [blog.name, { user, blog }])))

/** A user's blog by name, host name, or id (`t:` and the name). */
export function findOwnBlog(identifier: string): { user: SampleUser; blog: OwnBlog } | undefined {
  const name = identifier.replace(/\.tumblr\.com$/, '').replace(/^t:/, '')
  const known = owners.get(name)
  const generated = known ? undefined : userById(name)
  return known ?? (generated?.name === name ? { user: generated, blog: generated } : undefined)
}
