import { createHash } from 'node:crypto'
import { madeUpName } from '../kit/sample-users.ts'
import type { MetaNetwork } from './networks.ts'

/** An account of the sandbox networks: the same people are on both. */
export interface SampleUser {
  id: string
  username: string
  name: string
  accountType: 'BUSINESS' | 'MEDIA_CREATOR'
  followers: number
}

export const PEOPLE: readonly SampleUser[] = [
  { id: 'sandy', username: 'sandy.creates', name: 'Sandy Creator', accountType: 'MEDIA_CREATOR', followers: 1843 },
  { id: 'mira', username: 'mira.bakes', name: 'Mira Bakes', accountType: 'BUSINESS', followers: 212 },
  { id: 'quiet', username: 'quiet.corner', name: 'Quiet Corner', accountType: 'MEDIA_CREATOR', followers: 9 },
  { id: 'zoe', username: 'zoe.garden', name: 'Zoë 🌿 <Garden>', accountType: 'BUSINESS', followers: 77 },
]

const madeUp = new Map<string, SampleUser>()

export function userById(id: string): SampleUser | undefined {
  const known = PEOPLE.find((person) => person.id === id) ?? madeUp.get(id)
  const name = madeUpName(id)
  if (known || !name) return known
  const made: SampleUser = {
    id,
    username: id.replaceAll('-', '.'),
    name: name.title,
    accountType: 'BUSINESS',
    followers: name.number % 1000,
  }
  madeUp.set(id, made)
  return made
}

/** The id in paths: 17 digits, too long for a JavaScript number. */
export function accountIdOf(person: SampleUser, network: MetaNetwork): string {
  return `178414${digits(`${network.id} ${person.id}`)}`
}

/** Another id of the user, different for each application. On Threads there is one id only. */
export function scopedIdOf(person: SampleUser, network: MetaNetwork, clientKey: string): string {
  return network.id === 'threads' ? accountIdOf(person, network) : `248389${digits(`${clientKey} ${person.id}`)}`
}

function digits(text: string): string {
  const number = BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 15)}`)
  return String(number % 100_000_000_000n).padStart(11, '0')
}
