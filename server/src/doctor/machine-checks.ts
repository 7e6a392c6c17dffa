import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import type { Config } from '../config/config.ts'
import { placeOf, tryStore, usable } from '../storage/store/open-store.ts'
import { readMark } from '../storage/store/store-mark.ts'
import { ok, warning, wrong, type Check, type Finding } from './finding.ts'

const GB = 1024 ** 3

/** What this machine and the file store have to say. Without a database nobody knows whose the store has to be. */
export function machineChecks(config: Pick<Config, 'dataDir' | 'storageUrl'>, client: pg.Client | null): Check[] {
  return [
    { name: 'disk', run: () => disk(config.dataDir) },
    { name: 'file store', mend: config.storageUrl?.startsWith('s3') ? BUCKET : FOLDER, run: () => store(config, client) },
  ]
}

const BUCKET =
  'Look whether STORAGE_URL is right: its host is reached from here, the bucket is there, and the key may list, read, write and remove in it.'
const FOLDER = 'Look whether the folder is there, and whether the user of the product may read and write in it.'

async function disk(dataDir: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const [free, share] = [bavail * bsize, bavail / blocks]
  const says = `${(free / GB).toFixed(1)} GB are free where ${dataDir} is (${Math.round(share * 100)} %).`
  if (free < GB / 4) return wrong(says, 'Make room now: nothing can be saved on a full disk.')
  return free < 2 * GB || share < 0.05 ? warning(says, 'Make room, or move pictures to S3 with STORAGE_URL.') : ok(says)
}

async function store(config: Pick<Config, 'dataDir' | 'storageUrl'>, client: pg.Client | null): Promise<Finding> {
  const place = placeOf(config)
  const mark = await usable(place, () => readMark(place.open('').mark))
  if (mark === 'unreadable')
    return wrong(`${place.name} has a mark of ownership that cannot be read.`, 'If it is this database’s: npm run files -- adopt.')
  const owner = await instanceOf(client)
  if (mark && owner !== null && mark.instance !== owner)
    return wrong(
      `${place.name} belongs to another database, the instance ${mark.instance}.`,
      'Set STORAGE_URL to the store of this database, or take this one over: npm run files -- adopt.',
    )
  await usable(place, () => tryStore(place.open(mark?.prefix ?? '')))
  if (!mark) return warning(`${place.name} can be used, and has no mark of ownership yet.`, 'Start the product: it writes one.')
  return ok(`${place.name} takes, gives back and removes files${owner === null ? '' : ', and belongs to this database'}.`)
}

async function instanceOf(client: pg.Client | null): Promise<string | null> {
  const { rows: has } = (await client?.query<{ has: boolean }>(`select to_regclass('instance') is not null as has`)) ?? { rows: [] }
  if (!client || has[0]?.has !== true) return null
  const { rows } = await client.query<{ id: string }>('select id from instance')
  return rows[0]?.id ?? null
}
