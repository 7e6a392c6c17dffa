import { z } from 'zod'

/** The most that one call makes. */
export const MADE_AT_ONCE = 10_000

/** Which of the people that nobody wrote down: `count` of them from `maker-FROM` on. */
export const peopleSchema = z.strictObject({
  count: z.number().int().min(1).max(MADE_AT_ONCE).default(1),
  from: z.number().int().min(1).max(90_000).default(1),
})

export function madeUpPeople<T>({ count, from }: z.infer<typeof peopleSchema>, personById: (id: string) => T | undefined): T[] {
  return Array.from({ length: count }, (_, at) => personById(`maker-${from + at}`)).filter((person) => person !== undefined)
}
