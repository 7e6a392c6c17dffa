import { ConfigError } from './config-error.ts'
import { readConfig } from './config.ts'
import { runCommand, withDatabase } from './process/command.ts'
import { followWork } from './process/follow-work.ts'

/** The operator's command that makes an instance of a backup, in an empty DATA_DIR. */
async function main([folder, ...rest]: string[]): Promise<void> {
  if (folder === undefined || rest.length > 0) throw new ConfigError('Usage: npm run restore -- FOLDER, with an empty DATA_DIR')
  const { endRestore, prepareRestore, restoreBackup } = await import('./backup/restore-backup.ts')
  const config = readConfig((env) => prepareRestore(folder, env))
  const work = followWork()
  let bytes = 0
  const onBytes = (more: number) => {
    bytes += more
    work.tell(`${Math.round(bytes / 1e6)} MB restored`)
  }
  try {
    const { pictures, damaged } = await restoreBackup({ config, folder, signal: work.signal, onBytes })
    await withDatabase(config, async (db) => {
      const [{ holdDuePosts }, { adoptStore }, { placeOf }] = await Promise.all([
        import('./backup/hold-due-posts.ts'),
        import('./storage/store/claim-store.ts'),
        import('./storage/store/open-store.ts'),
      ])
      const held = await holdDuePosts(db)
      await adoptStore(placeOf(config), db)
      await endRestore(config.dataDir)
      work.end()
      process.stdout.write(
        `Restored to ${config.dataDir}: the database, the secret and ${pictures} ${pictures === 1 ? 'picture' : 'pictures'}.\n`,
      )
      if (held > 0)
        process.stdout.write(`Posts due since the backup, which may be out already and wait for their people to say so: ${held}\n`)
      for (const key of damaged) process.stdout.write(`Damaged in the backup, and not restored: ${key}\n`)
      if (damaged.length > 0) process.exitCode = 1
    })
  } catch (error) {
    if (!work.signal.aborted) throw error
    throw new ConfigError('Stopped. Run the command again to go on.', { cause: error })
  } finally {
    work.end()
  }
}

await runCommand(main)
process.exit()
