import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { ConfigError } from '../config-error.ts'

/** Id of the unprivileged user on common Linux and BSD systems. */
const NOBODY = 65534

/** Starts a program as PostgreSQL requires: not as root. */
export interface Runner {
  start(program: string, args: string[], options?: SpawnOptions): ChildProcess
  /** Required owner of PostgreSQL's folders, if it differs from the current user. */
  owner: number | null
}

/**
 * As an ordinary user: directly. As root: in a user namespace that maps root to an unprivileged user, so that files still belong to root
 * and closed home folders work; where the kernel forbids that, as the unprivileged user with id 65534, if the folders are accessible to it.
 */
export async function chooseRunner(probe: string): Promise<Runner> {
  if (process.getuid?.() !== 0) return { owner: null, start: (program, args, options = {}) => spawn(program, args, options) }

  const mapped = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]
  if (await succeeds(spawn('unshare', [...mapped, probe, '--version'], { stdio: 'ignore' }))) {
    return { owner: null, start: (program, args, options = {}) => spawn('unshare', [...mapped, program, ...args], options) }
  }
  const asUnprivileged = { uid: NOBODY, gid: NOBODY }
  if (await succeeds(spawn(probe, ['--version'], { ...asUnprivileged, stdio: 'ignore' }))) {
    return { owner: NOBODY, start: (program, args, options = {}) => spawn(program, args, { ...options, ...asUnprivileged }) }
  }
  throw new ConfigError(
    'The embedded PostgreSQL cannot run as root here. Start the product as an ordinary user, or set DATABASE_URL to your own PostgreSQL.',
  )
}

async function succeeds(child: ChildProcess): Promise<boolean> {
  try {
    const [code] = await once(child, 'exit')
    return code === 0
  } catch {
    // The program is missing, or this user may not run it.
    return false
  }
}
