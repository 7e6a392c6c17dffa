import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import type { Config } from '../config/config.ts'
import { storeLocationOf, tryStore, withStoreTimeout } from '../storage/store/open-store.ts'
import { readOwnerMarker } from '../storage/store/store-mark.ts'
import { ok, warning, wrong, type Check, type Finding } from './finding.ts'

const GB = 1024 ** 3

/** Checks of this machine and the file store. Without a database the store's owner can't be verified. */
export function machineChecks(config: Pick<Config, 'dataDir' | 'storageUrl'>, client: pg.Client | null): Check[] {
  return [
    { name: 'disk', run: () => disk(config.dataDir) },
    { name: 'file store', fix: config.storageUrl?.startsWith('s3') ? BUCKET : FOLDER, run: () => store(config, client) },
  ]
}

const BUCKET =
  'Check STORAGE_URL: this machine must reach its host, the bucket must exist, and the key needs permission to list, read, write and delete.'
const FOLDER = 'Check that the folder exists, and that the user of the product may read and write in it.'

async function disk(dataDir: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const [free, freeShare] = [bavail * bsize, bavail / blocks]
  const summary = `${(free / GB).toFixed(1)} GB are free on the disk of ${dataDir} (${Math.round(freeShare * 100)} %).`
  if (free < GB / 4) return wrong(summary, 'Free up space now: nothing can be saved on a full disk.')
  return free < 2 * GB || freeShare < 0.05 ? warning(summary, 'Free up space, or move files to S3 with STORAGE_URL.') : ok(summary)
}

async function store(config: Pick<Config, 'dataDir' | 'storageUrl'>, client: pg.Client | null): Promise<Finding> {
  const location = storeLocationOf(config)
  const marker = await withStoreTimeout(location, () => readOwnerMarker(location.open('').ownerMarker))
  if (marker === 'unreadable')
    return wrong(`${location.name} has an unreadable owner marker.`, 'If it is this database’s: npm run files -- adopt.')
  const owner = await instanceOf(client)
  if (marker && owner !== null && marker.instance !== owner)
    return wrong(
      `${location.name} belongs to another Ninesixteen database, the instance ${marker.instance}.`,
      'Set STORAGE_URL to the store of this database, or take this one over with: npm run files -- adopt',
    )
  await withStoreTimeout(location, () => tryStore(location.open(marker?.prefix ?? '')))
  if (!marker) return warning(`${location.name} works, but has no owner marker yet.`, 'Start the product to write one.')
  return ok(`${location.name} writes, reads and deletes files${owner === null ? '' : ', and belongs to this database'}.`)
}

async function instanceOf(client: pg.Client | null): Promise<string | null> {
  const { rows: has } = (await client?.query<{ has: boolean }>(`select to_regclass('instance') is not null as has`)) ?? { rows: [] }
  if (!client || has[0]?.has !== true) return null
  const { rows } = await client.query<{ id: string }>('select id from instance')
  return rows[0]?.id ?? null
}
