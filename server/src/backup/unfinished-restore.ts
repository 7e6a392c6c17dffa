import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config-error.ts'

/** In a data folder that is being filled, with the backup it is filled from. With it a restore that was stopped goes on, where it would otherwise meet an instance. */
export const RESTORE_MARKER = 'restoring'

/** Posts that were due since the backup are held at the end of a restore: a product that started before would publish them again. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (existsSync(join(dataDir, RESTORE_MARKER)))
    throw new ConfigError(
      `The restore into ${dataDir} was not ended: run npm run restore with the same backup once more, or set DATA_DIR to another folder.`,
    )
}
