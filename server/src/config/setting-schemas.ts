import { LOCAL_AI_SERVERS } from '@ninesixteen/shared/api/local-models'
import { z } from 'zod'

/** Schemas of setting values. Each error completes the sentence "NAME cannot be VALUE: ...". */
export function wholeNumber(min: number, max: number) {
  const error = `it must be a whole number from ${min} to ${max}`
  const digits = z.string().regex(/^\d{1,10}$/, { error })
  return digits.transform(Number).pipe(z.number().min(min, { error }).max(max, { error }))
}

export function address(protocol: RegExp, example: string) {
  return z.url({ protocol, error: `it must be a URL such as ${example}` })
}

/** The server is at the root of its host, so a path would be lost in every link. */
export const origin = address(/^https?$/, 'https://studio.example.com').refine(isOrigin, {
  error: 'it must be a URL without a path, such as https://studio.example.com',
})

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return true
  const { origin: whole, href } = new URL(value)
  return href === `${whole}/`
}

/** A value sent in a request header. */
export const headerText = z.string().regex(/^[\x21-\x7e]+$/, { error: 'it must consist of printable ASCII characters without spaces' })

export function oneOf<const Choices extends readonly string[]>(choices: Choices) {
  return z.enum(choices, { error: `it must be one of ${choices.join(', ')}` })
}

/** A profile that the public pages link to. */
export const profile = address(/^https$/, 'https://www.youtube.com/@example')
export const mailbox = z.email({ error: 'it must be an email address such as help@example.com' })

export const port = wholeNumber(1, 65_535)
const PORTS_ERROR = 'it must be four ports such as 11434,1234,8080,8000'
/** The ports of servers of AI models on this machine. */
export const fourPorts = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(port, { error: PORTS_ERROR }).length(LOCAL_AI_SERVERS.length, { error: PORTS_ERROR }))

export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)

/** A host name of this instance. */
export const hostNamed = z
  .string()
  .toLowerCase()
  .regex(/^([\w-]+(\.[\w-]+)*|[\da-f:.]+)$/, {
    error: 'it must be host names such as studio.local, separated by commas, without http:// and ports',
  })
