import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { ConfigError } from '../config-error.ts'

/** The user nobody on every Linux and BSD we know. */
const NOBODY = 65534

/** Starts a program in a way PostgreSQL accepts: it refuses to run as root. */
export interface Runner {
  start(program: string, args: string[], options?: SpawnOptions): ChildProcess
  /** Owner that PostgreSQL's folders need, when it is not the one who runs us. */
  owner: number | null
}

/**
 * As an ordinary user: plainly. As root: inside a user namespace that calls root "nobody", which keeps the files root's and
 * so works below a closed home; where the kernel forbids that, as the real user nobody, when nobody can reach the folders.
 */
export async function chooseRunner(probe: string): Promise<Runner> {
  if (process.getuid?.() !== 0) return { owner: null, start: (program, args, options = {}) => spawn(program, args, options) }

  const mapped = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]
  if (await succeeds(spawn('unshare', [...mapped, probe, '--version'], { stdio: 'ignore' }))) {
    return { owner: null, start: (program, args, options = {}) => spawn('unshare', [...mapped, program, ...args], options) }
  }
  const asNobody = { uid: NOBODY, gid: NOBODY }
  if (await succeeds(spawn(probe, ['--version'], { ...asNobody, stdio: 'ignore' }))) {
    return { owner: NOBODY, start: (program, args, options = {}) => spawn(program, args, { ...options, ...asNobody }) }
  }
  throw new ConfigError(
    'The private PostgreSQL cannot run as root here: start the product as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

async function succeeds(child: ChildProcess): Promise<boolean> {
  try {
    const [code] = await once(child, 'exit')
    return code === 0
  } catch {
    // The program is not there, or may not be run as this user.
    return false
  }
}
