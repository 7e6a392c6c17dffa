import { z } from 'zod'
import { ConfigError } from '../config-error.ts'
import { readInstanceConfig } from '../bootstrap/running-instance.ts'
import { runCommand, withDatabase } from './command.ts'

const USAGE = 'Usage: npm run post -- ID'

/** The operator's command: the state, attempts and history of one post. */
async function main([id = '', ...rest]: string[]): Promise<void> {
  if (!z.uuid().safeParse(id).success || rest.length > 0) throw new ConfigError(USAGE)
  await withDatabase(readInstanceConfig(), async (db) => {
    const { reportPost } = await import('../posts/post-report.ts')
    const report = await reportPost(db, id)
    if (report === null) throw new ConfigError(`There is no post with the id ${id}.`)
    process.stdout.write(`${report}\n`)
  })
}

await runCommand(main)
