import { text } from 'node:stream/consumers'
import type { Config } from '../config/config.ts'

const STANDARD_INPUT = '-'

/**
 * The target of a copy command: its argument, or else COPY_TO; `-` reads standard input, because arguments are visible to all users of the
 * machine and a URL may contain a password. Null if missing.
 */
export async function copyTarget(
  target: string | undefined,
  { copyTo }: Pick<Config, 'copyTo'>,
  input: NodeJS.ReadableStream = process.stdin,
): Promise<string | null> {
  if (target === STANDARD_INPUT) return (await text(input)).trim() || null
  return target ?? copyTo
}
