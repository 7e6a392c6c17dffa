import { text } from 'node:stream/consumers'
import type { Config } from '../config/config.ts'

const STANDARD_INPUT = '-'

/**
 * Where a command copies to: the word behind it, else COPY_TO; `-` is the standard input. Words of a command are seen by everybody on the machine,
 * and an address may hold a password. Null where nothing is given.
 */
export async function copyTarget(
  given: string | undefined,
  { copyTo }: Pick<Config, 'copyTo'>,
  input: NodeJS.ReadableStream = process.stdin,
): Promise<string | null> {
  if (given === STANDARD_INPUT) return (await text(input)).trim() || null
  return given ?? copyTo
}
