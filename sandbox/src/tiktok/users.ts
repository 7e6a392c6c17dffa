import { createHash } from 'node:crypto'
import { findUsers } from '../kit/sample-users.ts'

/** An account of the sandbox TikTok. */
export interface SampleUser {
  id: string
  username: string
  displayName: string
  bio: string
  /** Initially private, which changes the audiences it offers. */
  isPrivate: boolean
  isVerified: boolean
  followers: number
  /** Features that the owner switched off for every post. */
  commentDisabled: boolean
}

export const USERS: readonly SampleUser[] = [
  {
    id: 'sandy',
    username: 'sandy.creates',
    displayName: 'Sandy Creator',
    bio: 'Small habits, big calm.',
    isPrivate: false,
    isVerified: true,
    followers: 1843,
    commentDisabled: false,
  },
  {
    id: 'mira',
    username: 'mira.bakes',
    displayName: 'Mira Bakes',
    bio: 'Bread on Sundays.',
    isPrivate: false,
    isVerified: false,
    followers: 212,
    commentDisabled: true,
  },
  {
    id: 'quiet',
    username: 'quiet.corner',
    displayName: 'Quiet Corner',
    bio: '',
    isPrivate: true,
    isVerified: false,
    followers: 9,
    commentDisabled: false,
  },
  {
    id: 'zoe',
    username: 'zoe.garden',
    displayName: 'Zoë 🌿 <Garden>',
    bio: 'Plants & "pots"',
    isPrivate: false,
    isVerified: false,
    followers: 77,
    commentDisabled: false,
  },
]

export const userById = findUsers<SampleUser>(USERS, (id, { title, number }) => ({
  id,
  username: id.replaceAll('-', '.'),
  displayName: title,
  bio: '',
  isPrivate: false,
  isVerified: false,
  followers: number % 1000,
  commentDisabled: false,
}))

/** A user's id, different for each application. */
export function openIdOf(user: SampleUser, clientKey: string): string {
  return `-000${createHash('sha256').update(`open ${clientKey} ${user.id}`).digest('base64url').slice(0, 32)}`
}

/** A user's id, the same for all applications of one developer. */
export function unionIdOf(user: SampleUser): string {
  return createHash('sha256').update(`union ${user.id}`).digest('hex').slice(0, 36)
}
