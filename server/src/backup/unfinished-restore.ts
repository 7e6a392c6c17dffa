import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config-error.ts'

/** Marks a data folder during a restore, with the identity of the backup, so that an interrupted restore can continue. */
export const RESTORE_MARKER = 'restoring'

/** The end of a restore holds posts that became due since the backup: a product that started earlier would publish them again. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (existsSync(join(dataDir, RESTORE_MARKER)))
    throw new ConfigError(
      `The restore into ${dataDir} is incomplete. Run npm run restore with the same backup again, or set DATA_DIR to another folder.`,
    )
}
