import { z } from 'zod'

/** Maximum users per request. */
export const USERS_MAX = 10_000

/** A range of generated users: `count` of them from `maker-FROM` on. */
export const usersSchema = z.strictObject({
  count: z.number().int().min(1).max(USERS_MAX).default(1),
  from: z.number().int().min(1).max(90_000).default(1),
  /** Overrides their display name. */
  title: z.string().max(20_000).optional(),
})

export function sampleUsers<T>(
  { count, from }: Pick<z.infer<typeof usersSchema>, 'count' | 'from'>,
  userById: (id: string) => T | undefined,
): T[] {
  return Array.from({ length: count }, (_, at) => userById(`maker-${from + at}`)).filter((user) => user !== undefined)
}

/** Generated users: `maker-1` to `maker-99999`, and those of the demos. */
const MADE_UP = /^(maker|dawn-roast)-([1-9]\d{0,4})$/
const TITLES: Readonly<Record<string, string>> = { 'dawn-roast': 'Dawn Roast' }

/** The name of a generated user, always the same; null for any other id. */
export function generatedName(id: string): { title: string; number: number } | null {
  const [, kind = '', number] = MADE_UP.exec(id) ?? []
  return number === undefined ? null : { title: TITLES[kind] ?? `Maker ${number}`, number: Number(number) }
}

/** Finds users by id: the known ones, and generated ones, each described once by `make`. */
export function findUsers<T extends { id: string }>(
  known: readonly T[],
  make: (id: string, name: { title: string; number: number }) => T,
): (id: string) => T | undefined {
  const found = new Map(known.map((user) => [user.id, user]))
  return (id) => {
    const name = generatedName(id)
    const user = found.get(id) ?? (name ? make(id, name) : undefined)
    if (user) found.set(id, user)
    return user
  }
}
