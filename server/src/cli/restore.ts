import { join } from 'node:path'
import { ConfigError } from '../config-error.ts'
import { readConfig } from '../config/config.ts'
import { runCommand, withDatabase } from './command.ts'
import { reportCopyProgress } from './report-progress.ts'

/** The operator's command that restores a backup into an empty DATA_DIR. */
async function main([folder, ...rest]: string[]): Promise<void> {
  if (folder === undefined || rest.length > 0) throw new ConfigError('Usage: npm run restore -- FOLDER, with an empty DATA_DIR')
  const { endRestore, prepareRestore, restoreBackup } = await import('../backup/restore-backup.ts')
  const config = readConfig((env) => prepareRestore(folder, env))
  await reportCopyProgress(
    { verb: 'restored', stopped: 'Stopped. Run the command again to continue.' },
    async ({ signal, onBytes, end }) => {
      const { files, damaged, needsOlder } = await restoreBackup({ config, folder, signal, onBytes })
      await withDatabase(config, async (db) => {
        const [{ deleteProcesses: deleteMembers, holdDuePosts }, { adoptStore }, { storeLocationOf: locationOf }] = await Promise.all([
          import('../backup/restored-rows.ts'),
          import('../storage/store/store-ownership.ts'),
          import('../storage/store/open-store.ts'),
        ])
        const held = await holdDuePosts(db)
        await deleteMembers(db)
        await adoptStore(locationOf(config), db)
        await endRestore(config.dataDir)
        end()
        const restored = `${files} ${files === 1 ? 'file' : 'files'}`
        process.stdout.write(`Restored to ${config.dataDir}: the database, the secret and ${restored}.\n`)
        if (held > 0) process.stdout.write(`Posts on hold because they were due after the backup and may be published already: ${held}\n`)
        if (needsOlder)
          process.stdout.write(
            `Some values may be encrypted with an older secret. Start with SECRET_KEY_OLD_FILE=${join(config.dataDir, 'secret.old')} until npm run keys finds none.\n`,
          )
        for (const key of damaged) process.stdout.write(`Damaged in the backup and not restored: ${key}\n`)
        if (damaged.length > 0) process.exitCode = 1
      })
    },
  )
}

await runCommand(main)
process.exit()
