import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface HostilePicture {
  /** Why it is hostile. */
  name: string
  filename: string
  buffer: Buffer
}

const program = join(import.meta.dirname, '..', '..', 'server', 'src', 'testing', 'hostile', 'taken.ts')

/** Pictures with programs in them: the ones of the server's tests that are taken, and re-encoded. */
export async function hostilePictures(): Promise<HostilePicture[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [program])
  const found = JSON.parse(stdout) as { name: string; filename: string; base64: string }[]
  return found.map(({ base64, ...rest }) => ({ ...rest, buffer: Buffer.from(base64, 'base64') }))
}
