import { text } from 'node:stream/consumers'
import { ConfigError } from '../config-error.ts'
import { textOf } from '../config-files.ts'

const STANDARD_INPUT = '-'

/**
 * Where a command copies to: the word behind it, else COPY_TO, or the content of the file that COPY_TO_FILE names; `-` is the standard input. Words of a
 * command are seen by everybody on the machine, and an address may hold a password. Null where nothing is given.
 */
export async function copyTarget(
  given: string | undefined,
  env = process.env,
  input: NodeJS.ReadableStream = process.stdin,
): Promise<string | null> {
  if (given === STANDARD_INPUT) return (await text(input)).trim() || null
  if (given !== undefined) return given
  const [to, file] = [env['COPY_TO']?.trim(), env['COPY_TO_FILE']?.trim()]
  if (to && file) throw new ConfigError('COPY_TO and COPY_TO_FILE are both set: keep one of them.')
  return to || (file ? textOf(file, 'COPY_TO_FILE') : '') || null
}
