import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A page that is open loads its parts when they are wanted, by names that only its own build has: those of the build before this one stay, so that
 * an update takes nothing from under anybody's hands.
 */
export function keepEarlierParts({ before, now, kept }) {
  const parts = join(before, 'assets')
  const gone = existsSync(parts) ? readdirSync(parts).filter((name) => !existsSync(join(now, 'assets', name))) : []
  // Built again from the same sources: the stored parts are still those of the previous version.
  if (gone.length === 0) return
  rmSync(kept, { recursive: true, force: true })
  mkdirSync(join(kept, 'assets'), { recursive: true })
  for (const name of gone) copyFileSync(join(parts, name), join(kept, 'assets', name))
}
