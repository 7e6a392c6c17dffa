import { createHash } from 'node:crypto'
import { findUsers } from '../kit/sample-users.ts'
import type { MetaNetwork } from './networks.ts'

/** An account of the sandbox networks: the same people are on both. */
export interface SampleUser {
  id: string
  username: string
  name: string
  accountType: 'BUSINESS' | 'MEDIA_CREATOR'
  followers: number
}

export const USERS: readonly SampleUser[] = [
  { id: 'sandy', username: 'sandy.creates', name: 'Sandy Creator', accountType: 'MEDIA_CREATOR', followers: 1843 },
  { id: 'mira', username: 'mira.bakes', name: 'Mira Bakes', accountType: 'BUSINESS', followers: 212 },
  { id: 'quiet', username: 'quiet.corner', name: 'Quiet Corner', accountType: 'MEDIA_CREATOR', followers: 9 },
  { id: 'zoe', username: 'zoe.garden', name: 'Zoë 🌿 <Garden>', accountType: 'BUSINESS', followers: 77 },
]

export const userById = findUsers<SampleUser>(USERS, (id, { title, number }) => ({
  id,
  username: id.replaceAll('-', '.'),
  name: title,
  accountType: 'BUSINESS',
  followers: number % 1000,
}))

/** The id in paths: 17 digits, too long for a JavaScript number. */
export function accountIdOf(user: SampleUser, network: MetaNetwork): string {
  return `178414${digits(`${network.id} ${user.id}`)}`
}

/** Another id of the user, different for each application. On Threads there is one id only. */
export function scopedIdOf(user: SampleUser, network: MetaNetwork, clientKey: string): string {
  return network.id === 'threads' ? accountIdOf(user, network) : `248389${digits(`${clientKey} ${user.id}`)}`
}

function digits(text: string): string {
  const number = BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 15)}`)
  return String(number % 100_000_000_000n).padStart(11, '0')
}
