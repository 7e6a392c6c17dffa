import type { z } from 'zod'

/**
 * Reads or writes a message between processes, such as a queued render or the data of a job. Throws when the schema would drop or change
 * something of it: a field that the schema doesn't name would get lost on its way.
 */
export function parseMessage<Message>(schema: z.ZodType<Message>, message: unknown): Message {
  const parsed = schema.parse(message)
  const lost = lostField(message, parsed)
  if (lost !== null) throw new TypeError(`The message's field "${lost}" is unknown to this version`)
  return parsed
}

/** Path of the first field that the second value lacks or changes. Absent fields may be added: they are defaults. */
function lostField(message: unknown, parsed: unknown, path = ''): string | null {
  if (typeof message !== 'object' || message === null) return Object.is(message, parsed) ? null : path
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(message) !== Array.isArray(parsed)) return path
  for (const [key, value] of Object.entries(message)) {
    // JSON has no fields without a value.
    if (value === undefined) continue
    const lost = lostField(value, Reflect.get(parsed, key), path === '' ? key : `${path}.${key}`)
    if (lost !== null) return lost
  }
  return null
}
